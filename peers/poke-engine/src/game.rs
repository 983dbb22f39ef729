//! A battle of the crate `poke-engine` as a game of Secateur: both choose at once, then chance does, by that crate's own rules.

use poke_engine::engine::evaluate::evaluate;
use poke_engine::engine::generate_instructions::generate_instructions_from_move_pair;
use poke_engine::engine::state::MoveChoice;
use poke_engine::instruction::StateInstructions;
use poke_engine::state::{LastUsedMove, Side, State};
use secateur_game::{Both, Chance, Evaluate, Game, Keyed, Random, Turn};
use secateur_value::{Bounds, Real};

/// A battle, worth 1 if side one wins and 0 if side two does.
pub struct PokeBattle {
    /// Where it starts.
    pub start: State,
    /// Whether damage has more than one outcome.
    pub damage_rolls: bool,
}

/// A state, or what may become of one now that both have chosen.
#[derive(Clone, Debug)]
pub struct Position {
    /// The battle.
    pub state: State,
    pending: Option<Pending>,
}

/// What both chose, and what may come of it.
#[derive(Clone, Debug)]
struct Pending {
    choices: [MoveChoice; 2],
    outcomes: Vec<StateInstructions>,
}

impl From<State> for Position {
    fn from(state: State) -> Self {
        Self { state, pending: None }
    }
}

/// A choice, or the number of an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// What a player does.
    Choice(MoveChoice),
    /// What chance does.
    Outcome(u8),
}

/// What happened, to be taken back: choices were made, or one of the outcomes of some came about.
pub struct Undo(Option<(Pending, u8)>);

/// Both players have something to choose.
#[derive(Clone, Copy, Debug)]
pub struct Choices;

/// Something is about to happen.
#[derive(Clone, Copy, Debug)]
pub struct Happening;

/// How an estimate of the crate becomes a chance of winning. Gently: what is ahead by one fighter is not yet won, and values that
/// are nearly proportional to its points are compared as it means them.
const STEEPNESS: f64 = 0.0025;

impl Game for PokeBattle {
    type Position = Position;
    type Move = Chosen;
    type Value = Real;
    type Undo = Undo;
    type Chance = Happening;
    type Both = Choices;

    fn start(&self) -> Position {
        self.start.clone().into()
    }

    fn turn(&self, position: &Position) -> Turn<Real, Happening, Choices> {
        if position.pending.is_some() {
            return Turn::Chance(Happening);
        }
        match position.state.battle_is_over() {
            0.0 => Turn::Both(Choices),
            won => Turn::Over(Real::from(i32::from(won > 0.0))),
        }
    }

    fn moves(&self, _: &Position) -> impl Iterator<Item = Chosen> + use<> {
        std::iter::empty()
    }

    fn play(&self, position: &mut Position, chosen: Chosen) -> Undo {
        let (Chosen::Outcome(number), Some(pending)) = (chosen, position.pending.take()) else {
            unreachable!("only chance moves alone")
        };
        position.state.apply_instructions(&pending.outcomes[usize::from(number)].instruction_list);
        Undo(Some((pending, number)))
    }

    fn undo(&self, position: &mut Position, undo: Undo) {
        position.pending = undo.0.map(|(pending, number)| {
            position.state.reverse_instructions(&pending.outcomes[usize::from(number)].instruction_list);
            pending
        });
    }

    fn bounds(&self, _: &Position) -> Bounds<Real> {
        Bounds::new(0.into(), 1.into())
    }
}

impl Both<PokeBattle> for Choices {
    fn rows(self, _: &PokeBattle, position: &Position) -> impl Iterator<Item = Chosen> + use<> {
        position.state.root_get_all_options().0.into_iter().map(Chosen::Choice)
    }

    fn columns(self, _: &PokeBattle, position: &Position) -> impl Iterator<Item = Chosen> + use<> {
        position.state.root_get_all_options().1.into_iter().map(Chosen::Choice)
    }

    fn play(self, game: &PokeBattle, position: &mut Position, row: Chosen, column: Chosen) -> Undo {
        let (Chosen::Choice(one), Chosen::Choice(two)) = (row, column) else { unreachable!("both choose") };
        let outcomes = generate_instructions_from_move_pair(&mut position.state, &one, &two, game.damage_rolls);
        position.pending = Some(Pending { choices: [one, two], outcomes });
        Undo(None)
    }
}

impl Chance<PokeBattle> for Happening {
    fn outcomes(self, _: &PokeBattle, position: &Position) -> impl Iterator<Item = (u64, Chosen)> + use<> {
        let outcomes = position.pending.iter().flat_map(|pending| &pending.outcomes);
        let weights: Vec<_> = outcomes.map(weight).collect();
        weights.into_iter().zip((0..=u8::MAX).map(Chosen::Outcome))
    }

    fn range(self, _: &PokeBattle, _: &Position) -> Option<Bounds<Real>> {
        Some(Bounds::new(0.into(), 1.into()))
    }
}

