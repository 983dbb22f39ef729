//! scratch
#![allow(clippy::print_stdout)]
use secateur_games::{ConnectFour, connect_four::ColumnOrder};
use secateur_search::*;
fn main() {
    let d: u32 = std::env::args().nth(1).unwrap().parse().unwrap();
    let left = std::env::args().nth(2).unwrap() == "left";
    let game = ConnectFour::standard().scored(secateur_games::connect_four::Score::Distance).ordered(if left { ColumnOrder::LeftToRight } else { ColumnOrder::CentreFirst });
    let o = Search::new(&game).limits(Limits::none().depth(d)).horizon(Constant(0)).window(secateur_value::Window::new(-1,1)).alpha_beta();
    println!("{:?} {:?} {} M/s", o.estimate, o.statistics, o.statistics.visits as f64/o.statistics.time.as_secs_f64()/1e6);
    let o = Search::new(&game).limits(Limits::none().depth(d)).horizon(Constant(0)).alpha_beta();
    println!("{:?} {:?} {} M/s", o.estimate, o.statistics, o.statistics.visits as f64/o.statistics.time.as_secs_f64()/1e6);
}
