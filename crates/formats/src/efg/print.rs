//! A game as Gambit writes it.

use std::fmt;

use super::{ExtensiveForm, Side};

impl fmt::Display for ExtensiveForm {
    /// Writes a file that reads back as the same game. Names are repeated at every node, as Gambit itself does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.players;
        writeln!(f, "EFG 2 R {} {{ {} {} }}", quoted(&self.title), quoted(first), quoted(second))?;
        writeln!(f, "{}\n", quoted(&self.comment))?;
        for node in &self.nodes {
            match node.mover {
                None => write!(f, "t {}", quoted(&node.name))?,
                Some(mover) => {
                    let set = self.set(mover);
                    match mover.side {
                        Side::Chance => write!(f, "c {}", quoted(&node.name))?,
                        side => write!(f, "p {} {}", quoted(&node.name), side as usize + 1)?,
                    }
                    write!(f, " {} {} {{", set.number, quoted(&set.name))?;
                    for (place, action) in set.actions.iter().enumerate() {
                        write!(f, " {}", quoted(action))?;
                        if let Some(likely) = set.probabilities.get(place) {
                            write!(f, " {likely}")?;
                        }
                    }
                    f.write_str(" }")?;
                }
            }
            match node.outcome {
                None => writeln!(f, " 0")?,
                Some(outcome) => {
                    let outcome = &self.outcomes[outcome];
                    let [one, two] = &outcome.payoffs;
                    writeln!(f, " {} {} {{ {one}, {two} }}", outcome.number, quoted(&outcome.name))?;
                }
            }
        }
        Ok(())
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
