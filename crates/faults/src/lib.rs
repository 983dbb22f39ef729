//! Minimal cut sets of fault trees.
//!
//! A fault tree says which combinations of basic events bring a top event about. A family of minimal cut sets is an element of
//! a distributive lattice, in which OR joins and AND meets, so the cut sets of a tree are the value of an AND-OR graph.
//! Families of one tree share nearly everything, and trees have thousands of cut sets: they are kept in one store
//! (`store.rs`), and the graph is walked once, from the events upwards (`solve.rs`). A question that asks for small cut sets only is
//! answered in a smaller lattice.
//!
//! What is known when a limit comes are all cut sets up to some order. Probabilities are never below the truth (`upward.rs`).
//!
//! Files are Open-PSA XML; [`FaultTree`] says which parts of it.

mod model;
mod solve;
mod store;
mod upward;

use secateur_search::{Limits, Stop};
use serde::{Serialize, Serializer};

pub use model::{Event, FaultError, FaultTree};
use solve::{FoundSets, Spending};
use upward::Upward;
pub use upward::rounded_up;

/// The minimal cut sets of a fault tree.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CutSets {
    /// The top gate.
    pub top: String,
    /// The greatest order that was asked for.
    pub order: Option<u32>,
    /// Every minimal cut set up to that order, as numbers of events, smaller ones first.
    pub sets: Vec<Vec<usize>>,
    /// Cut sets of so many events or more are missing, because a limit came first.
    pub missing_from: Option<u32>,
    /// Why the search ended.
    #[serde(serialize_with = "name_of")]
    pub stopped: Stop,
}

fn name_of<S: Serializer>(stop: &Stop, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(stop.name())
}

impl CutSets {
    /// The cut sets by the names of their events.
    pub fn names<'t>(&self, tree: &'t FaultTree) -> Vec<Vec<&'t str>> {
        let name = |&event: &usize| tree.events()[event].name.as_str();
        self.sets.iter().map(|set| set.iter().map(name).collect()).collect()
    }

    /// About how likely all events of a cut set are together, if independent and if the file says how likely each is.
    pub fn probability(&self, tree: &FaultTree, set: &[usize]) -> Option<f64> {
        set.iter().map(|&event| tree.events()[event].probability).product()
    }

    /// The sum over all cut sets, which is at least the probability of the top event when no order and no limit left any out.
    /// It is rounded upwards.
    pub fn rare_event_sum(&self, tree: &FaultTree) -> Option<f64> {
        self.all(tree, Upward::plus)
    }

    /// `1 − ∏ (1 − p)` over all cut sets, the min-cut upper bound: at least the probability of the top event when no
    /// order and no limit left any out, since cut sets of independent events are positively associated. It is rounded upwards.
    pub fn min_cut_upper_bound(&self, tree: &FaultTree) -> Option<f64> {
        self.all(tree, Upward::either)
    }

    fn all(&self, tree: &FaultTree, join: impl Fn(Upward, Upward) -> Upward) -> Option<f64> {
        let mut all = Upward::ZERO;
        for set in &self.sets {
            let each = |product: Upward, &event: &usize| Some(product.times(tree.at_most[event]?));
            all = join(all, set.iter().try_fold(Upward::ONE, each)?);
        }
        Some(all.get())
    }
}

/// Which cut sets are wanted, and what may be spent on them.
///
/// ```
/// use std::time::Duration;
/// use secateur_faults::{FaultTree, Wanted};
/// use secateur_search::Limits;
///
/// let tree = FaultTree::from_xml("<define-gate name='top'><or><event name='a'/><event name='b'/></or></define-gate>")?;
/// let wanted = Wanted::default().order(3).limits(Limits::none().time(Duration::from_secs(5)));
/// assert_eq!(tree.cut_sets(&wanted)?.names(&tree), [["a"], ["b"]]);
/// # Ok::<(), secateur_faults::FaultError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Wanted {
    /// The gate; the only top gate unless said.
    pub top: Option<String>,
    /// Cut sets of at most so many events.
    pub order: Option<u32>,
    /// When to stop: time and a cancel flag count here.
    pub limits: Limits,
    /// How many MB families of cut sets may take.
    pub megabytes: usize,
    /// No more cut sets than this are listed.
    pub most_sets: u64,
}

