//! The laws of a lattice as property tests that any implementation can run.
//!
//! With the feature `laws` this module is public to other crates. Feed it random elements:
//!
//! ```
//! use secateur_value::laws;
//!
//! // In a test crate this stands in a `proptest!` block, with random elements.
//! laws::distributive_lattice(&3u8, &7, &5).unwrap();
//! laws::chain(3u8, 7).unwrap();
//! ```

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;

use crate::{Bounds, Chain, Lattice, Window};

/// Join and meet are idempotent, commutative, associative, absorb and distribute over each other; the order is the one
/// that they induce; the in-place forms agree; coarse forms lie on their sides; and clamping, the one operation that searches build on them, is
/// monotone and idempotent.
pub fn distributive_lattice<V: Lattice>(a: &V, b: &V, c: &V) -> TestCaseResult {
    prop_assert_eq!(&a.join(a), a, "join is idempotent");
    prop_assert_eq!(&a.meet(a), a, "meet is idempotent");
    prop_assert_eq!(a.join(b), b.join(a), "join commutes");
    prop_assert_eq!(a.meet(b), b.meet(a), "meet commutes");
    prop_assert_eq!(a.join(&b.join(c)), a.join(b).join(c), "join associates");
    prop_assert_eq!(a.meet(&b.meet(c)), a.meet(b).meet(c), "meet associates");
    prop_assert_eq!(&a.join(&a.meet(b)), a, "join absorbs meet");
    prop_assert_eq!(&a.meet(&a.join(b)), a, "meet absorbs join");
    prop_assert_eq!(a.join(&b.meet(c)), a.join(b).meet(&a.join(c)), "join distributes over meet");
    prop_assert_eq!(a.meet(&b.join(c)), a.meet(b).join(&a.meet(c)), "meet distributes over join");

    prop_assert_eq!(a.at_most(b), a.join(b) == *b, "the order is the join's");
    prop_assert_eq!(a.at_most(b), a.meet(b) == *a, "the order is the meet's");
    prop_assert!(a.meet(b).at_most(a) && a.at_most(&a.join(b)), "meet is below, join above");

    let mut joined = a.clone();
    joined.join_assign(b);
    prop_assert_eq!(joined, a.join(b), "join in place agrees");
    let mut met = a.clone();
    met.meet_assign(b);
    prop_assert_eq!(met, a.meet(b), "meet in place agrees");

    let (mut below, mut above) = (a.clone(), a.clone());
    below.coarsen_down();
    above.coarsen_up();
    prop_assert!(below.at_most(a) && a.at_most(&above), "coarse elements lie below and above");

    let window = Window::new(a.meet(b), a.join(b));
    let clamped = window.clamp(c);
    prop_assert_eq!(&window.clamp(&clamped), &clamped, "clamping twice changes nothing");
    prop_assert!(
        Bounds::new(window.alpha.clone(), window.beta.clone()).contains(&clamped),
        "a clamped value lies inside"
    );
    prop_assert!(window.clamp(&c.meet(b)).at_most(&clamped), "clamping is monotone");
    Ok(())
}

/// Any two elements are comparable, join is the maximum, and neighbours are next to each other.
pub fn chain<V: Chain>(a: V, b: V) -> TestCaseResult {
    prop_assert!(a.at_most(&b) || b.at_most(&a), "any two elements are comparable");
    prop_assert_eq!(a.join(&b), a.max(b), "join is the maximum");
    prop_assert_eq!(a.meet(&b), a.min(b), "meet is the minimum");
    prop_assert!(V::LEAST <= a && a <= V::GREATEST, "the ends are ends");
    for (x, up) in [(a, a.next_up()), (b, b.next_up())] {
        prop_assert!(up > x || x == V::GREATEST, "the next element is greater");
        prop_assert!(up.next_down() == x || up == x, "down undoes up");
    }
    prop_assert!(!(a < b && b < a.next_up()), "nothing lies between neighbours");
    let middle = a.halfway(b);
    prop_assert!(a.min(b) <= middle && middle <= a.max(b), "a midpoint lies between");
    if a < b {
        prop_assert!(middle < b || middle == V::GREATEST, "a midpoint leaves the second end");
    }
    Ok(())
}
