//! Values of lattices without their types.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use secateur_value::Lattice;

/// An element of any lattice. Only elements of one lattice can be compared, joined or met.
#[derive(Clone)]
pub struct Element(Arc<dyn Inner>);

trait Inner: Any + Send + Sync + fmt::Debug {
    fn equal(&self, other: &dyn Any) -> bool;
    fn join(&self, other: &dyn Any) -> Element;
    fn meet(&self, other: &dyn Any) -> Element;
    fn at_most(&self, other: &dyn Any) -> bool;
    fn join_assign(&mut self, other: &dyn Any);
    fn meet_assign(&mut self, other: &dyn Any);
    fn coarsen_down(&mut self);
    fn coarsen_up(&mut self);
    fn copied(&self) -> Element;
    fn heap_bytes(&self) -> usize;
    fn size(&self) -> usize;
}

/// The other element, which is of the same lattice.
fn own<V: 'static>(other: &dyn Any) -> &V {
    let Some(own) = other.downcast_ref() else {
        unreachable!("elements of one lattice are compared with each other");
    };
    own
}

impl<V: Lattice + Send + Sync + 'static> Inner for V {
    fn equal(&self, other: &dyn Any) -> bool {
        self == own::<V>(other)
    }
    fn join(&self, other: &dyn Any) -> Element {
        Element::new(Lattice::join(self, own(other)))
    }
    fn meet(&self, other: &dyn Any) -> Element {
        Element::new(Lattice::meet(self, own(other)))
    }
    fn at_most(&self, other: &dyn Any) -> bool {
        Lattice::at_most(self, own(other))
    }
    fn join_assign(&mut self, other: &dyn Any) {
        Lattice::join_assign(self, own(other));
    }
    fn meet_assign(&mut self, other: &dyn Any) {
        Lattice::meet_assign(self, own(other));
    }
    fn coarsen_down(&mut self) {
        Lattice::coarsen_down(self);
    }
    fn coarsen_up(&mut self) {
        Lattice::coarsen_up(self);
    }
    fn copied(&self) -> Element {
        Element::new(self.clone())
    }
    fn heap_bytes(&self) -> usize {
        Lattice::heap_bytes(self)
    }
    fn size(&self) -> usize {
        size_of::<V>()
    }
}

impl Element {
    /// An element of a lattice, without its type.
    pub fn new<V: Lattice + Send + Sync + 'static>(value: V) -> Self {
        Self(Arc::new(value))
    }

    /// The element, if it is one of this lattice.
    pub fn get<V: Lattice + Send + Sync + 'static>(&self) -> Option<&V> {
        let inner: &dyn Any = &*self.0;
        inner.downcast_ref()
    }

    /// The element, to be changed: a copy of its own if somebody else has it, too.
    fn changed(&mut self) -> &mut dyn Inner {
        if Arc::get_mut(&mut self.0).is_none() {
            *self = self.0.copied();
        }
        let Some(inner) = Arc::get_mut(&mut self.0) else {
            unreachable!("nobody else has a copy that was just made");
        };
        inner
    }
}

impl fmt::Debug for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equal(&*other.0)
    }
}

impl Lattice for Element {
    fn join(&self, other: &Self) -> Self {
        self.0.join(&*other.0)
    }
    fn meet(&self, other: &Self) -> Self {
        self.0.meet(&*other.0)
    }
    fn at_most(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.at_most(&*other.0)
    }
    fn join_assign(&mut self, other: &Self) {
        self.changed().join_assign(&*other.0);
    }
    fn meet_assign(&mut self, other: &Self) {
        self.changed().meet_assign(&*other.0);
    }
    fn coarsen_down(&mut self) {
        self.changed().coarsen_down();
    }
    fn coarsen_up(&mut self) {
        self.changed().coarsen_up();
    }
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes() + self.0.size()
    }
}

#[cfg(test)]
mod tests {
    use secateur_value::{Family, Set, Subset};

    use super::*;

    /// An element does what its lattice does, also where several have it.
    #[test]
    fn elements_are_what_they_are_made_of() {
        let sets: Vec<Set<1>> =
            (0..6u32).map(|seed| Set::of(8, (0..8).filter(|item| (seed * 37) >> item & 1 == 1))).collect();
        for a in &sets {
            for b in &sets {
                let (one, other) = (Element::new(*a), Element::new(*b));
                let shared = one.clone();
                let mut joined = one.clone();
                Lattice::join_assign(&mut joined, &other);
                assert_eq!((joined.get(), shared.get()), (Some(&Lattice::join(a, b)), Some(a)));
                assert_eq!(Lattice::meet(&one, &other).get(), Some(&Lattice::meet(a, b)));
                assert_eq!((Lattice::at_most(&one, &other), one == other), (Lattice::at_most(a, b), a == b));
                assert_eq!(one.get::<Family<Set<1>>>(), None);
            }
        }
    }
}
