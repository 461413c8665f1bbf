//! What caught which fault in earlier runs: those tests run first.

use super::list::Fault;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// Tests that caught a fault before, at most, that are tried before all others.
const FIRST: usize = 3;

/// The test that caught a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Catch {
    /// The file that holds the fault.
    pub(crate) file: String,
    /// The program of tests.
    pub(crate) program: String,
    /// The test.
    pub(crate) test: String,
}

/// What caught each fault, by id, kept in a file from one run to the next.
pub(crate) struct Caught {
    kept: PathBuf,
    by: BTreeMap<String, Catch>,
}

impl Caught {
    /// What earlier runs have found; nothing where there were none.
    pub(crate) fn read(kept: PathBuf) -> Caught {
        let by = fs::read_to_string(&kept).ok().and_then(|text| serde_json::from_str(&text).ok());
        Caught { kept, by: by.unwrap_or_default() }
    }

    /// Keeps what caught a fault. A file that cannot be written costs the next run time, and no result.
    pub(crate) fn keep(&mut self, fault: &Fault, program: &str, test: &str) {
        let catch = Catch { file: fault.file.clone(), program: program.into(), test: test.into() };
        self.by.insert(fault.id.clone(), catch);
        if let Ok(text) = serde_json::to_string_pretty(&self.by) {
            drop(fs::write(&self.kept, text));
        }
    }

    /// Programs and tests that are likely to catch a fault: the one that did, then those that caught most of its file.
    pub(crate) fn likely(&self, fault: &Fault) -> Vec<(String, String)> {
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for catch in self.by.values().filter(|catch| catch.file == fault.file) {
            *counts.entry((&catch.program, &catch.test)).or_default() += 1;
        }
        if let Some(own) = self.by.get(&fault.id) {
            *counts.entry((&own.program, &own.test)).or_default() += self.by.len();
        }
        let mut likely: Vec<_> = counts.into_iter().collect();
        likely.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        likely.into_iter().take(FIRST).map(|((program, test), _)| (program.into(), test.into())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(id: &str, file: &str) -> Fault {
        let none = String::new;
        let (id, file) = (id.into(), file.into());
        let (kind, listed, after, find) = (none(), none(), none(), none());
        Fault { number: 1, id, kind, listed, file, after, find, replace: none(), why: none() }
    }

    #[test]
    fn the_test_that_caught_it_comes_first_then_those_of_its_file() {
        let mut caught = Caught { kept: PathBuf::from("/nowhere/caught.json"), by: BTreeMap::new() };
        for (id, file, test) in [("a", "x", "one"), ("b", "x", "two"), ("c", "x", "two"), ("d", "y", "three")]
        {
            caught.keep(&fault(id, file), "all", test);
        }
        let likely = |id, file| -> Vec<String> {
            caught.likely(&fault(id, file)).into_iter().map(|(_, test)| test).collect()
        };
        assert_eq!(likely("a", "x"), ["one", "two"]);
        assert_eq!(likely("new", "x"), ["two", "one"]);
        assert_eq!(likely("new", "z"), Vec::<String>::new());
    }
}