impl Default for Wanted {
    fn default() -> Self {
        Self { top: None, order: None, limits: Limits::none(), megabytes: 1024, most_sets: 5_000_000 }
    }
}

impl Wanted {
    /// Of this gate.
    pub fn top(self, top: impl Into<String>) -> Self {
        Self { top: Some(top.into()), ..self }
    }

    /// Of at most so many events.
    pub fn order(self, order: u32) -> Self {
        Self { order: Some(order), ..self }
    }

    /// Within limits.
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Within so much memory.
    pub fn megabytes(self, megabytes: usize) -> Self {
        Self { megabytes, ..self }
    }
}

impl FaultTree {
    /// The minimal cut sets of a gate, or of the only top gate, up to an order.
    ///
    /// # Errors
    ///
    /// When there is no such gate or no single top, or there are too many cut sets to be listed.
    pub fn minimal_cut_sets(&self, top: Option<&str>, order: Option<u32>) -> Result<CutSets, FaultError> {
        self.cut_sets(&Wanted { top: top.map(str::to_owned), order, ..Wanted::default() })
    }

    /// The minimal cut sets that are wanted. A limit leaves all up to some order, and says so.
    ///
    /// # Errors
    ///
    /// As [`minimal_cut_sets`](Self::minimal_cut_sets).
    pub fn cut_sets(&self, wanted: &Wanted) -> Result<CutSets, FaultError> {
        let top = match (&wanted.top, &self.tops()[..]) {
            (Some(top), _) => top.clone(),
            (None, [top]) => top.clone(),
            (None, tops) => return Err(FaultError::NoTop(tops.to_vec())),
        };
        let root = *self.numbers.get(&top).ok_or_else(|| FaultError::NoGate(top.clone()))?;
        let spending = Spending {
            limits: &wanted.limits,
            bytes: wanted.megabytes.saturating_mul(1 << 20),
            most_sets: wanted.most_sets,
        };
        let found = self.on_a_deep_stack(|| solve::solve(self, root, wanted.order, &spending))?;
        let FoundSets { sets, count, missing_from, stopped } = found;
        if count > wanted.most_sets {
            return Err(FaultError::TooMany { count, most: wanted.most_sets });
        }
        Ok(CutSets { top, order: wanted.order, sets, missing_from, stopped })
    }

