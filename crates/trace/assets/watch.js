// Draws the record of a search and steps through it. One module, no imports, nothing loaded; docs/trace.md explains the record.

/** What is known of a node that nobody has looked at. */
const UNSEEN = Object.freeze({ visits: 0, open: false, skipped: false, struckRows: [], struckColumns: [], cells: [] });

/** The state of all nodes after some events, which goes both ways: every step keeps what it replaced. */
export class Replay {
  constructor(record) {
    this.record = record;
    this.seen = record.nodes.map(() => UNSEEN);
    this.undo = [];
    this.step = 0;
    this.trail = []; // the node that each event is about
  }

  get current() {
    for (let step = this.step - 1; step >= 0; step -= 1) {
      if (this.trail[step] !== undefined) return this.trail[step];
    }
    return 0;
  }

  get event() {
    return this.record.events[this.step - 1];
  }

  goTo(step) {
    const target = Math.max(0, Math.min(step, this.record.events.length));
    while (this.step < target) this.forward();
    while (this.step > target) this.back();
  }

  change(changes, node, values) {
    changes.push([node, this.seen[node]]);
    this.seen[node] = { ...this.seen[node], ...values };
  }

  forward() {
    const event = this.record.events[this.step];
    const { node } = event;
    const changes = [];
    const before = node === undefined ? undefined : this.seen[node];
    switch (event.event) {
      case 'enter': {
        const { window, bounds, visit } = event;
        const fresh = { ...UNSEEN, visits: visit, open: true, asked: window, window, bounds };
        this.change(changes, node, { ...fresh, why: undefined, words: undefined, strategies: undefined, lastCell: undefined });
        break;
      }
      case 'learn':
        this.change(changes, node, { bounds: event.bounds, window: event.window });
        break;
      case 'cell': {
        const cells = before.cells.slice();
        const place = event.row * this.record.nodes[node].columns.length + event.column;
        cells[place] = event.bounds;
        this.change(changes, node, { cells, lastCell: place });
        break;
      }
      case 'strike': {
        const key = event.player === 'max' ? 'struckRows' : 'struckColumns';
        this.change(changes, node, { [key]: [...before[key], event.line] });
        break;
      }
      case 'strategies':
        this.change(changes, node, { strategies: { max: event.max, min: event.min } });
        break;
      case 'skip':
        for (const child of event.children) {
          if (this.seen[child].visits === 0) this.change(changes, child, { skipped: true });
        }
        break;
      case 'leave':
        this.change(changes, node, { open: false, bounds: event.bounds, why: event.why, words: event.words });
        break;
      default:
        break;
    }
    this.undo[this.step] = changes;
    this.trail[this.step] = node;
    this.step += 1;
  }

  back() {
    this.step -= 1;
    const changes = this.undo[this.step];
    for (let place = changes.length - 1; place >= 0; place -= 1) this.seen[changes[place][0]] = changes[place][1];
  }
}

const number = (value) => {
  if (typeof value !== 'number') return String(value);
  if (Math.abs(value) >= 1e15) return value.toExponential(3);
  const shown = String(Number(value.toFixed(6)));
  return shown === '-0' ? '0' : shown.replace('-', '−');
};
const clip = (text, longest = 22) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);

/** Bounds, short: `3`, `2 … 5`, `≥ 3`, `≤ 2`, `?`. */
export function bounds(told, longest = 22) {
  if (!told) return '';
  const [lower, upper] = [told.lower, told.upper].map((end) => (end === null ? null : clip(number(end), longest)));
  if (lower === null) return upper === null ? '?' : `≤ ${upper}`;
  if (upper === null) return `≥ ${lower}`;
  return lower === upper ? lower : `${lower} … ${upper}`;
}

/** A window, short: `(3, ∞)`; one in which no value lies is a test. */
export function asked(window, longest = 22) {
  if (!window) return '';
  const alpha = window.alpha === null ? '−∞' : clip(number(window.alpha), longest);
  const beta = window.beta === null ? '∞' : clip(number(window.beta), longest);
  return alpha === beta ? `test at ${alpha}` : `(${alpha}, ${beta})`;
}

/** The name of a step. */
export function stepName(step) {
  if (!step) return 'start';
  if (step.move !== undefined) return step.move;
  if (step.row !== undefined) return `${step.row} / ${step.column}`;
  const probability = number(Math.round(step.probability * 1e4) / 1e4);
  return /^[\d.]*$/.test(step.outcome) ? probability : `${step.outcome} ${probability}`;
}

