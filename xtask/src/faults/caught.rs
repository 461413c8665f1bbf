//! Which test caught which fault in earlier runs. Those tests run first.

use super::list::Fault;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The maximum number of tests of each kind to run first because they caught faults before.
const FIRST: usize = 3;

/// The test that caught a fault.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Catch {
    /// The file with the fault.
    pub(crate) file: String,
    /// The test program.
    pub(crate) program: String,
    /// The test.
    pub(crate) test: String,
}

/// The test that caught each fault, by id, stored in a file between runs.
pub(crate) struct Caught {
    kept: PathBuf,
    by: BTreeMap<String, Catch>,
}

impl Caught {
    /// The results of earlier runs; empty if there are none.
    pub(crate) fn read(kept: PathBuf) -> Caught {
        let by = fs::read_to_string(&kept)
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok());
        Caught {
            kept,
            by: by.unwrap_or_default(),
        }
    }

    /// Stores the results. If the file cannot be written, the next run is slower but has the same results.
    pub(crate) fn keep(&mut self, fault: &Fault, program: &str, test: &str) {
        let catch = Catch {
            file: fault.file.clone(),
            program: program.into(),
            test: test.into(),
        };
        self.by.insert(fault.id.clone(), catch);
        if let Ok(text) = serde_json::to_string_pretty(&self.by) {
            drop(fs::write(&self.kept, text));
        }
    }

    /// Programs and tests that are likely to catch a fault: the one that caught it, those that caught most faults of
    /// its file, and those that caught most of its folder.
    pub(crate) fn likely(&self, fault: &Fault) -> Vec<(String, String)> {
        let own = self
            .by
            .get(&fault.id)
            .map(|own| (own.program.clone(), own.test.clone()));
        let in_file = self.most(|catch| catch.file == fault.file);
        let in_folder = self.most(|catch| area(&catch.file) == area(&fault.file));
        let mut likely: Vec<(String, String)> = Vec::new();
        for one in own.into_iter().chain(in_file).chain(in_folder) {
            if !likely.contains(&one) {
                likely.push(one);
            }
        }
        likely
    }

    /// The tests that caught most of some faults.
    fn most(&self, of: impl Fn(&Catch) -> bool) -> Vec<(String, String)> {
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for catch in self.by.values().filter(|catch| of(catch)) {
            *counts.entry((&catch.program, &catch.test)).or_default() += 1;
        }
        let mut most: Vec<_> = counts.into_iter().collect();
        most.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        most.into_iter()
            .take(FIRST)
            .map(|((program, test), _)| (program.into(), test.into()))
            .collect()
    }
}

/// The package of a file, or its game for a game's file.
fn area(file: &str) -> &str {
    let depth = if file.starts_with("crates/games/") {
        3
    } else {
        2
    };
    file.match_indices('/')
        .nth(depth - 1)
        .map_or(file, |(end, _)| &file[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(id: &str, file: &str) -> Fault {
        let none = String::new;
        let (id, file) = (id.into(), file.into());
        let (kind, listed, after, find) = (none(), none(), none(), none());
        Fault {
            number: 1,
            id,
            kind,
            listed,
            file,
            after,
            find,
            replace: none(),
            why: none(),
        }
    }

    #[test]
    fn the_test_that_caught_it_comes_first_then_those_of_its_file_and_folder() {
        let mut caught = Caught {
            kept: PathBuf::from("/nowhere/caught.json"),
            by: BTreeMap::new(),
        };
        let earlier = [
            ("a", "crates/kernel/x", "one"),
            ("b", "crates/kernel/x", "two"),
            ("c", "crates/kernel/x", "two"),
            ("d", "crates/kernel/y", "three"),
            ("e", "crates/cli/z", "four"),
        ];
        for (id, file, test) in earlier {
            caught.keep(&fault(id, file), "all", test);
        }
        let likely = |id, file| -> Vec<String> {
            caught
                .likely(&fault(id, file))
                .into_iter()
                .map(|(_, test)| test)
                .collect()
        };
        assert_eq!(likely("a", "crates/kernel/x"), ["one", "two", "three"]);
        assert_eq!(likely("new", "crates/kernel/x"), ["two", "one", "three"]);
        assert_eq!(likely("new", "crates/kernel/z"), ["two", "one", "three"]);
        assert_eq!(likely("new", "crates/wire/z"), Vec::<String>::new());
    }
}
