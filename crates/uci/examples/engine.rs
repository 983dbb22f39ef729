//! The engine alone, without the rest of the program: quicker to build.
//!
//!     cargo build --release -p secateur-uci --example engine

use std::io;

fn main() {
    secateur_uci::run(io::stdin().lock(), secateur_uci::Output::to(io::stdout()));
}
