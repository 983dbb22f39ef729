//! Games of the catalogue, asked in words, as the program is.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use secateur_catalogue::games::{Class as GameClass, visit};
use secateur_catalogue::{Answer, Choice, Error, Plan, Resources, Session, Value, open};
use secateur_game::Random;
use secateur_games::Parameters;
use secateur_search::{Limits, Statistics, Stop};

use crate::arena::{Arena, Knowledge, Promise};
use crate::ask::Reply;
use crate::case::PATIENCE;
use crate::check::{self, Fault};
use crate::graph::Node;
use crate::mirror::{Look, Mirror};
use crate::oracle::exact;
use crate::question::{Algorithm, Memory, MoveOrder, Question};
use crate::report::Tally;

/// Games in words: each word is left out now and then, and stands for one of its choices. `a..b` is a whole number.
const WORDS: &[(&str, &str)] = &[
    ("tic-tac-toe", ""),
    ("connect-four", "width=2..5 height=2..4 score=win|distance columns=centre|left"),
    (
        "random-tree",
        "depth=1..5 branching=1..4 leaves=integer|real|win irregular=no|yes width=0|0|2|5 vmin=-9..0 vmax=1..20 seed=0..99999",
    ),
    (
        "random-tree",
        "depth=1..4 branching=1..3 leaves=integer|real irregular=no|yes chance=0.8|dice|1/3 successors=shared|own seed=0..99999",
    ),
    ("einstein", "board=2x2|3x3 stones=1..2"),
    ("2048", "board=1x3|2x2|1x4 goal=8|16"),
    ("pig", "goal=2..12 sides=2..6 rules=usual|loose"),
    ("bearoff", "max=1|2|6|11|51|42 min=1|3|5|12|66"),
    ("backgammon", "max=1:1|2:1|3:2|25:1 min=1:1|2:1|3:1,1:1|25:1 turns=1..3 gammons=no|yes opening=no|yes"),
    (
        "cops-and-robbers",
        "grid=2x2|2x3|3x3|4x4 cops=1..2 depth=1..4 obstacles=0..1 chance=0|0.8|0.3 reading=close|paper seed=0..9999",
    ),
    (
        "goofspiel",
        "cards=1..4 prizes=descending|ascending|random:3|random:8 objective=win|points deck=fixed|shuffled lowest=0..1 keys=exact|ranked lead=-3..3",
    ),
    ("oshi-zumo", "coins=1..6 size=1..3 minimum=0..2 horizon=1..6 alesia=no|yes wrestler=-1..1"),
    ("bidding-tic-tac-toe", "coins=0..3 pay=opponent|bank tie=marker|max|min board=XO.OX.XO.|XOXO..OX.|X.O.XO..."),
    ("tron", "width=2..4 height=2..3 obstacles=b1|"),
    ("pursuit", "width=2..3 height=2..3 depth=1..4 seed=0..9999"),
    (
        "random-joint",
        "depth=1..3 rows=1..3 columns=1..3 payoffs=uniform|integer|correlated irregular=no|yes seed=0..99999",
    ),
    (
        "random-mixed",
        "depth=1..4 moves=1..3 max=0..2 min=0..2 chance=0..2 both=1..2 places=0..4 irregular=no|yes whole=no|yes seed=0..99999",
    ),
    ("attrition", "max=1/1|2/1,1/2|3/2 min=1/1|2/2|1/3,1/1 objective=win|health"),
    ("duel", "max=1..4 min=1..4 strike=1..2 charge=0..2 most=0..2 guard=0..3 rounds=1..4 objective=win|health"),
    (
        "battle",
        "team=1..2 health=1..4 power=1..3 spread=0..1 accuracy=0..100 poison=0..1 rounds=1..3 seed=0..99 objective=win|health",
    ),
    ("snakes", "width=2..4 height=1..3 turns=1..3 health=1..9 length=2..4 chance=0..100 minimum=0..2 food=none"),
];

/// A wrong answer of the program: what was asked in which words, and what was wrong.
#[derive(Clone, Debug)]
pub struct Wrong {
    /// What kind of fault.
    pub fault: Fault,
    /// The game and the algorithm.
    pub of: String,
    /// All that is needed to ask again.
    pub told: String,
}

