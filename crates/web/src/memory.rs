//! What the whole program may hold. Tables have a size of their own, but some searches keep lists that grow: past the bound
//! every search is told to stop, and answers with the bounds it has.

use std::sync::{Arc, Weak};
use std::time::Duration;

use crate::house::House;

/// How often to look.
const EVERY: Duration = Duration::from_millis(20);

/// Looks after the memory of a house in a thread of its own, for as long as there is the house. On a system that does not
/// say how much memory a program holds, nothing happens.
pub(crate) fn watch(house: &Arc<House>) {
    let (house, most): (Weak<House>, u64) = (Arc::downgrade(house), house.settings.resident);
    // Without a thread to spare nobody looks; every search still has its own bounds.
    let _ = std::thread::Builder::new().name("memory".to_owned()).spawn(move || {
        while let (Some(held), Some(house)) = (resident(), house.upgrade()) {
            if held > most {
                house.cancel_all();
            }
            drop(house);
            std::thread::sleep(EVERY);
        }
    });
}

/// How many MB this program holds now, where the system says so.
pub(crate) fn resident() -> Option<u64> {
    let said = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = said.split_ascii_whitespace().nth(1)?.parse().ok()?;
    // Pages are 4 KB wherever this is likely to run; larger ones only make the bound stricter than said.
    Some(pages * 4 / 1024)
}
