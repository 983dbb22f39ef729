//! The evaluator: a fight to the end in which nobody does anything but hit.
//!
//! What an exchange costs depends on who stands opposite whom, so health alone says little: the fighter of the element that beats the
//! other's takes twice as much and loses half. Here both strike, or smash, whichever takes more on average, poison does its part, who is
//! faster is half a blow ahead, and for a fighter that falls the one comes who does best against the enemy in the ring. It is a handful of
//! divisions, with mean blows instead of dice; what switching and protecting could still change is left to the search.

use super::{Action, Battle, MOST, Ring};

/// What a side that wins has for certain, as a part of a win; the rest is how well it still is.
const WON: f64 = 0.4;
/// What being better off is worth when the rounds run out, as a part of a win: nobody has won.
const DRAWN: f64 = 0.25;

/// A side on its way through the fight.
struct Fight {
    health: [f64; MOST],
    poisoned: u8,
    active: usize,
}

impl Fight {
    fn poisons(&self, fighter: usize) -> bool {
        self.poisoned & 1 << fighter != 0
    }
}

impl Battle {
    /// What an attacker of a player takes from a target of the other in a round, on average.
    fn pace(&self, player: usize, attacker: usize, target: usize) -> f64 {
        let (attacker, target) = (&self.teams[player].fighters[attacker], &self.teams[1 - player].fighters[target]);
        let strike = f64::from(Self::force(attacker, target, false, 0));
        let smash = f64::from(Self::force(attacker, target, true, 0)) * f64::from(self.accuracy.min(100)) / 100.0;
        strike.max(smash)
    }

    /// The fighter that does best against the enemy in the ring, of those that stand.
    fn next(&self, player: usize, own: &Fight, enemy: usize, enemy_health: f64) -> Option<usize> {
        let worth = |fighter: usize| {
            let kills = self.pace(player, fighter, enemy) / enemy_health.max(1.0);
            let falls = self.pace(1 - player, enemy, fighter) / own.health[fighter].max(1.0);
            kills - falls
        };
        let standing = (0..usize::from(self.teams[player].size)).filter(|&fighter| own.health[fighter] > 0.0);
        standing.max_by(|&one, &other| worth(one).total_cmp(&worth(other)))
    }

    /// What a round comes to on average, once both have chosen.
    fn on_average(&self, ring: &Ring, chosen: [Action; 2], fights: &mut [Fight; 2]) {
        let (results, count) = self.results(ring, chosen);
        let (mut all, mut lost, mut poisoned) = (0.0, [0.0; 2], [0.0; 2]);
        for &(weight, result) in &results[..count] {
            let Action::Result { lost: by, poisoned: ill } = result else { continue };
            let weight = weight as f64;
            all += weight;
            for player in [0, 1] {
                lost[player] += weight * f64::from(by[player]);
                poisoned[player] += weight * f64::from(u8::from(ill[player]));
            }
        }
        for (player, fight) in fights.iter_mut().enumerate() {
            if poisoned[player] > 0.5 * all {
                fight.poisoned |= 1 << fight.active;
            }
            let tick = if fight.poisons(fight.active) { f64::from(self.poison) } else { 0.0 };
            let health = &mut fight.health[fight.active];
            *health = (*health - lost[player] / all.max(1.0) - tick).max(0.0);
        }
    }

    /// What the fight is worth to Max if it goes on like this.
    pub(super) fn race(&self, ring: &Ring) -> f64 {
        let mut fights = ring.sides.map(|side| Fight {
            health: side.health.map(f64::from),
            poisoned: side.poisoned,
            active: usize::from(side.active),
        });
        let mut rounds = f64::from(ring.rounds);
        if let Some(chosen) = ring.chosen {
            self.on_average(ring, chosen, &mut fights);
            rounds -= 1.0;
        }
        while rounds > 0.0 {
            // Both at once: neither sees whom the other sends.
            let next = [0, 1].map(|player: usize| {
                let (own, enemy) = (&fights[player], &fights[1 - player]);
                let stays = own.health[own.active] > 0.0;
                if stays { Some(own.active) } else { self.next(player, own, enemy.active, enemy.health[enemy.active]) }
            });
            let [Some(max), Some(min)] = next else { return self.ended(&fights, true) };
            (fights[0].active, fights[1].active) = (max, min);
            let active = [fights[0].active, fights[1].active];
            // What each loses in a round, and how long it stands that.
            let loses = [0, 1].map(|player: usize| {
                let ill = if fights[player].poisons(active[player]) { f64::from(self.poison) } else { 0.0 };
                self.pace(1 - player, active[1 - player], active[player]) + ill
            });
            let speed = [0, 1].map(|player: usize| self.teams[player].fighters[active[player]].speed);
            // Who is slower is hit half a round before it hits.
            let ahead = [0, 1].map(|player: usize| if speed[player] > speed[1 - player] { 0.5 } else { 0.0 });
            let stands = [0, 1]
                .map(|player: usize| fights[player].health[active[player]] / loses[player].max(1e-9) + ahead[player]);
            let time = stands[0].min(stands[1]).min(rounds);
            for player in [0, 1] {
                let health = &mut fights[player].health[active[player]];
                let felt = (time - ahead[player]).max(0.0);
                let left = *health - felt * loses[player];
                *health = if left < 1e-6 { 0.0 } else { left };
            }
            // Nobody falls in less than a moment, or rounding would make it endless.
            rounds -= time.max(0.25);
        }
        let beaten = fights.iter().any(|fight| fight.health.iter().all(|&health| health <= 0.0));
        self.ended(&fights, beaten)
    }

    /// The worth of how it ended.
    fn ended(&self, fights: &[Fight; 2], over: bool) -> f64 {
        if self.health_counts {
            let [max, min] = [0, 1].map(|player: usize| fights[player].health.iter().sum::<f64>());
            return max - min;
        }
        let fit = [0, 1].map(|player: usize| {
            let team = &self.teams[player];
            let fighters = 0..usize::from(team.size);
            let parts = fighters.map(|fighter| {
                let part = fights[player].health[fighter] / f64::from(team.fighters[fighter].health.max(1));
                if part > 0.0 { 0.3 + 0.7 * part } else { 0.0 }
            });
            parts.sum::<f64>() / f64::from(team.size.max(1))
        });
        let lead = fit[0] - fit[1];
        match over {
            true if lead != 0.0 => lead.signum() * (WON + (1.0 - WON) * lead.abs().min(1.0)),
            true => 0.0,
            false => DRAWN * lead,
        }
    }
}