/// How many positions a mirrored game has, at most.
const MOST: usize = 400;
/// How many histories a game has, at most, that is solved as one linear program.
const HISTORIES: u64 = 3_000;
/// How many questions are asked about one position.
const QUESTIONS: usize = 6;

/// Asks random questions about a random position of a random game.
pub fn attack(random: &mut Random, tally: &mut Tally) -> Option<Wrong> {
    let (name, choices) = *random.choose(WORDS)?;
    let words = choose(choices, random);
    let parameters = Parameters::parse(&words).ok()?;
    // Words that do not go together are refused in one line, which is tested elsewhere.
    let mirror = visit(name, &parameters, Look { random, most: MOST }).ok()??;
    let mut session = open(name, &parameters).ok()?;
    let game = format!("{name} {}", words.join(" "));
    let wrong = |fault, of: &str, told: String| {
        let way = mirror.path.iter().map(|step| step.join("/")).collect::<Vec<_>>().join(" ");
        Some(Wrong { fault, of: format!("{name}, {of}"), told: format!("{game}\nafter: {way}\n{told}") })
    };
    for step in &mirror.path {
        let played = match &step[..] {
            [max, min] => session.play_both(max, min),
            one => one.iter().all(|name| session.play(name)),
        };
        if !played {
            return wrong(Fault::Illegal, "its own moves", format!("{step:?} cannot be played"));
        }
    }
    let knowledge = Knowledge { promise: Promise::Range(0.0), whole: false, seed: 0 };
    let mut arena = Arena::new(&mirror.graph, &knowledge);
    arena.promised.clone_from(&mirror.promised);
    arena.knows_more = true;
    if let Err(what) = promises(&mirror, &arena) {
        return wrong(Fault::FalseBounds, "its own promise", what);
    }
    for _ in 0..QUESTIONS {
        let mut question = question(&mirror, random);
        let (mut asked, resources) = in_words(&question, random);
        // Games that number their positions are solved by layers, too.
        if random.below(8) == 0 && !question.is_limited() && question.depth.is_none() {
            (asked, question.algorithm) = ("layers".to_owned(), Algorithm::BackwardInduction);
        }
        let plan = match Plan::read(&asked, resources) {
            Ok(plan) if plan.algorithm.solves.contains(&session.class()) => plan,
            Ok(_) => continue,
            Err(problem) => return wrong(Fault::Refusal, &asked, problem.to_string()),
        };
        tally.program(name, &question);
        let told = || format!("{}\n{question}", question.command_about(&game, &asked));
        let of = question.algorithm.name();
        match answer(&*session, &mirror, &plan, &question) {
            Ok(Some(reply)) => {
                if let Err((fault, what)) = check::reply(&arena, &question, &reply) {
                    let in_time = || match answer(&*session, &mirror, &plan, &question) {
                        Ok(Some(reply)) => check::reply(&arena, &question, &reply).is_ok(),
                        _ => false,
                    };
                    if fault.may_be_the_machines(&question, &reply) && (0..PATIENCE).any(|_| in_time()) {
                        continue;
                    }
                    return wrong(fault, &of, format!("{what}\n{}", told()));
                }
            }
            Ok(None) => {}
            Err((Fault::Refusal, _))
                if matches!(plan.algorithm.name(), "normal-form" | "layers" | "chance-probcut") => {}
            Err((fault, what)) => return wrong(fault, &of, format!("{what}\n{}", told())),
        }
    }
    strategies(&*session, &arena).and_then(|what| wrong(Fault::BadStrategy, "strategies", what))
}

/// One choice for each word; now and then the word is left out.
fn choose(choices: &str, random: &mut Random) -> Vec<String> {
    let mut words = Vec::new();
    for word in choices.split_whitespace() {
        let Some((key, values)) = word.split_once('=') else { continue };
        if random.below(5) == 0
            && !matches!(key, "depth" | "goal" | "coins" | "board" | "width" | "grid" | "max" | "min")
        {
            continue;
        }
        let values: Vec<&str> = values.split('|').collect();
        let value = random.choose(&values).copied().unwrap_or_default();
        let value = match value.split_once("..").map(|(from, to)| (from.parse::<i64>(), to.parse::<i64>())) {
            Some((Ok(from), Ok(to))) => (from + random.below((to - from + 1) as u64) as i64).to_string(),
            _ => value.to_owned(),
        };
        words.push(format!("{key}={value}"));
    }
    words
}