/// A percentage as a whole number.
pub fn weight(outcome: &StateInstructions) -> u64 {
    (f64::from(outcome.percentage) * 1e4).round().max(1.0) as u64
}

impl Evaluate for PokeBattle {
    fn evaluate(&self, position: &Position) -> Real {
        let points = f64::from(evaluate(&position.state));
        Real::new(1.0 / (1.0 + (-STEEPNESS * points).exp())).unwrap_or_default()
    }
}

impl Keyed for PokeBattle {
    /// 128 bits of all that changes in a battle.
    type Key = [u64; 2];

    fn key(&self, position: &Position) -> [u64; 2] {
        let state = &position.state;
        let mut key = [0, 1];
        let mut add = |word: u64| key = key.map(|half: u64| Random::mix(half.rotate_left(7) ^ word));
        for choice in position.pending.iter().flat_map(|pending| pending.choices) {
            add(match choice {
                MoveChoice::None => 1,
                MoveChoice::Move(index) => 8 + index as u64,
                MoveChoice::Switch(index) => 16 + index as u64,
                MoveChoice::MoveTera(index) => 24 + index as u64,
                MoveChoice::MoveMega(index) => 32 + index as u64,
                MoveChoice::TeamPreview(one, two, three) => 64 | one as u64 | (two as u64) << 8 | (three as u64) << 16,
            });
        }
        for side in [&state.side_one, &state.side_two] {
            add_side(side, &mut add);
        }
        let (weather, terrain) = (&state.weather, &state.terrain);
        add(weather.weather_type as u64 | (weather.turns_remaining as u8 as u64) << 8);
        add(terrain.terrain_type as u64 | (terrain.turns_remaining as u8 as u64) << 8);
        add(u64::from(state.trick_room.active) | (state.trick_room.turns_remaining as u8 as u64) << 8);
        key
    }
}

fn add_side(side: &Side, add: &mut impl FnMut(u64)) {
    let bytes = |numbers: [i8; 8]| u64::from_le_bytes(numbers.map(|number| number as u8));
    let flags = [side.baton_passing, side.shed_tailing, side.force_switch, side.force_trapped, side.slow_uturn_move];
    let flags = flags.into_iter().fold(side.active_index as u64, |all, flag| all << 1 | u64::from(flag));
    let last = match side.last_used_move {
        LastUsedMove::Move(index) => 8 + index as u64,
        LastUsedMove::Switch(index) => 16 + index as u64,
        LastUsedMove::None => 0,
    };
    add(flags | last << 16 | (side.substitute_health as u16 as u64) << 24 | (side.wish.1 as u16 as u64) << 40);
    add(side.volatile_statuses.0 as u64);
    add((side.volatile_statuses.0 >> 64) as u64);
    let boosts = [side.attack_boost, side.defense_boost, side.special_attack_boost, side.special_defense_boost];
    let [attack, defense, special_attack, special_defense] = boosts;
    let rest = [side.speed_boost, side.accuracy_boost, side.evasion_boost, side.wish.0];
    add(bytes([attack, defense, special_attack, special_defense, rest[0], rest[1], rest[2], rest[3]]));
    let (c, d) = (&side.side_conditions, &side.volatile_status_durations);
    add(bytes([
        c.aurora_veil,
        c.crafty_shield,
        c.healing_wish,
        c.light_screen,
        c.lucky_chant,
        c.lunar_dance,
        c.mat_block,
        c.mist,
    ]));
    add(bytes([c.protect, c.quick_guard, c.reflect, c.safeguard, c.spikes, c.stealth_rock, c.sticky_web, c.tailwind]));
    add(bytes([
        c.toxic_count,
        c.toxic_spikes,
        c.wide_guard,
        d.confusion,
        d.encore,
        d.lockedmove,
        d.slowstart,
        d.taunt,
    ]));
    add(bytes([
        d.yawn,
        side.future_sight.0,
        side.future_sight.1 as i8,
        side.damage_dealt.hit_substitute as i8,
        side.damage_dealt.move_category as i8,
        0,
        0,
        0,
    ]));
    add(side.damage_dealt.damage as u16 as u64 | (side.switch_out_move_second_saved_move as u64) << 16);
    for pokemon in &side.pokemon {
        let forme = pokemon.id as u64 | (pokemon.ability as u64) << 16 | (pokemon.item as u64) << 32;
        let types = pokemon.types.0 as u64 | (pokemon.types.1 as u64) << 8;
        add(pokemon.hp as u16 as u64
            | types << 16
            | (pokemon.status as u64) << 32
            | (pokemon.rest_turns as u8 as u64) << 40
            | (pokemon.sleep_turns as u8 as u64) << 48);
        add(forme | u64::from(pokemon.terastallized) << 48 | u64::from(pokemon.mega_evolved) << 49);
        let moves = &pokemon.moves;
        for known in moves {
            add(known.pp as u8 as u64 | u64::from(known.disabled) << 8 | (known.id as u64) << 16);
        }
    }
}