const TURNS = { max: 'Max moves', min: 'Min moves', chance: 'Chance decides', both: 'Both move at once', over: 'The game is over' };

/** What an event is, in a sentence. */
export function sentence(record, event) {
  if (!event) return 'Before the search.';
  const at = (node) => (node === 0 ? 'the root' : `“${stepName(record.nodes[node].step)}”`);
  switch (event.event) {
    case 'pass': {
      const deep = event.depth === undefined ? '' : `, ${event.depth} ahead`;
      const beyond = { lower: ', with the lower ends of promises there', upper: ', with the upper ends of promises there', estimate: ', with an evaluator there' }[event.beyond] ?? '';
      return `Pass ${event.pass} begins${deep}${beyond}.`;
    }
    case 'enter': {
      const again = event.visit > 1 ? `, for the ${event.visit}${['th', 'st', 'nd', 'rd'][event.visit % 100 >> 3 === 1 || event.visit % 10 > 3 ? 0 : event.visit % 10]} time` : '';
      return `Looks at ${at(event.node)} with ${asked(event.window)}${again}.`;
    }
    case 'learn':
      return `${at(event.node)}: ${bounds(event.bounds)} so far, and next asks with ${asked(event.window)}.`;
    case 'cell': {
      const { rows, columns } = record.nodes[event.node];
      return `The cell ${rows[event.row]} / ${columns[event.column]}: ${bounds(event.bounds)}.`;
    }
    case 'strike': {
      const { rows, columns } = record.nodes[event.node];
      return event.player === 'max' ? `Row ${rows[event.line]} is dominated.` : `Column ${columns[event.line]} is dominated.`;
    }
    case 'strategies':
      return `${at(event.node)}: what both players should do.`;
    case 'skip':
      return `Passes over ${event.children.map((child) => at(child)).slice(0, 6).join(', ')}${event.children.length > 6 ? ' …' : ''}.`;
    default:
      return `Leaves ${at(event.node)}: ${event.words}.`;
  }
}

const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== ''));
  return element;
};

/** The tree on a canvas. Only what can be seen is drawn, so a large one stays fluid. */
class Tree {
  constructor(canvas, record, layout, replay) {
    Object.assign(this, { canvas, record, layout, replay, half: 15, scale: 1, left: 0, top: 0, selected: null });
    this.lattice = record.nodes.some(({ promised }) => promised && typeof promised.lower === 'string');
    this.levels = [];
    for (const { id, depth } of record.nodes) (this.levels[depth] ??= []).push(id);
    for (const level of this.levels) level.sort((one, other) => layout.x[one] - layout.x[other]);
    this.style = {};
  }

  readStyle() {
    const style = getComputedStyle(this.canvas);
    const probe = make('span');
    this.canvas.parentElement.append(probe);
    for (const name of ['paper', 'panel', 'ink', 'quiet', 'edge', 'faint', 'accent', 'bad', 'max', 'min', 'chance', 'both', 'max-fill', 'min-fill', 'chance-fill', 'both-fill']) {
      probe.style.color = `var(--${name})`;
      this.style[name] = getComputedStyle(probe).color;
    }
    probe.remove();
    this.font = style.fontFamily;
  }

  fit() {
    const { width, height } = this.canvas.getBoundingClientRect();
    const [treeWidth, treeHeight] = [this.layout.width + 60, this.layout.height + 100];
    this.scale = Math.max(0.02, Math.min(1.35, width / treeWidth, height / treeHeight));
    this.left = (width - this.layout.width * this.scale) / 2;
    this.top = Math.max(30 * this.scale + 10, (height - this.layout.height * this.scale) / 2);
    // A tree too wide to read begins at its root, at a size that can be read.
    if (this.scale < 0.45) {
      this.scale = Math.min(0.8, Math.max(0.45, height / treeHeight));
      this.left = width / 2 - this.layout.x[0] * this.scale;
      this.top = 40;
    }
  }

  place(node) {
    return [this.layout.x[node] * this.scale + this.left, this.layout.y[node] * this.scale + this.top];
  }

