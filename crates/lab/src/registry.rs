//! The list of all experiments. To add one, write its file and add it to [`experiments`].

use crate::experiment::Experiment;
use crate::experiments::{
    Anytime, BAB_FIGURE_4, BAB_FIGURE_5, BAB_FIGURE_6, BabMatch, BabPlus, Examples, FIGURE_3, FIGURE_4, Jamboree,
    Player2048, Simultaneous, SmabOrder, TABLE_2, TABLE_3, TABLE_4,
};

/// Every experiment, in the order of `PAPERS.md`.
pub fn experiments() -> &'static [&'static dyn Experiment] {
    &[
        &Examples,
        &Jamboree,
        &TABLE_2,
        &TABLE_3,
        &TABLE_4,
        &SmabOrder,
        &Simultaneous,
        &FIGURE_3,
        &FIGURE_4,
        &BAB_FIGURE_4,
        &BAB_FIGURE_5,
        &BAB_FIGURE_6,
        &BabMatch,
        &BabPlus,
        &Player2048,
        &Anytime,
    ]
}

/// The experiment with this id.
///
/// # Errors
/// [`UnknownExperiment`], which suggests the nearest id.
pub fn find(id: &str) -> Result<&'static dyn Experiment, UnknownExperiment> {
    find_in(experiments(), id)
}

/// The experiment with this id in a list of experiments.
///
/// # Errors
/// [`UnknownExperiment`], which suggests the nearest id.
pub fn find_in<'a>(experiments: &[&'a dyn Experiment], id: &str) -> Result<&'a dyn Experiment, UnknownExperiment> {
    let found = experiments.iter().find(|experiment| experiment.about().id == id);
    found.copied().ok_or_else(|| UnknownExperiment {
        id: id.to_owned(),
        nearest: nearest(id, experiments.iter().map(|experiment| experiment.about().id)),
    })
}

/// No experiment has this id.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown experiment `{id}`{}", suggestion(.nearest.as_deref()))]
pub struct UnknownExperiment {
    /// The id that was asked for.
    pub id: String,
    /// The known id that looks most like it, if one is near.
    pub nearest: Option<String>,
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(
        || "; `secateur reproduce` lists them all".to_owned(),
        |nearest| format!("; did you mean `{nearest}`?"),
    )
}

/// The candidate that looks most like `word`, unless none is near enough to be meant.
fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<String> {
    let word = word.to_lowercase();
    let scored = candidates.map(|candidate| {
        let alike = strsim::jaro_winkler(&word, candidate);
        // A part of a name is most likely meant as that name, however short it is.
        let part = word.len() >= 3 && candidate.contains(&word);
        (if part { 1.0 } else { alike }, candidate)
    });
    let best = scored.max_by(|one, other| one.0.total_cmp(&other.0));
    best.filter(|(alike, _)| *alike > 0.75).map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        let known = ["jamboree", "goofspiel-table-2", "bounded-error"];
        let nearest = |word: &str| nearest(word, known.into_iter());
        assert_eq!(nearest("jambore").as_deref(), Some("jamboree"));
        assert_eq!(nearest("Jamborée").as_deref(), Some("jamboree"));
        assert_eq!(nearest("table-2").as_deref(), Some("goofspiel-table-2"));
        assert_eq!(nearest("chess"), None);
        assert_eq!(nearest(""), None);
    }

    #[test]
    fn an_unknown_experiment_says_what_to_do() {
        let error = find("no-such-experiment-at-all").err().unwrap();
        assert!(error.to_string().starts_with("unknown experiment `no-such-experiment-at-all`; "));
    }

    #[test]
    fn ids_are_unique_and_fit_for_file_names() {
        let mut ids: Vec<_> = experiments().iter().map(|experiment| experiment.about().id).collect();
        for id in &ids {
            assert!(crate::runner::is_file_name(id), "{id}");
        }
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }
}
