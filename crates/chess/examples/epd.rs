//! Solves a test suite with so many nodes a position, so that a busy machine changes nothing: `epd FILE NODES EVERY [techniques to switch off]`. The
//! program's `secateur epd` does the same by time.

#![allow(clippy::print_stdout, reason = "a program that talks to people")]

use secateur_chess::engine::{Clock, Engine, Question, Techniques};
use secateur_chess::epd::Exercise;
use secateur_chess::show_san;

fn main() {
    let mut words = std::env::args().skip(1);
    let path = words.next().expect("a file");
    let nodes = words.next().and_then(|word| word.parse().ok()).unwrap_or(100_000);
    let every = words.next().and_then(|word| word.parse().ok()).unwrap_or(1);
    let text = std::fs::read_to_string(path).expect("a readable file");
    let mut engine = Engine::with_megabytes(64).expect("64 MB fit");
    let on = words.fold(Techniques::ALL, |on, name| on.with(&name, false).expect("a technique's name"));
    engine.set_techniques(on);
    let (mut solved, mut points, mut all, mut depths) = (0, 0, 0, 0);
    for line in text.lines().filter(|line| !line.trim().is_empty()).step_by(every) {
        let exercise = Exercise::read(line).expect(line);
        engine.forget();
        let clock = Clock::endless().nodes(nodes);
        let answer = engine.think(&Question::about(exercise.board.clone()), &clock, &mut |_| {});
        let best = answer.best.expect("a move");
        all += 1;
        depths += answer.depth;
        points += exercise.points_of(best);
        if exercise.is_solved_by(best) {
            solved += 1;
        } else if exercise.points.is_empty() {
            println!("{}: {} depth {}", exercise.name, show_san(&exercise.board, best), answer.depth);
        }
    }
    println!("{solved} of {all} solved, {points} points, mean depth {}", depths / all);
}