  /** Brings a node into view if it is not. */
  show(node) {
    const { width, height } = this.canvas.getBoundingClientRect();
    const [x, y] = this.place(node);
    const [side, edge] = [Math.min(110, width / 4), Math.min(60, height / 4)];
    if (x < side || x > width - side) this.left += width / 2 - x;
    if (y < edge || y > height - edge) this.top += height / 2 - y;
  }

  zoom(factor, x, y) {
    const box = this.canvas.getBoundingClientRect();
    const [atX, atY] = [x ?? box.width / 2, y ?? box.height / 2];
    const scale = Math.max(0.01, Math.min(3, this.scale * factor));
    this.left = atX - ((atX - this.left) * scale) / this.scale;
    this.top = atY - ((atY - this.top) * scale) / this.scale;
    this.scale = scale;
  }

  /** The nodes of a level that can be seen, no more than one a pixel. */
  *visible(level, width) {
    const list = this.levels[level];
    const margin = 240;
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.layout.x[list[middle]] * this.scale + this.left < -margin) low = middle + 1;
      else high = middle;
    }
    let last = -Infinity;
    for (let place = low; place < list.length; place += 1) {
      const x = this.layout.x[list[place]] * this.scale + this.left;
      if (x > width + margin) return;
      if (x - last >= 1) {
        last = x;
        yield list[place];
      }
    }
  }

  draw() {
    const { canvas, replay, record, style } = this;
    const { width, height } = canvas.getBoundingClientRect();
    const sharp = window.devicePixelRatio || 1;
    if (canvas.width !== Math.round(width * sharp) || canvas.height !== Math.round(height * sharp)) {
      canvas.width = Math.round(width * sharp);
      canvas.height = Math.round(height * sharp);
    }
    const pen = canvas.getContext('2d');
    pen.setTransform(sharp, 0, 0, sharp, 0, 0);
    pen.fillStyle = style.paper;
    pen.fillRect(0, 0, width, height);
    const half = this.half * this.scale;
    const path = new Set();
    for (let node = this.focus(); node !== undefined; node = record.nodes[node].parent) path.add(node);
    const [plain, marked, gone, unseen, ticks] = [[], [], [], [], []];
    const shown = [];
    for (let level = 0; level < this.levels.length; level += 1) {
      const y = this.layout.y[this.levels[level][0]] * this.scale + this.top;
      if (y < -260 || y > height + 260) continue;
      for (const node of this.visible(level, width)) {
        shown.push(node);
        const { parent } = record.nodes[node];
        if (parent === undefined) continue;
        const seen = replay.seen[node];
        const [x, ownY] = this.place(node);
        const [fromX, fromY] = this.place(parent);
        const line = [fromX, fromY + half, x, ownY - half];
        if (seen.visits > 0) (path.has(node) ? marked : plain).push(line);
        else if (seen.skipped) {
          gone.push(line);
          ticks.push(line);
        } else unseen.push(line);
      }
    }
    const lines = (list, colour, wide, dash = []) => {
      pen.beginPath();
      for (const [x, y, toX, toY] of list) {
        pen.moveTo(x, y);
        pen.lineTo(toX, toY);
      }
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      pen.setLineDash(dash);
      pen.stroke();
      pen.setLineDash([]);
    };
    pen.globalAlpha = 0.35;
    lines(unseen, style.faint, 1);
    pen.globalAlpha = 1;
    lines(gone, style.faint, 1.2, [5, 4]);
    lines(plain, style.edge, 1.4);
    lines(marked, style.accent, 2.6);
    if (this.scale > 0.3) {
      const strokes = ticks.map(([x, y, toX, toY]) => {
        const [alongX, alongY] = [toX - x, toY - y];
        const long = Math.hypot(alongX, alongY) || 1;
        const [atX, atY] = [x + alongX * 0.3, y + alongY * 0.3];
        return [atX - (alongY / long) * 6, atY + (alongX / long) * 6, atX + (alongY / long) * 6, atY - (alongX / long) * 6];
      });
      lines(strokes, style.bad, 2.4);
    }
    for (const node of shown) this.node(pen, node, half);
    if (this.scale > 0.42) for (const node of shown) this.label(pen, node, half);
  }

  focus() {
    return this.selected ?? this.replay.current;
  }

  node(pen, id, half) {
    const { style, replay } = this;
    const { turn, value } = this.record.nodes[id];
    const seen = replay.seen[id];
    const [x, y] = this.place(id);
    const reached = seen.visits > 0;
    pen.globalAlpha = reached || seen.skipped ? 1 : 0.4;
    pen.strokeStyle = reached ? style[turn] ?? style.edge : style.faint;
    pen.fillStyle = reached ? style[`${turn}-fill`] ?? style.panel : style.paper;
    pen.lineWidth = 1.6;
    pen.setLineDash(reached ? [] : [4, 3]);
    pen.beginPath();
    if (half < 2.5) {
      pen.fillStyle = reached ? style[turn] ?? style.edge : style.faint;
      pen.fillRect(x - 1, y - 1, 2, 2);
      pen.globalAlpha = 1;
      pen.setLineDash([]);
      return;
    }
    const triangle = (size) => {
      const up = turn === 'max' ? 1 : -1;
      pen.moveTo(x, y - up * size);
      pen.lineTo(x + size * 1.1, y + up * size * 0.9);
      pen.lineTo(x - size * 1.1, y + up * size * 0.9);
      pen.closePath();
    };
    if (turn === 'max' || turn === 'min') {
      triangle(half);
      if (this.lattice && reached) triangle(half * 0.55);
    } else if (turn === 'chance') pen.arc(x, y, half, 0, 7);
    else if (turn === 'both') {
      pen.rect(x - half, y - half, 2 * half, 2 * half);
      pen.moveTo(x, y - half);
      pen.lineTo(x, y + half);
      pen.moveTo(x - half, y);
      pen.lineTo(x + half, y);
    } else {
      const wide = this.boxWidth(pen, reached && value !== undefined ? clip(number(value)) : '');
      pen.roundRect(x - wide, y - half * 0.8, 2 * wide, half * 1.6, 5 * this.scale);
    }
    pen.fill();
    pen.stroke();
    pen.setLineDash([]);
    pen.globalAlpha = 1;
    if (id === this.focus()) {
      pen.beginPath();
      pen.arc(x, y, half * 1.6, 0, 7);
      pen.strokeStyle = style.accent;
      pen.lineWidth = 2.5;
      pen.stroke();
    }
  }

  boxWidth(pen, text) {
    return Math.max(this.half - 1, text.length * 3.8 + 6) * this.scale;
  }

  text(pen, words, x, y, size, colour, bold = false) {
    pen.font = `${bold ? '600 ' : ''}${size * Math.min(1.2, this.scale)}px ${this.font}`;
    pen.lineWidth = 4;
    pen.lineJoin = 'round';
    pen.strokeStyle = this.style.paper;
    pen.strokeText(words, x, y);
    pen.fillStyle = colour;
    pen.fillText(words, x, y);
  }

  label(pen, id, half) {
    const { style, replay, record } = this;
    const node = record.nodes[id];
    const seen = replay.seen[id];
    const [x, y] = this.place(id);
    pen.textAlign = 'center';
    if (node.parent !== undefined && (seen.visits > 0 || seen.skipped)) {
      const [fromX, fromY] = this.place(node.parent);
      const [atX, atY] = [fromX + (x - fromX) * 0.62, fromY + half + (y - fromY - 2 * half) * 0.62];
      this.text(pen, clip(stepName(node.step)), atX, atY + 4 * this.scale, 11, seen.visits > 0 ? style.ink : style.quiet);
    }
    if (seen.visits === 0) return;
    if (node.turn === 'over') {
      pen.fillStyle = style.ink;
      pen.font = `${13 * Math.min(1.2, this.scale)}px ${this.font}`;
      pen.fillText(node.value === undefined ? '' : clip(number(node.value)), x, y + 4.5 * this.scale);
      return;
    }
    pen.textAlign = 'left';
    const cut = seen.why === 'cut';
    const notes = [];
    if (cut || seen.why === 'known' || seen.why === 'put-off') notes.push(seen.words);
    if (seen.why === 'horizon') notes.push('depth limit');
    if (seen.visits > 1) notes.push(`${seen.visits} visits`);
    if (node.collapsed) notes.push(`+${node.collapsed} below`);
    if (node.same_as !== undefined) notes.push(`same as node ${node.same_as}`);
    const rows = [[bounds(seen.bounds), 13, style.ink, true], [asked(seen.open ? seen.window : seen.asked), 11, style.quiet], [clip(notes.join(', '), 44), 11, cut ? style.bad : style.quiet]].filter(([words]) => words);
    const step = 13.5 * Math.min(1.2, this.scale);
    const top = y + 4.5 * this.scale - (step * (rows.length - 1)) / 2;
    rows.forEach(([words, size, colour, bold], line) => this.text(pen, words, x + half + 5 * this.scale, top + step * line, size, colour, bold));
  }

  /** The node at a point of the canvas. */
  at(x, y) {
    const half = Math.max(this.half * this.scale, 8);
    for (let level = 0; level < this.levels.length; level += 1) {
      const levelY = this.layout.y[this.levels[level][0]] * this.scale + this.top;
      if (Math.abs(levelY - y) > half) continue;
      for (const node of this.visible(level, this.canvas.clientWidth)) {
        if (Math.abs(this.place(node)[0] - x) <= half) return node;
      }
    }
    return null;
  }
}

