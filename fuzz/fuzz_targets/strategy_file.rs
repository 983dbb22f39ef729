//! Any bytes are a strategy file that reads back as written and is judged or refused, or an error of one line.

#![no_main]

use libfuzzer_sys::fuzz_target;
use secateur_catalogue::StrategyFile;

fuzz_target!(|bytes: &[u8]| match StrategyFile::read(bytes) {
    Err(problem) => assert!(!problem.to_string().contains('\n'), "{problem}"),
    Ok(file) => {
        let mut written = Vec::new();
        file.write(&mut written).expect("memory takes everything");
        assert_eq!(StrategyFile::read(&written).as_ref().ok(), Some(&file));
        // A tree of matrices is small; other games may take as long as they like to be judged.
        if file.game == "pursuit" && file.parameters.is_empty() {
            let _ = file.exploitability();
        }
    }
});
