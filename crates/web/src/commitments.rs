//! What the engine has promised to play, before it knows what its opponent plays.
//!
//! Where both move at once, the engine draws its move first and shows a SHA-256 of it and of a secret. Once the opponent has
//! moved, both are shown, and anybody can compute that it is the same.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write;

use sha2::{Digest, Sha256};

/// So many promises are kept; the oldest are forgotten first.
const MOST: usize = 4_096;

/// A promise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Commitment {
    /// The move.
    pub(crate) chosen: String,
    /// What keeps the move from being found by trying: 128 bits in hexadecimal digits.
    pub(crate) secret: String,
    /// The position that it was made in, so that it cannot be called in elsewhere.
    pub(crate) position: String,
    /// What the opponent has shown for it; after that nothing else counts.
    pub(crate) answered: Option<String>,
}

impl Commitment {
    /// The SHA-256 of the secret, a colon and the move, in hexadecimal digits.
    pub(crate) fn hash(&self) -> String {
        hexadecimal(&Sha256::digest(format!("{}:{}", self.secret, self.chosen)))
    }
}

/// The promises that were not yet called in.
#[derive(Debug, Default)]
pub(crate) struct Commitments {
    made: HashMap<String, Commitment>,
    order: VecDeque<String>,
}

impl Commitments {
    /// Keeps a promise; returns what may be shown of it.
    pub(crate) fn make(&mut self, commitment: Commitment) -> String {
        let hash = commitment.hash();
        self.made.insert(hash.clone(), commitment);
        self.order.push_back(hash.clone());
        while self.order.len() > MOST {
            if let Some(oldest) = self.order.pop_front() {
                self.made.remove(&oldest);
            }
        }
        hash
    }

    /// The promise with this hash.
    pub(crate) fn get(&mut self, hash: &str) -> Option<&mut Commitment> {
        self.made.get_mut(hash)
    }
}

/// Bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_promise_hides_its_move_and_is_forgotten_in_the_end() {
        let promise = |secret: usize| Commitment {
            chosen: "7".to_owned(),
            secret: format!("{secret:032x}"),
            position: String::new(),
            answered: None,
        };
        let mut kept = Commitments::default();
        let first = kept.make(promise(0));
        assert_ne!(first, promise(1).hash());
        assert_eq!(kept.get(&first), Some(&mut promise(0)));
        for secret in 1..=MOST {
            kept.make(promise(secret));
        }
        assert_eq!(kept.get(&first), None);
        assert_eq!(kept.made.len(), MOST);
    }

    #[test]
    fn hashes_are_those_of_everybody() {
        assert!(hexadecimal(&Sha256::digest("abc")).starts_with("ba7816bf8f01cfea414140de5dae2223"));
    }
}