/** What is known about one node, beside the tree. */
function details(record, replay, id, select) {
  const node = record.nodes[id];
  const seen = replay.seen[id];
  const path = [];
  for (let at = id; at !== undefined; at = record.nodes[at].parent) path.unshift(stepName(record.nodes[at].step));
  const parts = [make('h2', {}, make('span', {}, TURNS[node.turn]), make('small', {}, `node ${id}`)), make('p', { class: 'path' }, path.join(' › '))];
  const rows = [];
  const row = (name, value) => value && rows.push(make('dt', {}, name), make('dd', {}, value));
  if (seen.visits === 0) {
    row('state', seen.skipped ? 'cut: never looked at so far' : 'not looked at so far');
  } else {
    row('value', node.value === undefined || node.turn !== 'over' ? bounds(seen.bounds, 400) : number(node.value));
    if (node.turn !== 'over') {
      row('asked with', asked(seen.asked, 400));
      if (seen.open) row('window now', asked(seen.window, 400));
    }
    row('left', seen.open ? '' : seen.words);
    if (seen.visits > 1) row('visits', String(seen.visits));
    if (node.promised) row('promised', bounds(node.promised, 400));
  }
  if (node.same_as !== undefined) row('same as', `node ${node.same_as}`);
  if (node.collapsed) row('left out', `${node.collapsed} visits below`);
  parts.push(make('dl', {}, ...rows));
  if (node.rows?.length && seen.visits > 0) parts.push(...matrix(node, seen));
  const children = record.children[id];
  if (children.length && children.length <= 60 && !node.rows?.length) {
    const list = children.map((child) => {
      const below = replay.seen[child];
      const value = below.visits ? bounds(below.bounds) : below.skipped ? 'cut' : '';
      return make('li', {}, make('button', { type: 'button', onclick: () => select(child) }, make('span', { class: below.skipped && !below.visits ? 'gone' : '' }, stepName(record.nodes[child].step)), make('span', {}, value)));
    });
    parts.push(make('h3', {}, node.turn === 'chance' ? 'Outcomes' : 'Moves'), make('ul', { class: 'children' }, ...list));
  }
  if (node.position) parts.push(make('h3', {}, 'Position'), make('pre', {}, node.position));
  return parts;
}

