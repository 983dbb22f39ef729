//! Random teams, of types, strengths and moves that are drawn: six against the same six.

use std::sync::LazyLock;

use poke_engine::choices::Choices;
use poke_engine::engine::abilities::Abilities;
use poke_engine::engine::items::Items;
use poke_engine::pokemon::PokemonName;
use poke_engine::state::{Pokemon, PokemonIndex, PokemonMoveIndex, PokemonType, Side, State};
use secateur_game::Random;

const TYPES: [PokemonType; 17] = [
    PokemonType::NORMAL,
    PokemonType::FIRE,
    PokemonType::WATER,
    PokemonType::ELECTRIC,
    PokemonType::GRASS,
    PokemonType::ICE,
    PokemonType::FIGHTING,
    PokemonType::POISON,
    PokemonType::GROUND,
    PokemonType::FLYING,
    PokemonType::PSYCHIC,
    PokemonType::BUG,
    PokemonType::ROCK,
    PokemonType::GHOST,
    PokemonType::DRAGON,
    PokemonType::DARK,
    PokemonType::STEEL,
];

/// Moves that hit, and moves that do something else.
const HITS: &str = "tackle bodyslam doubleedge return flamethrower fireblast flareblitz surf hydropump waterfall thunderbolt \
    thunder wildcharge gigadrain energyball seedbomb icebeam blizzard icepunch closecombat brickbreak focusblast sludgebomb \
    poisonjab earthquake earthpower airslash bravebird psychic zenheadbutt bugbuzz xscissor stoneedge rockslide shadowball \
    shadowclaw dragonclaw dragonpulse outrage darkpulse crunch ironhead flashcannon quickattack extremespeed";
const OTHERS: &str = "swordsdance calmmind dragondance nastyplot recover roost protect substitute toxic thunderwave willowisp \
    stealthrock spikes leechseed lightscreen reflect uturn rapidspin batonpass encore taunt";
const ITEMS: [Items; 4] = [Items::LEFTOVERS, Items::LIFEORB, Items::NONE, Items::LUMBERRY];
const ABILITIES: [Abilities; 5] =
    [Abilities::NONE, Abilities::LEVITATE, Abilities::INTIMIDATE, Abilities::NATURALCURE, Abilities::WATERABSORB];

static POOLS: LazyLock<[Vec<Choices>; 2]> = LazyLock::new(|| {
    [HITS, OTHERS].map(|words| {
        let known = words.split_whitespace().filter_map(|word| word.parse().ok());
        known.filter(|&choice: &Choices| choice as u16 != Choices::NONE as u16).collect()
    })
});

/// A battle in which both sides have the same random team.
pub fn mirrored(seed: u64) -> State {
    let mut random = Random::new(seed);
    let mut side = Side::default();
    let places =
        [PokemonIndex::P0, PokemonIndex::P1, PokemonIndex::P2, PokemonIndex::P3, PokemonIndex::P4, PokemonIndex::P5];
    for (number, place) in places.into_iter().enumerate() {
        side.pokemon[place] = pokemon(number, &mut random);
    }
    State { side_two: side.clone(), side_one: side, ..State::default() }
}

fn pokemon(number: usize, random: &mut Random) -> Pokemon {
    let mut drawn = |from: u64, to: u64| (from + random.below(to - from)) as i16;
    let hp = drawn(250, 380);
    let [attack, defense, special_attack, special_defense, speed] = [0; 5].map(|_| drawn(150, 330));
    let first = *random.choose(&TYPES).unwrap_or(&TYPES[0]);
    let second = if random.below(2) == 0 { PokemonType::TYPELESS } else { TYPES[random.below(17) as usize] };
    let types = (first, if second == first { PokemonType::TYPELESS } else { second });
    let (item, ability) = (ITEMS[random.below(4) as usize], ABILITIES[random.below(5) as usize]);
    let mut pokemon = Pokemon {
        // The names stand for nothing: what a fighter can do was drawn.
        id: [
            PokemonName::PIDGEY,
            PokemonName::EKANS,
            PokemonName::RATTATA,
            PokemonName::SPEAROW,
            PokemonName::WEEDLE,
            PokemonName::CATERPIE,
        ][number],
        types,
        base_types: types,
        hp,
        maxhp: hp,
        attack,
        defense,
        special_attack,
        special_defense,
        speed,
        item,
        ability,
        base_ability: ability,
        ..Pokemon::default()
    };
    let mut chosen: Vec<Choices> = Vec::new();
    while chosen.len() < 4 {
        let pool = &POOLS[usize::from(chosen.len() == 3 || (chosen.len() == 2 && random.below(2) == 0))];
        let next = pool[random.below(pool.len() as u64) as usize];
        if chosen.iter().all(|&known| known as u16 != next as u16) {
            chosen.push(next);
        }
    }
    let slots = [PokemonMoveIndex::M0, PokemonMoveIndex::M1, PokemonMoveIndex::M2, PokemonMoveIndex::M3];
    for (slot, choice) in slots.into_iter().zip(chosen) {
        pokemon.replace_move(slot, choice);
        pokemon.moves[&slot].pp = 24;
    }
    pokemon
}
