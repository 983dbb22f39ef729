//! Keys without their types: a few words that are equal for equal keys and different for different ones.

use std::any::Any;
use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hash};
use std::sync::{Mutex, PoisonError};

use secateur_game::Random;
use secateur_search::table::TableKey;

/// What a position is remembered under, whatever game it belongs to. Only keys of one game can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyKey([u64; 4]);

impl TableKey for AnyKey {
    const WORDS: usize = 4;

    #[inline]
    fn write(self, words: &mut [u64]) {
        words.copy_from_slice(&self.0);
    }

    #[inline]
    fn scatter(self) -> u64 {
        self.0.iter().fold(0, |scattered, &word| Random::mix(scattered ^ word))
    }
}

/// How a game's own keys become words.
pub(crate) enum Keys<K> {
    /// They are a few words already.
    Words(fn(&K) -> AnyKey),
    /// They are numbered in the order in which they come up.
    Numbered(Numbers<K>),
}

impl<K: Clone + Eq + Hash + 'static> Keys<K> {
    pub(crate) fn key(&self, key: &K) -> AnyKey {
        match self {
            Self::Words(words) => words(key),
            Self::Numbered(numbers) => primitive(key).unwrap_or_else(|| numbers.number(key)),
        }
    }

    /// For keys of which no more is known than that they can be compared.
    pub(crate) fn numbered() -> Self {
        Self::Numbered(Numbers::default())
    }
}

impl<K: TableKey> Keys<K> {
    /// For keys that a table can store.
    pub(crate) fn words() -> Self {
        Self::Words(|&key| {
            let mut words = [0; 4];
            key.write(&mut words[..K::WORDS]);
            AnyKey(words)
        })
    }
}

/// The words of keys that are numbers, which need no list.
fn primitive<K: 'static>(key: &K) -> Option<AnyKey> {
    let key: &dyn Any = key;
    let halves = |key: u128| [key as u64, (key >> 64) as u64];
    if let Some(&key) = key.downcast_ref::<u32>() {
        return Some(AnyKey([key.into(), 0, 0, 0]));
    }
    if let Some(&key) = key.downcast_ref::<u64>() {
        return Some(AnyKey([key, 0, 0, 0]));
    }
    if let Some(&key) = key.downcast_ref::<u128>() {
        let [low, high] = halves(key);
        return Some(AnyKey([low, high, 0, 0]));
    }
    if let Some(&(one, other)) = key.downcast_ref::<(u64, u64)>() {
        return Some(AnyKey([one, other, 0, 0]));
    }
    if let Some(&(one, other)) = key.downcast_ref::<(u64, u32)>() {
        return Some(AnyKey([one, other.into(), 0, 0]));
    }
    let &(one, other) = key.downcast_ref::<(u128, u16)>()?;
    let [low, high] = halves(one);
    Some(AnyKey([low, high, other.into(), 0]))
}

/// How many lists there are, so that threads seldom wait for each other.
const LISTS: usize = 64;

/// Numbers for keys, in the order in which they come up. Keeps every key for as long as the game lives.
pub(crate) struct Numbers<K> {
    lists: Vec<Mutex<HashMap<K, u64>>>,
    scatter: RandomState,
}

impl<K> Default for Numbers<K> {
    fn default() -> Self {
        Self { lists: (0..LISTS).map(|_| Mutex::default()).collect(), scatter: RandomState::new() }
    }
}

impl<K: Clone + Eq + Hash> Numbers<K> {
    fn number(&self, key: &K) -> AnyKey {
        let list = (self.scatter.hash_one(key) % LISTS as u64) as usize;
        let mut known = self.lists[list].lock().unwrap_or_else(PoisonError::into_inner);
        let next = known.len() as u64;
        let number = match known.get(key) {
            Some(&number) => number,
            None => *known.entry(key.clone()).or_insert(next),
        };
        AnyKey([number * LISTS as u64 + list as u64, 0, 0, 0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_keys_stay_different_and_equal_ones_equal() {
        let numbered: Keys<String> = Keys::numbered();
        let keys: Vec<String> = (0..1000u32).map(|number| format!("{number:b}")).collect();
        let words: Vec<AnyKey> = keys.iter().map(|key| numbered.key(key)).collect();
        for (key, word) in keys.iter().zip(&words) {
            assert_eq!(numbered.key(key), *word);
        }
        let distinct: std::collections::HashSet<_> = words.iter().collect();
        assert_eq!(distinct.len(), keys.len());
        let large: Keys<u128> = Keys::words();
        assert_ne!(large.key(&1), large.key(&(1 << 64)));
        let unlisted: Keys<(u128, u16)> = Keys::numbered();
        assert_ne!(unlisted.key(&(1 << 64, 0)), unlisted.key(&(1, 0)));
        assert_eq!(unlisted.key(&(7, 3)), AnyKey([7, 0, 3, 0]));
    }
}
