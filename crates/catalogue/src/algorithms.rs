//! The algorithms by name: what each is, whose idea it was, what it can solve, and its options.

use secateur_games::{Description, Parameter};

use crate::Error;
use crate::games::{Class, Entry, GAMES};

/// An algorithm of the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct Algorithm {
    /// Name, summary and options, which are written after a colon: `jamboree:share=0.5,cutoff=6`.
    pub description: &'static Description,
    /// Where it was published.
    pub paper: &'static str,
    /// The games that it can solve.
    pub solves: &'static [Class],
    /// Whether it can use several threads.
    pub parallel: bool,
}

impl Algorithm {
    /// The name on the command line.
    pub fn name(&self) -> &'static str {
        self.description.name
    }

    /// The games of the catalogue that it can solve.
    pub fn games(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        let solves = self.solves;
        GAMES.iter().filter(move |game| solves.contains(&game.class))
    }
}

const HANDOUT: &str = "CSE 332 handout \"Games, Minimax, and Alpha-Beta Pruning\"";
const ALTERNATING: &[Class] = &[Class::Alternating];
const DUO: &str = "Li, Zanuttini, Cazenave, Ventos, \"Generalisation of Alpha-Beta Search for AND-OR Graphs With \
                   Partially Ordered Values\" (2022)";
const LATTICE: &[Class] = &[Class::Lattice];

/// An algorithm for lattices.
macro_rules! for_lattices {
    ($name:literal, $summary:literal, parallel = $parallel:literal $(, $own:expr)* $(,)?) => {
        Algorithm {
            description: &Description { name: $name, summary: $summary, parameters: &[$($own),*] },
            paper: DUO,
            solves: LATTICE,
            parallel: $parallel,
        }
    };
}

/// The choices of alpha-beta duo, with these defaults.
macro_rules! duo {
    ($name:literal, $summary:literal, probe = $probe:literal, coarse = $coarse:literal) => {
        for_lattices!(
            $name,
            $summary,
            parallel = true,
            Parameter {
                name: "refine",
                default: Some("on"),
                meaning: "on or off: when a position is left, combine what is known about all of its moves",
            },
            Parameter {
                name: "probe",
                default: Some($probe),
                meaning: "on or off: look up what is known about all moves before the first is looked at",
            },
            Parameter {
                name: "coarse",
                default: Some($coarse),
                meaning: "on or off: widen windows to values that are cheap to compare",
            },
        )
    };
}

const CHANCE: &[Class] = &[Class::Chance];
const BAB: &str = "Atzmon, Stern, Saffidine, \"Bounded Suboptimal Game Tree Search\" (2018)";
const STAR: &str = "Ballard, \"The *-Minimax Search Procedure\" (1983); Hauk, Buro, Schaeffer, \"Rediscovering *-Minimax \
                    Search\" (2004)";

const MICHIE: &str = "Michie, \"Game-Playing and Game-Learning Automata\" (1966)";

/// An algorithm for games with chance.
macro_rules! for_chance {
    ($name:literal, $summary:literal, $paper:expr $(, $own:expr)* $(,)?) => {
        Algorithm {
            description: &Description { name: $name, summary: $summary, parameters: &[$($own),*] },
            paper: $paper,
            solves: CHANCE,
            parallel: false,
        }
    };
}

/// A table that is used unless said otherwise.
const REMEMBERED: Parameter =
    Parameter { name: "table", default: Some("on"), meaning: "on or off: whether positions are remembered" };

/// A policy of bounded search.
macro_rules! policy {
    ($name:literal, $default:literal, $meaning:literal) => {
        Parameter { name: $name, default: Some($default), meaning: $meaning }
    };
}

const JOINT: &[Class] = &[Class::Joint];
const SMAB: &str = "Saffidine, Finnsson, Buro, \"Alpha-Beta Pruning for Games with Simultaneous Moves\" (2012)";

const AIJ: &str = "Bošanský, Lisý, Lanctot, Čermák, Winands, \"Algorithms for Computing Strategies in Two-Player \
                   Simultaneous Move Games\" (2016)";
const CACHE: Parameter =
    Parameter { name: "cache", default: Some("off"), meaning: "on or off: whether positions are remembered" };

/// An algorithm for games in which both players move at once.
macro_rules! for_joint_turns {
    ($name:literal, $summary:literal, $paper:expr, parallel = $parallel:literal $(, $own:expr)* $(,)?) => {
        Algorithm {
            description: &Description { name: $name, summary: $summary, parameters: &[$($own),*] },
            paper: $paper,
            solves: JOINT,
            parallel: $parallel,
        }
    };
}

/// The options that every search of the alpha-beta family has, with this algorithm's own defaults.
macro_rules! family {
    (order = $order:literal, table = $table:literal $(, $own:expr)* $(,)?) => {
        &[
            Parameter {
                name: "order",
                default: Some($order),
                meaning: "listed (the game's own), expert (the game's promises and ranks), or learned (also killers and history)",
            },
            Parameter { name: "table", default: Some($table), meaning: "on or off: whether positions are remembered" },
            $($own),*
        ]
    };
}