    /// Operations on families go down one event at a time.
    fn on_a_deep_stack<R: Send>(&self, work: impl FnOnce() -> R + Send) -> Result<R, FaultError> {
        const BASE: usize = 4 << 20;
        const EVENT: usize = 2 << 10;
        let bytes = BASE + EVENT * self.events.len();
        std::thread::scope(|scope| {
            let started = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work);
            let thread = started.map_err(|_| FaultError::NoStack(bytes >> 20))?;
            thread.join().or_else(|panic| std::panic::resume_unwind(panic))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn tree(gates: &str) -> Result<FaultTree, FaultError> {
        FaultTree::from_xml(&format!("<opsa-mef><define-fault-tree name='t'>\n{gates}</define-fault-tree></opsa-mef>"))
    }

    fn cuts(gates: &str, order: Option<u32>) -> Vec<Vec<String>> {
        let tree = tree(gates).unwrap();
        let cuts = tree.minimal_cut_sets(None, order).unwrap();
        cuts.names(&tree).into_iter().map(|set| set.into_iter().map(str::to_owned).collect()).collect()
    }

    #[test]
    fn two_out_of_three_have_three_cut_sets() {
        let gates = "<define-gate name='top'><atleast min='2'><event name='a'/><event name='b'/><event name='c'/></atleast></define-gate>";
        assert_eq!(cuts(gates, None), [["a", "b"], ["a", "c"], ["b", "c"]]);
        assert_eq!(cuts(gates, Some(1)), [[""; 0]; 0]);
    }

    #[test]
    fn more_than_there_are_never_happen_and_none_always() {
        let gate = |least: &str| {
            let parts = "<event name='a'/><event name='b'/>";
            cuts(&format!("<define-gate name='top'><atleast min='{least}'>{parts}</atleast></define-gate>"), None)
        };
        assert!(gate("3").is_empty() && gate("18446744073709551615").is_empty());
        assert_eq!(gate("0"), [[""; 0]]);
    }

    #[test]
    fn shared_gates_houses_and_nested_formulas_are_read() {
        let gates = "
            <define-gate name='top'><label>the top</label><or><gate name='g'/><and><event name='g'/><event name='x'/></and>
                <and><house-event name='on'/><event name='y'/></and><and><event name='off'/><event name='z'/></and></or></define-gate>
            <define-gate name='g'><and><basic-event name='a'/><basic-event name='b'/></and></define-gate>
            <define-house-event name='on'><constant value='true'/></define-house-event>
            <define-house-event name='off'><constant value='false'/></define-house-event>";
        assert_eq!(cuts(gates, None), [vec!["y"], vec!["a", "b"]]);
    }

    fn gate(kind: &str, events: usize) -> FaultTree {
        let parts: String = (0..events).map(|event| format!("<event name='e{event}'/>")).collect();
        let close = kind.split(' ').next().unwrap();
        tree(&format!("<define-gate name='top'><{kind}>{parts}</{close}></define-gate>")).unwrap()
    }

    /// What was too large for lists of sets: thousands of events, and families whose number nobody can list.
    #[test]
    fn large_gates_are_answered_or_refused() {
        let any = gate("or", 100_000).minimal_cut_sets(None, None).unwrap();
        assert_eq!((any.sets.len(), any.sets[99_999].as_slice()), (100_000, &[99_999][..]));
        let any = gate("atleast min='1'", 3_000).minimal_cut_sets(None, None).unwrap();
        assert_eq!(any.sets.len(), 3_000);
        let all = gate("and", 20_000).minimal_cut_sets(None, None).unwrap();
        assert_eq!((all.sets.len(), all.sets[0].len()), (1, 20_000));
        let few = gate("atleast min='5000'", 10_000).minimal_cut_sets(None, Some(3)).unwrap();
        assert_eq!((few.sets.len(), few.stopped), (0, Stop::Solved));
        let refused = gate("atleast min='20'", 40).minimal_cut_sets(None, None).unwrap_err().to_string();
        assert_eq!(
            refused,
            "expected at most 5000000 minimal cut sets to list, found 137846528820; choose a smaller order"
        );
    }

    #[test]
    fn what_does_not_fit_is_answered_up_to_an_order() {
        let tree = gate("atleast min='5000'", 10_000);
        let part = tree.cut_sets(&Wanted::default().megabytes(24)).unwrap();
        assert_eq!((part.sets.len(), part.stopped), (0, Stop::Memory));
        assert!(part.missing_from.is_some_and(|order| (1000..=5000).contains(&order)), "{part:?}");
    }

    /// A limit leaves all cut sets up to some order, whatever the moment.
    #[test]
    fn a_limit_leaves_low_orders_whole() {
        let parts =
            |g: usize| (0..30).map(|e| format!("<event name='e{}'/>", (g * 7 + e * (g + 3)) % 90)).collect::<String>();
        let gates: String = (0..6).map(|g| format!("<or>{}</or>", parts(g))).collect();
        let tree = tree(&format!("<define-gate name='top'><and>{gates}</and></define-gate>")).unwrap();
        let low = |order| tree.minimal_cut_sets(None, Some(order)).unwrap().sets;
        for micros in [0, 300, 1_000, 3_000, 10_000, 30_000] {
            let limits = Limits::none().time(std::time::Duration::from_micros(micros));
            let started = std::time::Instant::now();
            // Too many to list is an answer, too.
            let Ok(part) = tree.cut_sets(&Wanted::default().limits(limits)) else { continue };
            assert!(started.elapsed().as_millis() < 500, "{:?}", started.elapsed());
            if part.stopped == Stop::Solved {
                continue;
            }
            assert_eq!(part.stopped, Stop::Time);
            let missing = part.missing_from.unwrap();
            if missing > 0 && missing < 5 {
                assert_eq!(part.sets, low(missing - 1));
            }
        }
        let cancel = secateur_search::Cancel::new();
        cancel.cancel();
        let none = tree.cut_sets(&Wanted::default().limits(Limits::none().until(&cancel))).unwrap();
        assert_eq!((none.stopped, none.missing_from), (Stop::Cancelled, Some(0)));
    }

    /// 1 − p is 1 where p is small: then the bound was 0. No sum is −0.
    #[test]
    fn probabilities_are_never_below_the_truth() {
        let with = |p: &str| {
            let event = |name| format!("<define-basic-event name='{name}'><float value='{p}'/></define-basic-event>");
            let top = "<define-gate name='top'><or><event name='a'/><event name='b'/></or></define-gate>";
            let tree = tree(&format!("{top}{}{}", event("a"), event("b"))).unwrap();
            let cuts = tree.minimal_cut_sets(None, None).unwrap();
            (cuts.rare_event_sum(&tree).unwrap(), cuts.min_cut_upper_bound(&tree).unwrap())
        };
        let (sum, bound) = with("1e-17");
        assert!(sum >= 2e-17 && (1.999_999e-17..=2.000_001e-17).contains(&bound), "{sum:e} {bound:e}");
        let (sum, bound) = with("1e-400");
        assert!(sum > 0.0 && bound > 0.0);
        assert_eq!(with("0"), (0.0, 0.0));
        assert!(with("0").0.is_sign_positive());
        assert_eq!(with("0.5"), (1.0, 0.75));
        let never = "<define-gate name='t'><constant value='false'/></define-gate>";
        let never = tree(never).unwrap();
        assert!(never.minimal_cut_sets(None, None).unwrap().rare_event_sum(&never).unwrap().is_sign_positive());
    }

    #[test]
    fn a_name_stands_for_one_thing() {
        let message = |gates: &str| tree(gates).unwrap_err().to_string();
        let event = "<define-basic-event name='a'><float value='0.1'/></define-basic-event>";
        let top = "<define-gate name='t'><event name='a'/></define-gate>";
        assert_eq!(message(&format!("{top}{event}\n{event}")), "line 3: expected each name once, found a again");
        let house = "<define-house-event name='t'><constant value='true'/></define-house-event>";
        assert_eq!(message(&format!("{house}\n{top}")), "line 3: expected each name once, found t again");
        assert_eq!(message(&format!("{house}\n{house}")), "line 3: expected each name once, found t again");
        let same = "<define-basic-event name='t'/>\n";
        assert_eq!(message(&format!("{same}{top}")), "line 3: expected each name once, found t again");
        let used = "<define-gate name='t'><or><basic-event name='t'/><event name='a'/></or></define-gate>";
        assert_eq!(message(used), "line 2: expected each name once, found t again");
        let itself = "<define-gate name='t'><or><gate name='t'/><event name='a'/></or></define-gate>";
        assert_eq!(message(itself), "expected gates without cycles, found t below itself");
    }

    /// Gates may be inside each other deeper than any stack.
    #[test]
    fn long_chains_of_gates_are_followed() {
        let chain = |g: usize| {
            let next =
                if g < 50_000 { format!("<gate name='g{}'/>", g + 1) } else { "<event name='last'/>".to_owned() };
            format!("<define-gate name='g{g}'><or>{next}<event name='e{}'/></or></define-gate>", g % 5)
        };
        let gates: String = (0..=50_000).map(chain).collect();
        assert_eq!(cuts(&gates, None).len(), 6);
    }

    #[test]
    fn probabilities_are_those_of_the_file() {
        let gates = "<define-gate name='top'><or><event name='a'/><and><event name='b'/><event name='c'/></and></or></define-gate>
            <define-basic-event name='a'><float value='0.1'/></define-basic-event>
            <define-basic-event name='b'><float value='0.5'/></define-basic-event>
            <define-basic-event name='c'><float value='0.2'/></define-basic-event>";
        let tree = tree(gates).unwrap();
        let cuts = tree.minimal_cut_sets(None, None).unwrap();
        assert!((cuts.rare_event_sum(&tree).unwrap() - 0.2).abs() < 1e-12);
        assert!((cuts.min_cut_upper_bound(&tree).unwrap() - 0.19).abs() < 1e-12);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let message =
            |gates: &str| tree(gates).and_then(|tree| tree.minimal_cut_sets(None, None)).unwrap_err().to_string();
        let not = "<define-gate name='top'><not><event name='a'/></not></define-gate>";
        assert_eq!(message(not), "line 2: expected and, or, atleast and events, found not");
        let cycle = "<define-gate name='top'><gate name='g'/></define-gate><define-gate name='g'><or><gate name='h'/></or></define-gate>
            <define-gate name='h'><gate name='g'/></define-gate>";
        assert_eq!(message(cycle), "expected gates without cycles, found g below itself");
        assert_eq!(message("<define-gate name='top'><gate name='g'/></define-gate>"), "expected a gate named g");
        assert_eq!(
            message("<define-gate name='top'><or/></define-gate>"),
            "line 2: or: expected at least one formula inside"
        );
        assert_eq!(message(""), "expected one top gate, found none; name one");
        let two = "<define-gate name='s'><event name='a'/></define-gate><define-gate name='t'><event name='a'/></define-gate>";
        assert_eq!(message(two), "expected one top gate, found s, t; name one");
        let again = "<define-gate name='t'><event name='a'/></define-gate>\n<define-gate name='t'><event name='a'/></define-gate>";
        assert_eq!(message(again), "line 3: expected each name once, found t again");
        let certain = "<define-gate name='t'><event name='a'/></define-gate><define-basic-event name='a'><float value='2'/></define-basic-event>";
        assert_eq!(message(certain), "line 2: float: expected a probability from 0 to 1");
        assert_eq!(message("<define-gate name='a&#10;b'/>"), "line 2: define-gate: expected a name of one line");
        assert_eq!(FaultTree::from_xml("<a><b/\n").unwrap_err().to_string().lines().count(), 1);
        assert!(FaultTree::from_xml("<a").unwrap_err().to_string().starts_with("expected XML: "));
    }

    /// A random formula over six events as XML, and what it says for a set of events.
    fn formula() -> impl Strategy<Value = (String, oracle::Truth)> {
        let leaf = (0usize..6).prop_map(|event| (format!("<event name='e{event}'/>"), oracle::Truth::Event(event)));
        leaf.prop_recursive(4, 24, 4, |inner| {
            (prop::collection::vec(inner, 1..4), 0usize..4).prop_map(|(parts, kind)| {
                let (xml, truths): (Vec<String>, Vec<oracle::Truth>) = parts.into_iter().unzip();
                let least = match kind {
                    0 => truths.len(),
                    1 => 1,
                    least => least.min(truths.len()),
                };
                let xml = match kind {
                    0 => format!("<and>{}</and>", xml.concat()),
                    1 => format!("<or>{}</or>", xml.concat()),
                    _ => format!("<atleast min='{least}'>{}</atleast>", xml.concat()),
                };
                (xml, oracle::Truth::AtLeast(least, truths))
            })
        })
    }

    mod oracle {
        #[derive(Clone, Debug)]
        pub(super) enum Truth {
            Event(usize),
            AtLeast(usize, Vec<Truth>),
        }

        impl Truth {
            pub(super) fn holds(&self, events: u32) -> bool {
                match self {
                    Self::Event(event) => events >> event & 1 == 1,
                    Self::AtLeast(least, parts) => parts.iter().filter(|part| part.holds(events)).count() >= *least,
                }
            }
        }
    }

    proptest! {
        /// Minimal cut sets are exactly the minimal sets of events for which the formula holds.
        #[test]
        fn cut_sets_are_the_minimal_solutions(
            (xml, truth) in formula(),
            order in prop::option::of(1u32..5),
        ) {
            let tree = tree(&format!("<define-gate name='top'>{xml}</define-gate>")).unwrap();
            let found = tree.minimal_cut_sets(None, order).unwrap();
            let mut found: Vec<u32> = found.names(&tree).iter()
                .map(|set| set.iter().map(|name| 1 << name[1..].parse::<u32>().unwrap()).sum()).collect();
            let minimal = |&set: &u32| truth.holds(set) && (0..6).all(|e| set >> e & 1 == 0 || !truth.holds(set & !(1 << e)));
            let short = |set: &u32| order.is_none_or(|order| set.count_ones() <= order);
            let expected: Vec<u32> = (0u32..64).filter(minimal).filter(short).collect();
            found.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}
