//! About how many points a position is worth to whoever is to move.

use super::board::{BAR, HOME, Men};

/// Of 36 throws, how many hit a blot so many points away when nothing is in the way.
const SHOTS: [u8; 25] = [0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3, 2, 3, 0, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1];

/// The estimate: the race, blots that may be hit, points that are held, checkers on the bar.
pub(super) fn equity(own: Men, other: Men, thrown: bool) -> f64 {
    // To be on turn is worth half a throw; with the dice in the hand a little more, as nothing is lost by waiting.
    let (pips, others) = (f64::from(own.pips()), f64::from(other.pips()));
    let lead = others - pips + if thrown { 8.0 } else { 4.0 };
    if own.highest() + other.highest() <= 25 && own.on(BAR) + other.on(BAR) == 0 {
        return chance(lead / (1.0 + 0.115 * (pips + others)) * 2.3, own, other);
    }
    // The other player shoots next; whoever is to move can still save some of the own blots.
    let danger = 0.55 * exposed(own, other) - 0.8 * exposed(other, own);
    let shape = structure(own, other) - structure(other, own);
    chance(lead / 45.0 + shape - danger, own, other)
}

/// A score as points: somewhere between a loss and a win, more or less where a gammon is near.
fn chance(score: f64, own: Men, other: Men) -> f64 {
    let win = score.tanh();
    // Who has taken nothing off while the other has nearly finished loses two points.
    let gammon = |winner: Men, loser: Men| {
        if loser.off() > 0 || loser.pips() < 40 { 0.0 } else { f64::from(winner.off()) / 15.0 }
    };
    win + if win > 0.0 { win * gammon(own, other) } else { win * gammon(other, own) }
}

/// What blots stand to lose.
fn exposed(own: Men, other: Men) -> f64 {
    let mut danger = 0.0;
    let walls = f64::from((1..=HOME).filter(|&point| other.on(point) > 1).count() as u8);
    for blot in (1..BAR).filter(|&point| own.on(point) == 1) {
        let here = 25 - blot;
        let shots =
            (here + 1..=BAR).filter(|&from| other.on(from) > 0).map(|from| SHOTS[usize::from(from - here).min(24)]);
        let hit = shots.fold(1.0, |spared, shots| spared * (1.0 - f64::from(shots) / 36.0));
        // A hit costs the way that was gone, and more where it is hard to come back.
        danger += (1.0 - hit) * (f64::from(here) / 25.0 * 0.6 + 0.15 + 0.12 * walls);
    }
    danger
}

/// Points that are held, mostly those in front of the other's checkers.
fn structure(own: Men, other: Men) -> f64 {
    let held = |point: u8| own.on(point) > 1;
    let mut score = 0.0;
    let behind = other.highest();
    for point in 1..=24u8 {
        if held(point) {
            let blocks = 25 - point < behind;
            score += match point {
                4..=7 if blocks => 0.09,
                1..=HOME if blocks => 0.06,
                8..=12 if blocks => 0.04,
                19..=22 => 0.07, // an anchor in the other's home
                _ => 0.0,
            };
        }
    }
    // Four points in a row and more are hard to pass.
    let mut row: u32 = 0;
    for point in (1..=14u8).filter(|&point| 25 - point < behind) {
        row = if held(point) { row + 1 } else { 0 };
        score += f64::from(row.saturating_sub(2)) * 0.04;
    }
    let walls = (1..=HOME).filter(|&point| held(point)).count();
    // Checkers on the bar, and far behind a wall.
    score += f64::from(other.on(BAR)) * (0.05 + 0.07 * walls as f64);
    // Checkers piled up on one point, or buried deep at home, do little.
    for point in 1..=24u8 {
        score -= f64::from(own.on(point).saturating_sub(4)) * 0.02;
    }
    score - f64::from(own.on(1) + own.on(2)) * 0.015
}
