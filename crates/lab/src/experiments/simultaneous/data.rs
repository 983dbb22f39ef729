//! The games, the algorithms and every figure that the paper prints of them.

use secateur_catalogue::defaults;

/// A game of the paper.
pub(super) struct Domain {
    pub(super) name: &'static str,
    pub(super) game: &'static str,
    pub(super) parameters: &'static [&'static str],
    /// The parameter that draws an instance, in which `#` stands for the seed.
    pub(super) seed: Option<&'static str>,
    pub(super) cells: &'static [Cell],
    /// What is known about differences.
    pub(super) note: &'static str,
}

/// An algorithm on a game, with the paper's figures where there are any.
pub(super) struct Cell {
    pub(super) algorithm: &'static str,
    pub(super) expanded: Option<f64>,
    pub(super) seconds: Option<f64>,
    /// How many instances, in the whole and in the small version.
    pub(super) runs: u64,
    pub(super) quick: u64,
}

/// An algorithm with the paper's expansions and seconds, and how many instances it is run on here.
const fn cell(algorithm: &'static str, expanded: Option<f64>, seconds: Option<f64>, runs: u64, quick: u64) -> Cell {
    Cell { algorithm, expanded, seconds, runs, quick }
}

/// An algorithm of which the paper prints nothing.
const fn ours(algorithm: &'static str, runs: u64, quick: u64) -> Cell {
    cell(algorithm, None, None, runs, quick)
}

const BI: &str = "backward-induction";
const DO: &str = "double-oracle";
const BIAB: &str = "serialized";
const DOAB: &str = "double-oracle-alpha-beta";
const JOINT: &str = "joint";
const CACHE: &str = "backward-induction:cache=on";
const LAYERS: &str = defaults::LAYERS;
const HOUR: f64 = 3_600.0;

