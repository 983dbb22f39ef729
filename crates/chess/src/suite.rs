//! Positions that measurements begin from.

/// Openings, middle games and end games, in FEN.
pub const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1P2BP2/PBQ1N1PP/2RR2K1 b - - 0 15",
    "r1bqkb1r/5ppp/p1np1n2/1p2p3/4P3/N1N5/PPP2PPP/R1BQKB1R w KQkq - 0 9",
    "rnbq1rk1/ppp1bppp/4pn2/3p2B1/2PP4/2N1PN2/PP3PPP/R2QKB1R b KQ - 0 6",
    "4rrk1/1p1nq1pp/p1pb1p2/3p4/3P1P2/2N1PN2/PPQ3PP/2R1R1K1 w - - 0 18",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP1Q1PP/R4RK1 w - - 0 12",
    "3r2k1/pp3ppp/2n1p3/3q4/3P4/2P2N2/P4PPP/1R1Q2K1 w - - 0 22",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/5pk1/4p1p1/3pP2p/r2P1P1P/4K1P1/1R6/8 w - - 0 40",
];

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::notation::read_fen;

    #[test]
    fn they_can_be_read() {
        assert!(POSITIONS.iter().all(|fen| read_fen(fen).is_ok()));
    }
}