function matrix(node, seen) {
  const wide = node.columns.length;
  const out = (row, column) => seen.struckRows.includes(row) || seen.struckColumns.includes(column);
  const head = make('tr', {}, make('th', {}), ...node.columns.map((name, column) => make('th', { class: `column ${seen.struckColumns.includes(column) ? 'struck' : ''}`, scope: 'col' }, name)));
  const body = node.rows.map((name, row) => make('tr', {}, make('th', { class: `row ${seen.struckRows.includes(row) ? 'struck' : ''}`, scope: 'row' }, name), ...node.columns.map((_, column) => {
    const place = row * wide + column;
    const cell = seen.cells[place];
    const known = cell && cell.lower !== null && cell.upper !== null && number(cell.lower) === number(cell.upper);
    const classes = [out(row, column) ? 'struck' : '', known ? 'set' : '', seen.lastCell === place && seen.open ? 'now' : ''].join(' ');
    if (!cell) return make('td', { class: classes }, '·');
    if (known) return make('td', { class: classes }, number(cell.lower));
    const end = (value, open) => (value === null ? open : number(value));
    return make('td', { class: classes }, end(cell.lower, '−∞'), make('small', {}, end(cell.upper, '∞')));
  })));
  const parts = [make('h3', {}, 'Matrix: p above o'), make('div', { class: 'scroll' }, make('table', {}, make('thead', {}, head), make('tbody', {}, ...body)))];
  const bars = (who, names, weights) => make('div', { class: who }, ...names.map((name, place) => make('div', { class: 'bar' }, make('span', { title: name }, name), make('i', {}, bar(weights[place] ?? 0)), make('output', {}, `${((weights[place] ?? 0) * 100).toFixed(1)}%`))));
  if (seen.strategies) {
    if (seen.strategies.max.length) parts.push(make('h3', {}, 'Max plays'), bars('max', node.rows, seen.strategies.max));
    if (seen.strategies.min.length) parts.push(make('h3', {}, 'Min plays'), bars('min', node.columns, seen.strategies.min));
  }
  return parts;
}

