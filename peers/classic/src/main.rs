//! Secateur beside the crate `minimax` 0.6.0 and beside hand-written code, in one run. See README.md.

mod by_hand;
mod contest;
mod crate_games;
mod node_rate;
mod report;

fn main() {
    let contests = node_rate::contests(7);
    for contest in &contests {
        print!("{}", report::text(contest));
    }
}
