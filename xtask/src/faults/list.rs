//! Reads the list of faults.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use toml_span::value::Table;

/// One fault: a one-line change of a file.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// Its position in the whole list, from 1. The switch compares this number.
    pub(crate) number: usize,
    /// Its name.
    pub(crate) id: String,
    /// The kind of fault: the name of the list's file.
    pub(crate) kind: String,
    /// Where it is listed: the list's file, relative to the project, and the line.
    pub(crate) listed: String,
    /// The changed file, relative to the project.
    pub(crate) file: String,
    /// A text before `find` that occurs once in the file. It may be empty if `find` occurs once.
    pub(crate) after: String,
    /// A whole expression, whole statements, or a piece of a data file.
    pub(crate) find: String,
    /// The replacement.
    pub(crate) replace: String,
    /// Why it matters.
    pub(crate) why: String,
}

impl Fault {
    /// Whether the file is data that is read at run time.
    pub(crate) fn is_data(&self) -> bool {
        !self.file.ends_with(".rs")
    }
}

/// Every fault in a folder of lists, sorted by file and position.
pub(crate) fn read(folder: &Path) -> Result<Vec<Fault>, String> {
    let told = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut files: Vec<_> = fs::read_dir(folder)
        .map_err(told)?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort();
    let mut faults = Vec::new();
    for path in files {
        let kind = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(&path).map_err(told)?;
        read_file(&text, &kind, &mut faults)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    let mut ids = BTreeSet::new();
    match faults.iter().find(|fault| !ids.insert(&fault.id)) {
        Some(twice) => Err(format!(
            "{}: the fault `{}` is listed twice",
            twice.listed, twice.id
        )),
        None => Ok(faults),
    }
}

fn read_file(text: &str, kind: &str, faults: &mut Vec<Fault>) -> Result<(), String> {
    let root = toml_span::parse(text).map_err(|error| error.to_string())?;
    let list = root
        .as_table()
        .and_then(|root| root.get("fault"))
        .and_then(|list| list.as_array());
    for value in list.ok_or("no [[fault]]")? {
        let entry = value.as_table().ok_or("a fault is a table")?;
        let line = 1 + text[..value.span.start.min(text.len())]
            .matches('\n')
            .count();
        let listed = format!("tests/faults/{kind}.toml:{line}");
        faults.push(fault(entry, kind, listed, faults.len() + 1)?);
    }
    Ok(())
}

fn fault(entry: &Table<'_>, kind: &str, listed: String, number: usize) -> Result<Fault, String> {
    let id = entry
        .get("id")
        .and_then(|id| id.as_str())
        .ok_or("a fault has no id")?
        .to_owned();
    let known = ["id", "file", "after", "find", "replace", "why"];
    if let Some(key) = entry.keys().find(|key| !known.contains(&&*key.name)) {
        return Err(format!("`{id}`: unknown key `{}`", key.name));
    }
    let text = |key: &str| {
        entry
            .get(key)
            .and_then(|value| value.as_str())
            .map(str::to_owned)
    };
    let needed = |key: &str| text(key).ok_or_else(|| format!("`{id}` has no `{key}`"));
    Ok(Fault {
        number,
        kind: kind.into(),
        listed,
        file: needed("file")?,
        after: text("after").unwrap_or_default(),
        find: needed("find")?,
        replace: needed("replace")?,
        why: needed("why")?,
        id: id.clone(),
    })
}