function bar(weight) {
  const element = make('b');
  element.style.width = `${Math.min(1, weight) * 100}%`;
  return element;
}

/** Fills a place of a page with a record. Returns what drives it: `{ replay, tree, goTo }`. */
export function watch(place, record, layout) {
  record.children = record.nodes.map(() => []);
  for (const { id, parent } of record.nodes) if (parent !== undefined) record.children[parent].push(id);
  const replay = new Replay(record);
  const last = record.events.length;
  const canvas = make('canvas', { tabindex: '0', role: 'img', 'aria-label': 'The tree of the search. The sentence below says what happens at each step.' });
  const say = make('p', { class: 'say', 'aria-live': 'polite' });
  const aside = make('aside', { role: 'region', 'aria-label': 'The node in detail', tabindex: '0' });
  const slider = make('input', { type: 'range', min: '0', max: String(last), value: '0', 'aria-label': 'Step of the search' });
  const count = make('output', {});
  const speed = make('select', { 'aria-label': 'Speed' }, ...[['1', 'slow'], ['4', 'normal'], ['20', 'fast'], ['200', 'very fast']].map(([rate, name]) => make('option', { value: rate, ...(rate === '4' ? { selected: '' } : {}) }, name)));
  const tree = new Tree(canvas, record, layout, replay);
  let timer = null;
  let asked = false;
  const redraw = () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      tree.draw();
    });
  };
  const update = () => {
    const { event } = replay;
    say.textContent = sentence(record, event);
    say.classList.toggle('cut', event?.event === 'leave' && event.why === 'cut');
    slider.value = String(replay.step);
    count.textContent = `step ${replay.step} of ${last}`;
    const top = aside.scrollTop;
    aside.replaceChildren(...details(record, replay, tree.focus(), select), keys());
    aside.scrollTop = top;
    redraw();
  };
  const goTo = (step) => {
    replay.goTo(step);
    tree.selected = null;
    tree.show(replay.current);
    update();
  };
  const select = (node) => {
    tree.selected = node;
    if (node !== null) tree.show(node);
    update();
  };
  const stop = () => {
    if (timer !== null) cancelAnimationFrame(timer);
    timer = null;
    playing.textContent = 'Play';
  };
  const play = () => {
    if (timer !== null) return stop();
    if (replay.step >= last) goTo(0);
    playing.textContent = 'Pause';
    let before = performance.now();
    let due = 0;
    const tick = (now) => {
      due += ((now - before) / 1000) * Number(speed.value);
      before = now;
      if (due >= 1) {
        const steps = Math.min(Math.floor(due), 500);
        due -= Math.floor(due);
        goTo(replay.step + steps);
      }
      if (replay.step >= last) stop();
      else timer = requestAnimationFrame(tick);
    };
    timer = requestAnimationFrame(tick);
    return undefined;
  };
  /** The next or the last cut, seen from here. */
  const nextCut = (way) => {
    let step = replay.step + way;
    const isCut = (at) => record.events[at - 1]?.event === 'leave' && record.events[at - 1].why === 'cut';
    while (step > 0 && step <= last && !isCut(step)) step += way;
    goTo(step);
  };
  const playing = make('button', { type: 'button', class: 'main', onclick: play }, 'Play');
  const button = (name, words, act) => make('button', { type: 'button', title: words, 'aria-label': words, onclick: () => { stop(); act(); } }, name);
  const actions = {
    ArrowRight: () => goTo(replay.step + 1), ArrowLeft: () => goTo(replay.step - 1), Home: () => goTo(0), End: () => goTo(last),
    PageDown: () => goTo(replay.step + Math.ceil(last / 20)), PageUp: () => goTo(replay.step - Math.ceil(last / 20)),
    n: () => nextCut(1), p: () => nextCut(-1), f: () => { tree.fit(); redraw(); }, '+': () => { tree.zoom(1.25); redraw(); }, '-': () => { tree.zoom(0.8); redraw(); }, Escape: () => select(null),
  };
  const keys = () => make('p', { class: 'keys' }, make('kbd', {}, '←'), ' ', make('kbd', {}, '→'), ' step  ', make('kbd', {}, 'space'), ' play  ', make('kbd', {}, 'n'), ' ', make('kbd', {}, 'p'), ' next, last cut  ', make('kbd', {}, '+'), ' ', make('kbd', {}, '−'), ' ', make('kbd', {}, 'f'), ' zoom, fit');
  place.classList.add('watch');
  place.tabIndex = -1;
  const { totals } = record;
  const plural = (number, word) => `${number.toLocaleString('en')} ${word}${number === 1 ? '' : 's'}`;
  const words = Object.entries(record.parameters).map(([name, value]) => `${name}=${value}`).join(' ');
  place.replaceChildren(
    make('header', {}, make('h1', {}, `${record.algorithm} on ${record.game} ${words}`), make('p', {}, `${bounds(record.bounds)} · ${plural(totals.visits, 'position')} looked at · ${plural(totals.cuts, 'cut')} · ${record.stopped}${record.thinned ? `. ${record.thinned.words}` : ''}`)),
    make('div', { class: 'stage' }, canvas, make('div', { class: 'zoom' }, button('+', 'Zoom in', actions['+']), button('−', 'Zoom out', actions['-']), button('Fit', 'Fit the tree', actions.f)), say),
    aside,
    make('footer', {}, button('Start', 'To the beginning', actions.Home), button('Back', 'One step back', actions.ArrowLeft), playing, button('Step', 'One step', actions.ArrowRight), button('Next cut', 'To the next cut', actions.n), button('End', 'To the end', actions.End), slider, count, speed),
  );
  slider.addEventListener('input', () => { stop(); goTo(Number(slider.value)); });
  place.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider || event.target.tagName === 'SELECT') return;
    if (event.key === ' ' && event.target.tagName !== 'BUTTON') play();
    else if (actions[event.key]) { stop(); actions[event.key](); } else return;
    event.preventDefault();
  });
  let drag = null;
  const fingers = new Map();
  const apart = () => { const [one, other] = [...fingers.values()]; return Math.hypot(one.x - other.x, one.y - other.y); };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    drag = { x: event.offsetX, y: event.offsetY, moved: 0, apart: fingers.size === 2 ? apart() : 0 };
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!drag || !fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (fingers.size === 2) {
      tree.zoom(apart() / (drag.apart || 1));
      drag.apart = apart();
    } else {
      tree.left += event.offsetX - drag.x;
      tree.top += event.offsetY - drag.y;
    }
    drag.moved += Math.abs(event.offsetX - drag.x) + Math.abs(event.offsetY - drag.y);
    [drag.x, drag.y] = [event.offsetX, event.offsetY];
    redraw();
  });
  const release = (event) => {
    fingers.delete(event.pointerId);
    if (drag && drag.moved < 5 && fingers.size === 0) select(tree.at(event.offsetX, event.offsetY));
    if (fingers.size === 0) drag = null;
  };
  canvas.addEventListener('pointerup', release);
  canvas.addEventListener('pointercancel', (event) => { fingers.delete(event.pointerId); drag = null; });
  canvas.addEventListener('wheel', (event) => { event.preventDefault(); tree.zoom(Math.exp(-event.deltaY * 0.0015), event.offsetX, event.offsetY); redraw(); }, { passive: false });
  new ResizeObserver(() => { redraw(); }).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { tree.readStyle(); redraw(); });
  tree.readStyle();
  tree.fit();
  const start = /^#(\d+|end)$/.exec(location.hash);
  goTo(start ? (start[1] === 'end' ? last : Number(start[1])) : 0);
  if (!start) { tree.fit(); redraw(); }
  return { replay, tree, goTo, restyle: () => { tree.readStyle(); redraw(); } };
}
