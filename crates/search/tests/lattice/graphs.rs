//! Small irregular graphs over every lattice, and the plain definition of their values.

use secateur_game::{Game, Player, Random, Turn};
use secateur_games::dag::{Dag, Element, Place, Space};
use secateur_value::{Bounds, Diagram, Dual, Family, Lattice, Set, Subset, WideSet};

pub(crate) const GROUND: usize = 5;

/// A lattice that elements can be drawn from.
pub(crate) trait Drawable: Lattice + Send + Sync {
    fn ends() -> Bounds<Self>;
    fn draw(random: &mut Random) -> Self;
}

impl Drawable for i8 {
    fn ends() -> Bounds<Self> {
        Bounds::new(-3, 3)
    }
    fn draw(random: &mut Random) -> Self {
        random.below(7) as i8 - 3
    }
}

macro_rules! drawable_sets {
    ($($type:ty),*) => {$(
        impl Drawable for $type {
            fn ends() -> Bounds<Self> {
                Bounds::new(Self::empty(GROUND), Self::full(GROUND))
            }
            fn draw(random: &mut Random) -> Self {
                let bits = random.next_u64();
                Self::of(GROUND, (0..GROUND).filter(|i| bits >> i & 1 == 1))
            }
        }
    )*};
}
drawable_sets!(Set<1>, Set<3>, WideSet);

impl<S: Subset + Drawable> Drawable for Family<S> {
    fn ends() -> Bounds<Self> {
        Bounds::new(Self::none(), Self::every(GROUND))
    }
    fn draw(random: &mut Random) -> Self {
        let count = random.below(4);
        Self::of((0..count).map(|_| S::draw(random)))
    }
}

impl Drawable for Diagram {
    fn ends() -> Bounds<Self> {
        Bounds::new(Self::none(GROUND), Self::every(GROUND))
    }
    fn draw(random: &mut Random) -> Self {
        Self::of(GROUND, Family::<Set<1>>::draw(random).sets())
    }
}

impl<A: Drawable, B: Drawable> Drawable for (A, B) {
    fn ends() -> Bounds<Self> {
        let (a, b) = (A::ends(), B::ends());
        Bounds::new((a.lower, b.lower), (a.upper, b.upper))
    }
    fn draw(random: &mut Random) -> Self {
        (A::draw(random), B::draw(random))
    }
}

impl<V: Drawable> Drawable for Dual<V> {
    fn ends() -> Bounds<Self> {
        let Bounds { lower, upper } = V::ends();
        Bounds::new(Self(upper), Self(lower))
    }
    fn draw(random: &mut Random) -> Self {
        Self(V::draw(random))
    }
}

impl Drawable for Element {
    fn ends() -> Bounds<Self> {
        let (set, family) = (WideSet::ends(), Family::<WideSet>::ends());
        let element = |set, family| Self::Product(vec![Self::Set(set), Self::Dual(Box::new(Self::Family(family)))]);
        Bounds::new(element(set.lower, family.upper), element(set.upper, family.lower))
    }
    fn draw(random: &mut Random) -> Self {
        let family = Self::Family(Family::draw(random));
        Self::Product(vec![Self::Set(WideSet::draw(random)), Self::Dual(Box::new(family))])
    }
}

/// A graph with up to 24 nodes: any number of children, leaves at any depth, labels by a coin, paths that meet.
pub(crate) fn irregular<V: Drawable>(seed: u64) -> Dag<V> {
    let mut random = Random::new(Random::mix(seed));
    let nodes = 1 + random.below(24) as u32;
    let mut graph = Dag::builder(Space::Product(Vec::new()), V::ends());
    for node in 0..nodes {
        let later = nodes - node - 1;
        if later == 0 || (node > 0 && random.below(4) == 0) {
            graph.leaf(V::draw(&mut random)).unwrap();
        } else {
            // Near children make the graph deep, far ones make it shallow.
            let reach = 1 + random.below(later.into());
            let children: Vec<u32> = (0..=random.below(4)).map(|_| node + 1 + random.below(reach) as u32).collect();
            let player = if random.below(2) == 0 { Player::Max } else { Player::Min };
            graph.choice(player, &children).unwrap();
        }
    }
    graph.finish(0).unwrap()
}

/// The value of a node by the definition, without cuts and without a cache.
pub(crate) fn plain<G: Game<Position = Place, Chance = secateur_game::Never, Both = secateur_game::Never>>(
    game: &G,
    place: &Place,
) -> G::Value {
    let player = match game.turn(place) {
        Turn::Over(value) => return value,
        Turn::Max => Player::Max,
        Turn::Min => Player::Min,
        Turn::Chance(never) => match never {},
        Turn::Both(never) => match never {},
    };
    let values = game.moves(place).map(|chosen| {
        let mut child = *place;
        game.play(&mut child, chosen);
        plain(game, &child)
    });
    match player {
        Player::Max => values.reduce(|a, b| a.join(&b)).unwrap(),
        Player::Min => values.reduce(|a, b| a.meet(&b)).unwrap(),
    }
}

/// Every node that can be reached.
pub(crate) fn reachable<V: Drawable>(game: &Dag<V>) -> Vec<Place> {
    let mut found = vec![game.start()];
    let mut next = 0;
    while let Some(&place) = found.get(next) {
        next += 1;
        if game.turn(&place).is_over() {
            continue;
        }
        for chosen in game.moves(&place) {
            let mut child = place;
            game.play(&mut child, chosen);
            if !found.contains(&child) {
                found.push(child);
            }
        }
    }
    found
}