/// What the game promises holds, and its expert leaves a best move in.
fn promises(mirror: &Mirror, arena: &Arena) -> Result<(), String> {
    for (number, node) in mirror.graph.nodes.iter().enumerate() {
        let place = number as u32;
        for (low, high) in [Some(mirror.promised[number]), mirror.judged[number]].into_iter().flatten() {
            if !arena.truth.meets(place, low, high) {
                return Err(format!("[{low}, {high}] is promised about {}", mirror.graph.as_tree(place)));
            }
        }
        let children: Vec<u32> = node.children().collect();
        let candidates = mirror.candidates[number].iter().map(|&candidate| children[candidate as usize]);
        let best = match node {
            Node::Max(_) => candidates.map(|child| arena.truth.low(child)).max(),
            Node::Min(_) => candidates.map(|child| arena.truth.low(child)).min(),
            _ => None,
        };
        if best.is_some_and(|best| arena.truth.is_exact() && best != arena.truth.low(place)) {
            return Err(format!("no candidate is best in {}", mirror.graph.as_tree(place)));
        }
    }
    Ok(())
}

/// A question that the program can be asked.
fn question(mirror: &Mirror, random: &mut Random) -> Question {
    let class = mirror.graph.class();
    let mut question = Question::random(&mirror.graph, false, random);
    if random.below(6) == 0 {
        question.algorithm = Algorithm::Usual { class };
    }
    (question.position, question.window, question.cancel, question.heard) = (0, None, None, false);
    if question.order == MoveOrder::HintFirst {
        question.order = MoveOrder::Listed;
    }
    // Where play goes in circles nothing else ends a search; and the linear program of a tree of a million histories takes hours.
    let ends = mirror.graph.in_order().is_some();
    let whole = matches!(question.algorithm, Algorithm::SequenceForm | Algorithm::NormalForm);
    let large = whole && mirror.graph.sizes().is_none_or(|sizes| sizes[0] > HISTORIES);
    if (!ends && !question.is_limited()) || large {
        question.nodes = Some(random.below(300));
    }
    question.program = true;
    question
}

/// The words for the algorithm, and what it may use.
fn in_words(question: &Question, random: &mut Random) -> (String, Resources) {
    let memory = if question.remembers { Memory::Large } else { Memory::Nothing };
    let resources = Resources {
        threads: Some(question.threads),
        memory: Some(if random.below(4) == 0 { 0 } else { 1 }),
        estimate: question.estimate,
        epsilon: question.tolerated(),
    };
    // Some need a table, and say so.
    let needs = question.remembers || matches!(question.algorithm, Algorithm::Usual { .. });
    let resources = if needs { Resources { memory: Some(1), ..resources } } else { resources };
    (question.words(memory), resources)
}

/// Asks, and turns an answer in words into places of moves. Nothing where the program is right to refuse.
fn answer(
    session: &dyn Session,
    mirror: &Mirror,
    plan: &Plan,
    question: &Question,
) -> Result<Option<Reply>, (Fault, String)> {
    let mut limits = Limits::none();
    (limits.depth, limits.nodes) = (question.depth, question.nodes);
    limits.time = question.micros.map(Duration::from_micros);
    let started = Instant::now();
    let answered = catch_unwind(AssertUnwindSafe(|| session.answer(plan, &limits)));
    let took = started.elapsed();
    let answer = match answered {
        Ok(Ok(answer)) => answer,
        // The engine's estimates are an evaluator's, and not every game has one; the other searches take its promises for one.
        Ok(Err(Error::Unused(_))) if question.estimate && plan.algorithm.name() == "engine" => return Ok(None),
        Ok(Err(problem)) => return Err((Fault::Refusal, format!("{problem}"))),
        Err(_) => return Err((Fault::Panic, crate::ask::last_words())),
    };
    reply(&answer, mirror, took).map(Some).ok_or_else(|| (Fault::Illegal, format!("{answer:?}")))
}