const DEEPENING: Parameter =
    Parameter { name: "deepening", default: Some("off"), meaning: "on or off: one move ahead, then two, and so on" };
const NEXT: Parameter = Parameter {
    name: "next",
    default: Some("returned"),
    meaning: "where to test next: returned (as published) or halve (the interval)",
};

/// All algorithms, in the order in which they are worth reading.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        description: &Description {
            name: "minimax",
            summary: "looks at everything: the plain definition of a game's value",
            parameters: &[],
        },
        paper: HANDOUT,
        solves: ALTERNATING,
        parallel: false,
    },
    Algorithm {
        description: &Description {
            name: "parallel-minimax",
            summary: "minimax, divided among threads",
            parameters: &[Parameter {
                name: "cutoff",
                default: Some("5"),
                meaning: "with fewer moves ahead than this nothing is divided",
            }],
        },
        paper: HANDOUT,
        solves: ALTERNATING,
        parallel: true,
    },
    Algorithm {
        description: &Description {
            name: "alpha-beta",
            summary: "minimax without what cannot change the answer; fail-soft",
            parameters: family!(order = "listed", table = "off"),
        },
        paper: "the handout; Knuth and Moore, \"An Analysis of Alpha-Beta Pruning\" (1975)",
        solves: ALTERNATING,
        parallel: false,
    },
    Algorithm {
        description: &Description {
            name: "scout",
            summary: "alpha-beta that only tests the moves after the first (NegaScout)",
            parameters: family!(order = "expert", table = "on", DEEPENING),
        },
        paper: "Pearl, \"SCOUT\" (1980); Reinefeld, \"An Improvement to the Scout Tree-Search Algorithm\" (1983)",
        solves: ALTERNATING,
        parallel: false,
    },
    Algorithm {
        description: &Description {
            name: "mtdf",
            summary: "MTD(f): null windows alone, moved towards the value",
            parameters: family!(order = "expert", table = "on", NEXT),
        },
        paper: "Plaat, Schaeffer, Pijls, de Bruin, \"Best-First Fixed-Depth Minimax Algorithms\" (1996)",
        solves: ALTERNATING,
        parallel: false,
    },
    Algorithm {
        description: &Description {
            name: "jamboree",
            summary: "alpha-beta on several threads: the first moves in sequence, the rest shared",
            parameters: family!(
                order = "expert",
                table = "on",
                DEEPENING,
                Parameter {
                    name: "windows",
                    default: Some("full"),
                    meaning: "full (alpha-beta) or null (MTD(f) on several threads)",
                },
                NEXT,
                Parameter {
                    name: "share",
                    default: Some("0"),
                    meaning: "the share of the moves in sequence, from 0 to 1; at least one move is",
                },
                Parameter {
                    name: "cutoff",
                    default: Some("6"),
                    meaning: "with fewer moves ahead than this nothing is shared",
                },
                Parameter {
                    name: "plies",
                    default: Some("16"),
                    meaning: "further than this from the root nothing is shared",
                },
            ),
        },
        paper: "the handout; Kuszmaul, \"Synchronized MIMD Computing\" (1994)",
        solves: ALTERNATING,
        parallel: true,
    },
    Algorithm {
        description: &Description {
            name: "proof-number",
            summary: "df-pn: proves and disproves goals, where narrow wins lie deep",
            parameters: &[],
        },
        paper: "Allis, van der Meulen, van den Herik, \"Proof-Number Search\" (1994); Nagai (2002)",
        solves: ALTERNATING,
        parallel: false,
    },
    for_lattices!("lattice-minimax", "MMC: everything once, with a cache, for values of a lattice", parallel = false),
    for_lattices!("lattice-alpha-beta", "AB: alpha-beta without a cache, for values of a lattice", parallel = false),
    for_lattices!(
        "lattice-alpha-beta-cache",
        "ABC: alpha-beta with a cache of exact values, for values of a lattice",
        parallel = false
    ),
    duo!(
        "duo",
        "ABD: alpha-beta duo, with a cache of both bounds, for values of a lattice",
        probe = "off",
        coarse = "off"
    ),
    duo!("duo-plus", "alpha-beta duo that asks its cache first and keeps windows cheap", probe = "on", coarse = "on"),
    for_chance!("expectimax", "looks at everything: the plain definition of the value with chance", MICHIE, REMEMBERED),
    for_chance!(
        "interval-iteration",
        "every position once, or in circles until nothing changes; --epsilon says how far apart bounds may stay",
        "Haddad, Monmege, \"Reachability in MDPs: Refining Convergence of Value Iteration\" (2014)",
    ),
    for_chance!("star1", "alpha-beta with windows that pass through chance", STAR, REMEMBERED),
    for_chance!("star2", "Star1 with a probe of every outcome first", STAR, REMEMBERED),
    for_chance!("bounded", "BAB: bounds at most --epsilon apart, as printed", BAB),
    for_chance!(
        "bounded-plus",
        "bounds at most --epsilon apart, with all that was found to pay",
        BAB,
        policy!("windows", "on", "on or off: an outcome's window has a slack of epsilon by its probability"),
        policy!("slack", "on", "on or off: outcomes pass on what they did not use of the error"),
        policy!("skip", "on", "on or off: the error is spent on leaving out unlikely outcomes first"),
        policy!("likely-first", "on", "on or off: likely outcomes are looked at first"),
        policy!("probe", "off", "on or off: one move of every outcome is looked at before the outcomes themselves"),
        policy!("sort", "on", "on or off: moves are sorted by what the table knows"),
        policy!("narrowing", "off", "on or off: epsilon is approached from above"),
        policy!("deepening", "off", "on or off: one move ahead, then two, and so on"),
        REMEMBERED,
    ),
    for_chance!(
        "mcms",
        "Star1 on a sample of what chance can do: an estimate that promises nothing",
        "Lanctot, Saffidine, Veness, Archibald, Winands, \"Monte Carlo *-Minimax Search\" (2013)",
        policy!("samples", "10", "how many outcomes are drawn at a chance turn"),
        policy!("seed", "1", "decides which"),
    ),
    for_chance!(
        "chance-probcut",
        "Star1 that trusts shallow searches, within --depth: an estimate that promises nothing",
        "Schadd, Winands, Uiterwijk, \"ChanceProbCut: Forward Pruning in Chance Nodes\" (2009)",
        policy!("reduction", "2", "by how many moves the shallow search is shallower"),
        policy!("margin", "0.2", "how far beyond the window it must lie, as a share of the game's range"),
    ),
    for_joint_turns!(
        "joint",
        "best-first: only the cells of a matrix that can matter, with serialized bounds and a memory",
        "the inequality U - L <= sum of x y (o - p); serialized bounds after Bošanský et al. (2016)",
        parallel = true,
        Parameter {
            name: "serialize",
            default: Some("on"),
            meaning: "on or off: bounds from letting one player move first, before any linear program",
        },
    ),
    for_joint_turns!(
        "layers",
        "Goofspiel with fixed prizes from the last round to the first, on all cores, resumable",
        "backward induction; Rhoads and Bartholdi, \"Computer Solution to the Game of Pure Strategy\" (2012)",
        parallel = true,
        Parameter {
            name: "checkpoint",
            default: Some(""),
            meaning: "a folder that keeps finished rounds, so that a run that was stopped or killed goes on",
        },
    ),
    for_joint_turns!(
        "backward-induction",
        "one linear program for every position: the plain definition where both move at once",
        SMAB,
        parallel = false,
        CACHE,
    ),
    for_joint_turns!(
        "serialized",
        "backward induction with bounds from letting one player move first (BIαβ)",
        AIJ,
        parallel = false,
        CACHE,
    ),
    for_joint_turns!(
        "double-oracle",
        "a few moves of each player in every position, and best responses among all (DO)",
        AIJ,
        parallel = false,
        CACHE,
    ),
    for_joint_turns!(
        "double-oracle-alpha-beta",
        "the double oracle with bounds from letting one player move first (DOαβ)",
        AIJ,
        parallel = false,
        CACHE,
    ),
    for_joint_turns!(
        "smab",
        "alpha-beta for matrices: cuts moves that a mixture dominates, searches cells with windows",
        SMAB,
        parallel = false,
        Parameter {
            name: "order",
            default: Some("l-shaped"),
            meaning: "l-shaped (the first row and column, then the second of each) or lexicographic (row by row)",
        },
        Parameter {
            name: "skip",
            default: Some("0"),
            meaning: "early bound skipping: no windows before so many rows and columns are filled",
        },
        Parameter {
            name: "reading",
            default: Some("fitted"),
            meaning: "fitted (the rules that fit the paper's Table 4) or printed (Algorithm 1, made sound)",
        },
        Parameter {
            name: "promises",
            default: Some("off"),
            meaning: "on or off: whether cells start with what the game promises about them",
        },
    ),
    for_joint_turns!(
        "sequence-form",
        "one linear program for the whole game, all of it in memory",
        "Koller, Megiddo, von Stengel, \"Fast Algorithms for Finding Randomized Strategies in Game Trees\" (1994)",
        parallel = false,
    ),
    for_joint_turns!(
        "normal-form",
        "one matrix of all pure strategies, for tiny games",
        "von Neumann, \"Zur Theorie der Gesellschaftsspiele\" (1928)",
        parallel = false,
    ),
];

/// The algorithm with this name.
pub fn find(name: &str) -> Result<&'static Algorithm, Error> {
    let names = ALGORITHMS.iter().map(Algorithm::name);
    ALGORITHMS.iter().find(|known| known.name() == name).ok_or_else(|| Error::unknown("algorithm", name, names))
}
