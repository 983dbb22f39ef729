//! Every dependency has a licence that goes with MIT OR Apache-2.0.
//!
//! cargo-deny does this and more, but takes minutes to build on a fresh machine and wants a database from the network;
//! what is needed of it here is this page.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::Expression;

use crate::checks::cargo_command;

/// Licences that ask for no more than their notice, or for nothing.
const ALLOWED: [&str; 9] =
    ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unicode-3.0", "Unlicense", "Zlib"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
}

/// Asks cargo for all dependencies and looks at the licence of each.
#[expect(clippy::print_stdout, reason = "a program that talks to people")]
pub(crate) fn check() -> Result<()> {
    let output = cargo_command().args(["metadata", "--format-version", "1", "--all-features"]).output()?;
    if !output.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let metadata: Metadata = serde_json::from_slice(&output.stdout).context("what cargo metadata printed")?;
    let refused: Vec<_> = metadata.packages.iter().filter_map(refusal).collect();
    if !refused.is_empty() {
        bail!("{}", refused.join("\n"));
    }
    println!("{} packages, all with an allowed licence", metadata.packages.len());
    Ok(())
}

/// Why a package is refused, if it is.
fn refusal(package: &Package) -> Option<String> {
    let Package { name, version, license } = package;
    let Some(licence) = license else { return Some(format!("{name} {version} names no licence")) };
    // Old manifests write a slash for OR.
    match Expression::parse(&licence.replace('/', " OR ")) {
        Err(problem) => Some(format!("{name} {version}: cannot read its licence `{licence}`: {}", problem.reason)),
        Ok(expression) => {
            let allowed = expression.evaluate(|one| {
                one.license.id().is_some_and(|id| ALLOWED.contains(&id.name)) && one.addition.is_none()
            });
            (!allowed).then(|| format!("{name} {version} has the licence `{licence}`, which is not on the list"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Package, refusal};

    fn refused(licence: &str) -> bool {
        let package = Package { name: "x".into(), version: "1".into(), license: Some(licence.into()) };
        refusal(&package).is_some()
    }

    #[test]
    fn permissive_licences_pass_and_others_do_not() {
        assert!(!refused("MIT OR Apache-2.0") && !refused("MIT/Apache-2.0") && !refused("(MIT OR GPL-3.0-only) AND Zlib"));
        assert!(refused("GPL-3.0-only") && refused("MPL-2.0") && refused("MIT AND GPL-3.0-only") && refused("gibberish"));
        assert!(refusal(&Package { name: "x".into(), version: "1".into(), license: None }).is_some());
    }
}