fn reply(answer: &Answer, mirror: &Mirror, took: Duration) -> Option<Reply> {
    let number = |value: &Value| match value {
        Value::Whole(number) => Some(*number as f64),
        Value::Real(number) => Some(*number),
        _ => None,
    };
    let place = |at: u32, name: &str| mirror.names[at as usize].iter().position(|known| known == name);
    let mut line = Vec::new();
    let mut at = 0;
    for name in &answer.line {
        let chosen = match mirror.graph.node(at).shape() {
            // A row, or a column of the row before.
            Some((rows, _)) if line.len() == 1 => {
                rows + mirror.names[at as usize][rows..].iter().position(|known| known == name)?
            }
            _ => place(at, name)?,
        };
        line.push(chosen as u16);
        if mirror.graph.node(at).shape().is_none() {
            at = mirror.graph.node(at).children().nth(chosen)?;
        }
    }
    let strategy = |choices: &[Choice], from: usize| {
        let place = |choice: &Choice| {
            let place = mirror.names[0][from..].iter().position(|known| *known == choice.chosen)?;
            Some(((from + place) as u16, choice.probability))
        };
        choices.iter().map(place).collect::<Option<Vec<_>>>()
    };
    let columns_from = mirror.graph.node(0).shape().map_or(0, |(rows, _)| rows);
    let stops = [
        Stop::Solved,
        Stop::Exhausted,
        Stop::Depth,
        Stop::Estimated,
        Stop::Nodes,
        Stop::Time,
        Stop::Memory,
        Stop::TooDeep,
    ];
    let counts = &answer.statistics;
    Some(Reply {
        lower: number(&answer.lower)?,
        upper: number(&answer.upper)?,
        estimate: match &answer.estimate {
            Some(estimate) => Some(number(estimate)?),
            None => None,
        },
        line,
        proved: answer.line_proved,
        max: strategy(&answer.strategy.max, 0)?,
        min: strategy(&answer.strategy.min, columns_from)?,
        stopped: stops.into_iter().find(|stop| stop.name() == answer.stopped)?,
        statistics: {
            let mut statistics = Statistics::default();
            (statistics.visits, statistics.expanded, statistics.leaves) =
                (counts.visits, counts.expanded, counts.leaves);
            statistics.cutoffs = counts.cutoffs.unwrap_or(0);
            statistics.cache_hits = counts.cache_hits.unwrap_or(0);
            statistics.depth = counts.depth;
            statistics
        },
        heard: None,
        took,
    })
}

/// Strategies for the whole game guarantee its value.
fn strategies(session: &dyn Session, arena: &Arena) -> Option<String> {
    if session.class() != GameClass::Joint || !arena.truth.is_exact() {
        return None;
    }
    let plan = Plan::read("backward-induction", Resources { memory: Some(1), ..Resources::default() }).ok()?;
    let positions = session.strategies(&plan, &Limits::none()).ok()?;
    let worth = match session.exploitability(&positions) {
        Ok(worth) => worth,
        Err(problem) => return Some(problem.to_string()),
    };
    let (low, high) = arena.promised[0];
    let slack = exact(1e-9 * (1.0 + low.abs().max(high.abs())));
    let value = arena.truth.low(0);
    let (secured, conceded) = (worth.max, worth.min);
    let fine = exact(secured.lower.get()) <= *value
        && *value <= exact(conceded.upper.get())
        && exact(secured.upper.get()) + &slack >= *value
        && exact(conceded.lower.get()) <= value + slack;
    (!fine).then(|| format!("{worth:?}, the value is {:?}", crate::oracle::rounded_down(value)))
}

/// Every game of numbers has words above.
#[cfg(test)]
mod tests {
    use super::*;

    use secateur_catalogue::games::GAMES;

    #[test]
    fn no_game_is_forgotten() {
        let asked = |name: &str| WORDS.iter().any(|&(asked, _)| asked == name);
        for entry in GAMES.iter().filter(|entry| entry.class != GameClass::Lattice) {
            let name = entry.description.name;
            // A tree is what everything else here is made of; chess is too large to be mirrored.
            assert!(asked(name) || matches!(name, "tree" | "efg" | "gdl" | "chess"), "{name}");
        }
    }

    #[test]
    fn every_game_is_mirrored() {
        let mut random = Random::new(1);
        for &(name, choices) in WORDS {
            let mirrored = (0..100).any(|_| {
                let Ok(parameters) = Parameters::parse(choose(choices, &mut random)) else { return false };
                matches!(visit(name, &parameters, Look { random: &mut random, most: MOST }), Ok(Some(_)))
            });
            assert!(mirrored, "{name}");
        }
    }
}
