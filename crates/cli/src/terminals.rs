//! `secateur positions`: the handout's `printTerminalPositions`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use secateur_catalogue::games::{AlternatingGame, LatticeGame, Visit, visit};
use secateur_catalogue::{ChanceGame, JointGame};
use secateur_game::{Alternating, Describe};
use secateur_games::Parameters;
use secateur_search::terminals;

use crate::arguments::Positions;
use crate::numbers::grouped;

/// Prints every position in which the game is over, or how many there are.
pub(crate) fn run(arguments: &Positions, out: &mut impl Write) -> Result<ExitCode> {
    let parameters = Parameters::parse(&arguments.game.parameters)?;
    visit(&arguments.game.game, &parameters, Print { arguments, out })?
}

struct Print<'a, W> {
    arguments: &'a Positions,
    out: &'a mut W,
}

impl<W: Write> Print<'_, W> {
    fn print<G: Alternating + Describe>(self, game: &G) -> Result<ExitCode> {
        let depth = self.arguments.depth.unwrap_or(u32::MAX);
        let seen = terminals(game, &mut game.start(), depth, &mut |position, value| {
            let (board, worth) = (game.show(position), game.show_value(value));
            if !self.arguments.count && writeln!(self.out, "{board}\n{worth}\n").is_err() {
                // Nobody reads on, and the walk may have far to go.
                std::process::exit(0);
            }
        });
        let (all, over) = (grouped(seen.positions), grouped(seen.over));
        writeln!(self.out, "{all} positions, of which {over} are over")?;
        Ok(ExitCode::SUCCESS)
    }
}

impl<W: Write> Visit for Print<'_, W> {
    type Answer = Result<ExitCode>;

    fn alternating<G: AlternatingGame>(self, game: G) -> Self::Answer {
        self.print(&game)
    }

    fn lattice<G: LatticeGame>(self, game: G) -> Self::Answer {
        self.print(&game)
    }

    fn chance<G: ChanceGame>(self, _: G) -> Self::Answer {
        bail!("expected a game in which Max and Min move one at a time, found one with chance")
    }

    fn joint<G: JointGame>(self, _: G) -> Self::Answer {
        bail!("expected a game in which Max and Min move one at a time, found one with simultaneous moves")
    }
}