pub(super) const DOMAINS: &[Domain] = &[
    Domain {
        name: "Goofspiel 7, win",
        game: "goofspiel",
        parameters: &["cards=7", "lowest=0"],
        seed: Some("prizes=random:#"),
        cells: &[
            cell(BI, Some(3.2e7), Some(2.5 * HOUR), 10, 1),
            cell(DO, Some(6e6), Some(1_800.0), 10, 0),
            cell(BIAB, Some(198_986.0), Some(240.0), 10, 1),
            cell(DOAB, Some(79_105.0), Some(180.0), 10, 1),
            ours(CACHE, 10, 1),
            ours(JOINT, 10, 1),
            ours(LAYERS, 10, 1),
        ],
        note: "The paper counts on until the last card: its 3.2e7 positions are all there are. Here a position is over when the lead decides, or when one card each is left.",
    },
    Domain {
        name: "Goofspiel 7, points",
        game: "goofspiel",
        parameters: &["cards=7", "lowest=0", "objective=points"],
        seed: Some("prizes=random:#"),
        cells: &[
            cell(BI, Some(3.2e7), Some(2.5 * HOUR), 10, 0),
            ours(DO, 3, 0),
            cell(BIAB, Some(2e6), Some(1_920.0), 10, 1),
            cell(DOAB, Some(3e5), Some(780.0), 10, 1),
            ours(CACHE, 10, 1),
            ours(JOINT, 10, 1),
            ours(LAYERS, 10, 1),
        ],
        note: "Only the last, forced card is left out here.",
    },
    Domain {
        name: "Goofspiel 5, win",
        game: "goofspiel",
        parameters: &["cards=5", "lowest=0"],
        seed: Some("prizes=random:#"),
        cells: &[
            cell(BI, None, Some(6.0), 10, 3),
            cell(DO, None, Some(3.1), 10, 3),
            cell(BIAB, None, Some(0.64), 10, 3),
            cell(DOAB, None, Some(0.69), 10, 3),
            ours(CACHE, 10, 3),
            ours(JOINT, 10, 3),
            ours(LAYERS, 10, 3),
        ],
        note: "",
    },
    Domain {
        name: "Goofspiel 5, shuffled prizes",
        game: "goofspiel",
        parameters: &["cards=5", "lowest=0", "deck=shuffled"],
        seed: None,
        cells: &[
            cell(BI, Some(2e6), Some(600.0), 1, 1),
            cell(BIAB, Some(17_315.0), Some(27.0), 1, 1),
            cell(DOAB, Some(6_980.0), Some(23.0), 1, 1),
            ours(CACHE, 1, 1),
            ours(JOINT, 1, 1),
        ],
        note: "Chance turns are counted as expansions here.",
    },
    Domain {
        name: "Pursuit 5 × 5, 6 rounds",
        game: "pursuit",
        parameters: &["width=5", "height=5", "depth=6"],
        seed: Some("seed=#"),
        cells: &[
            cell(BI, Some(4.9e7), Some(13.0 * HOUR), 2, 0),
            cell(DO, Some(2e6), Some(547.0), 3, 0),
            cell(BIAB, Some(42_001.0), Some(584.0), 10, 1),
            cell(DOAB, Some(6_692.0), Some(180.0), 10, 1),
            ours(CACHE, 10, 1),
            ours(JOINT, 10, 1),
        ],
        note: "Where the units start is drawn differently, and matters much.",
    },
    Domain {
        name: "Oshi-Zumo K = 4, 13 coins",
        game: "oshi-zumo",
        parameters: &["coins=13", "size=4"],
        seed: None,
        cells: &[
            cell(BI, Some(1.5e7), Some(2.0 * HOUR), 1, 0),
            cell(DO, Some(2.8e6), Some(1_020.0), 1, 0),
            cell(BIAB, None, Some(1.5), 1, 1),
            cell(DOAB, None, Some(1.5), 1, 1),
            ours(CACHE, 1, 1),
            ours(JOINT, 1, 1),
        ],
        note: "Coins that can no longer matter are seen by the game\u{2019}s promise here.",
    },
    Domain {
        name: "Oshi-Zumo K = 4, 18 coins",
        game: "oshi-zumo",
        parameters: &["coins=18", "size=4"],
        seed: None,
        cells: &[
            cell(BIAB, None, Some(3_000.0), 1, 0),
            cell(DOAB, None, Some(3_840.0), 1, 0),
            ours(CACHE, 1, 1),
            ours(JOINT, 1, 1),
        ],
        note: "",
    },
    Domain {
        name: "Random b = 4, depth 7, correlated",
        game: "random-joint",
        parameters: &["rows=4", "columns=4", "depth=7", "payoffs=correlated"],
        seed: Some("seed=#"),
        cells: &[
            cell(BI, Some(1.8e7), Some(3.5 * HOUR), 2, 0),
            cell(DO, Some(1.2e7), None, 2, 0),
            cell(BIAB, Some(1e7), Some(3.0 * HOUR), 2, 0),
            cell(DOAB, Some(2e6), Some(4_800.0), 3, 0),
            ours(JOINT, 3, 0),
        ],
        note: "How a leaf follows from its path is read from the text: a sum of -1, 0 or 1 for each pair of moves.",
    },
    Domain {
        name: "Tron 6 × 6",
        game: "tron",
        parameters: &["width=6", "height=6"],
        seed: None,
        cells: &[
            cell(BI, None, Some(1_800.0), 1, 0),
            cell(DO, None, Some(235.0), 1, 0),
            cell(BIAB, None, Some(0.6), 1, 1),
            cell(DOAB, None, Some(0.6), 1, 1),
            ours(CACHE, 1, 0),
            ours(JOINT, 1, 1),
        ],
        note: "Driving into a wall is no move here.",
    },
];

impl Domain {
    /// What `solve` takes for this game unless somebody says otherwise.
    pub(super) fn usual(&self) -> &'static str {
        if self.cells.iter().any(|cell| cell.algorithm == LAYERS) { LAYERS } else { defaults::algorithm(self.game) }
    }

    /// The least time that the paper prints for this game.
    pub(super) fn fastest(&self) -> Option<f64> {
        self.cells.iter().filter_map(|cell| cell.seconds).reduce(f64::min)
    }
}
