//! Copies the tree and injects the faults into the copy, each behind a switch.

use super::list::Fault;
use std::collections::BTreeMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// What is not copied: the tests read everything else.
const LEFT: &[&str] = &[".git", "target", "node_modules"];

/// The functions through which packs are read. A fault in a card is injected into the bytes there.
const DOORS: &[(&str, &str, &str)] = &[
    (
        "crates/cardwright/src/packs.rs",
        "files.push((path, file.contents().to_vec()));",
        "let bytes = cardwright_kernel::fault::data(&path, file.contents().to_vec());\nfiles.push((path, bytes));",
    ),
    (
        "crates/cli/src/packs.rs",
        "self.files.push((self.name(path)?, bytes));",
        "let name = self.name(path)?;\nlet bytes = cardwright::fault::data(&name, bytes);\nself.files.push((name, bytes));",
    ),
    (
        "tests/src/packs.rs",
        "pack.files.push((name, std::fs::read(&path).unwrap()));",
        "let bytes = cardwright_kernel::fault::data(&name, std::fs::read(&path).unwrap());\npack.files.push((name, bytes));",
    ),
];

/// The place of each fault in the code.
pub(crate) type Places = BTreeMap<String, Vec<(Range<usize>, usize)>>;

/// The place of every fault in its file, and an error for each fault without one: the file has changed, or the fault
/// overlaps another one.
pub(crate) fn places(root: &Path, faults: &[Fault]) -> (Places, Vec<(usize, String)>) {
    let (mut places, mut wrong) = (Places::new(), Vec::new());
    for fault in faults {
        let text = fs::read_to_string(root.join(&fault.file)).map_err(|error| error.to_string());
        match text.and_then(|text| place(&text, fault)) {
            Ok(span) => places
                .entry(fault.file.clone())
                .or_default()
                .push((span, fault.number)),
            Err(error) => wrong.push((fault.number, error)),
        }
    }
    for spans in places.values_mut().filter(|spans| spans.len() > 1) {
        spans.sort_by_key(|(span, number)| (span.start, span.end, *number));
        let mut last = 0..0;
        spans.retain(|(span, number)| {
            let apart = span.start >= last.end || *span == last;
            if apart {
                last = span.clone();
            } else {
                wrong.push((*number, "another fault lies across the place".into()));
            }
            apart
        });
    }
    (places, wrong)
}

fn place(text: &str, fault: &Fault) -> Result<Range<usize>, String> {
    let code = Signs::of(text, fault.is_data());
    let signs = |what: &str| Signs::of(what, fault.is_data()).signs;
    let once = |what: &str| match code.signs.match_indices(&signs(what)).collect::<Vec<_>>()[..] {
        [(at, _)] => Ok(at),
        [] => Err(format!("`{what}` is not there")),
        ref many => Err(format!("`{what}` is there {} times", many.len())),
    };
    // The last arm of a match may have no comma there.
    let arm = fault.find.strip_suffix(',').filter(|_| !fault.is_data());
    let find = arm.unwrap_or(&fault.find);
    let start = match fault.after.is_empty() {
        true => once(find)?,
        false => {
            let from = once(&fault.after)?;
            let behind = code.signs[from..].find(&signs(find));
            from + behind
                .ok_or_else(|| format!("`{}` does not follow `{}`", fault.find, fault.after))?
        }
    };
    let end = code.at[start + signs(find).len() - 1] + 1;
    let comma = arm.is_some() && text[end..].starts_with(',');
    Ok(code.at[start]..end + usize::from(comma))
}

/// Code without white space and without commas before a closing bracket, because line breaks do not matter. Data is
/// unchanged.
struct Signs {
    signs: String,
    /// The place in the text of each byte of `signs`.
    at: Vec<usize>,
}

impl Signs {
    fn of(text: &str, exact: bool) -> Signs {
        let kept = |at: usize, sign: char| {
            let next = || text[at + 1..].trim_start().chars().next();
            let dropped = |sign: char| match sign {
                ',' => matches!(next(), Some(')' | ']' | '}')),
                _ => sign.is_whitespace(),
            };
            exact || !dropped(sign)
        };
        let (mut signs, mut places) = (String::new(), Vec::new());
        for (at, sign) in text.char_indices().filter(|(at, sign)| kept(*at, *sign)) {
            signs.push(sign);
            places.extend(at..at + sign.len_utf8());
        }
        Signs { signs, at: places }
    }
}

/// Copies the tree. Unchanged files are kept, so that they need not be built again.
pub(crate) fn copy(root: &Path, copy: &Path) -> Result<(), String> {
    copy_to(root, copy).map_err(|error| format!("cannot copy {}: {error}", root.display()))
}

fn copy_to(from: &Path, to: &Path) -> std::io::Result<()> {
    let real = fs::canonicalize(from)?;
    if !real.is_dir() {
        return write(to, &fs::read(&real)?);
    }
    fs::create_dir_all(to)?;
    // Files deleted here are deleted there.
    for entry in fs::read_dir(to)?
        .flatten()
        .filter(|entry| !real.join(entry.file_name()).exists())
    {
        let gone = entry.path();
        if gone.is_dir() {
            fs::remove_dir_all(gone)?
        } else {
            fs::remove_file(gone)?
        }
    }
    for entry in fs::read_dir(&real)? {
        let name = entry?.file_name();
        if !LEFT.iter().any(|left| name == *left) {
            copy_to(&from.join(&name), &to.join(&name))?;
        }
    }
    Ok(())
}

fn write(to: &Path, bytes: &[u8]) -> std::io::Result<()> {
    match fs::read(to).is_ok_and(|there| there == bytes) {
        true => Ok(()),
        false => fs::write(to, bytes),
    }
}

/// Injects every fault into the copy.
pub(crate) fn plant(copy: &Path, faults: &[Fault], places: Places) -> Result<(), String> {
    for (file, spans) in places.into_iter().filter(|(file, _)| file.ends_with(".rs")) {
        let switch = match file.split('/').nth(1) {
            Some("kernel") => "crate",
            Some("wire" | "cli" | "server" | "mcp" | "lsp") => "cardwright",
            _ => "cardwright_kernel",
        };
        change(copy, &file, |text| {
            Ok(switched(text, &spans, faults, switch))
        })?;
    }
    for (file, find, replace) in DOORS {
        change(copy, file, |text| match text.contains(find) {
            true => Ok(text.replace(find, replace)),
            false => Err(format!("{file}: the door `{find}` is not there")),
        })?;
    }
    let written = |name: &str, text: &str| {
        write(&copy.join("crates/kernel/src").join(name), text.as_bytes())
            .map_err(|error| error.to_string())
    };
    written("fault.rs", SWITCHES)?;
    written("fault.data", &data(faults))?;
    let quiet = "[workspace.lints.rust]\n";
    change(copy, "Cargo.toml", |text| {
        Ok(text.replace(quiet, &format!("{quiet}warnings = \"allow\"\n")))
    })?;
    change(copy, "crates/kernel/src/lib.rs", |text| {
        Ok(format!("{text}\n#[doc(hidden)]\npub mod fault;\n"))
    })?;
    // The outer packages may not depend on the kernel. A test checks that, in the copy too.
    change(copy, "crates/cardwright/src/lib.rs", |text| {
        Ok(format!(
            "{text}\n#[doc(hidden)]\npub use cardwright_kernel::fault;\n"
        ))
    })?;
    Ok(())
}

fn change(
    copy: &Path,
    file: &str,
    change: impl FnOnce(&str) -> Result<String, String>,
) -> Result<(), String> {
    let path = copy.join(file);
    let told = |error: std::io::Error| format!("cannot change {file}: {error}");
    let text = fs::read_to_string(&path).map_err(told)?;
    fs::write(&path, change(&text)?).map_err(told)
}

/// A text with a switch at each place, for every fault of that place and the original code.
fn switched(text: &str, spans: &[(Range<usize>, usize)], faults: &[Fault], switch: &str) -> String {
    let (mut out, mut from) = (String::new(), 0);
    for group in spans.chunk_by(|one, other| one.0 == other.0) {
        let span = group[0].0.clone();
        let replaced = group
            .iter()
            .map(|(_, number)| (*number, faults[number - 1].replace.as_str()));
        out += &text[from..span.start];
        // As in the list: an arm of a match is one line there.
        out += &form(&faults[group[0].1 - 1].find, replaced, switch);
        from = span.end;
    }
    out + &text[from..]
}

/// The code for a place: the faults and the original, each behind its switch.
fn form<'a>(find: &str, replaced: impl Iterator<Item = (usize, &'a str)>, switch: &str) -> String {
    let on = |number: usize| format!("{switch}::fault::on({number})");
    if find.contains(" => ") && find.ends_with(',') {
        // Arms of a match, one per line: those of a fault come first, behind its switch. If an arm has a guard in the
        // file, the guard is inactive then; otherwise a fault that weakens it would change nothing.
        let replaced: Vec<_> = replaced.collect();
        let off: String = replaced
            .iter()
            .map(|(number, _)| format!("!{} && ", on(*number)))
            .collect();
        let own = find.lines().map(|arm| {
            match arm
                .split_once(" => ")
                .map(|(pattern, rest)| (pattern.split_once(" if "), rest))
            {
                Some((Some((pattern, guard)), rest)) => {
                    format!("{pattern} if {off}({guard}) => {rest}")
                }
                _ => arm.into(),
            }
        });
        let own = own.collect::<Vec<_>>().join("\n");
        let arms = replaced
            .into_iter()
            .flat_map(|(number, arms)| arms.lines().map(move |arm| (number, arm)));
        let guarded = arms.map(|(number, arm)| match arm.split_once(" => ") {
            Some((pattern, rest)) => format!("{} => {rest}\n", pattern_if(pattern, &on(number))),
            None => arm.into(),
        });
        return guarded.collect::<String>() + own.as_str();
    }
    let faults =
        replaced.map(|(number, replace)| format!("if {} {{ {replace} }} else ", on(number)));
    let form = faults.collect::<String>() + format!("{{ {find} }}").as_str();
    // Statements stay statements, and an expression stays one, whatever the context.
    let statement = find.ends_with(';') || find.ends_with('}') && !find.starts_with('{');
    if statement { form } else { format!("({form})") }
}

fn pattern_if(pattern: &str, on: &str) -> String {
    match pattern.split_once(" if ") {
        Some((pattern, guard)) => format!("{pattern} if {on} && ({guard})"),
        None => format!("{pattern} if {on}"),
    }
}

/// The changes of data: fields end with one control character, entries with another. They are in a separate file,
/// because no source of the kernel names a game, and a test checks that in the copy too.
fn data(faults: &[Fault]) -> String {
    let entry = |fault: &Fault| {
        let Fault {
            number,
            file,
            after,
            find,
            replace,
            ..
        } = fault;
        format!("{number}\u{1f}{file}\u{1f}{after}\u{1f}{find}\u{1f}{replace}\u{1e}")
    };
    faults
        .iter()
        .filter(|fault| fault.is_data())
        .map(entry)
        .collect()
}

const SWITCHES: &str = r#"//! The switch of planted faults.
use std::sync::OnceLock;

static DATA: &str = include_str!("fault.data");

fn planted() -> usize {
    static PLANTED: OnceLock<usize> = OnceLock::new();
    *PLANTED.get_or_init(|| std::env::var("CARDWRIGHT_FAULT").ok().and_then(|n| n.parse().ok()).unwrap_or(0))
}

/// Whether the fault with this number is active.
#[inline]
pub fn on(number: usize) -> bool {
    planted() == number
}

/// The bytes of a pack's file, with the active fault.
pub fn data(path: &str, bytes: Vec<u8>) -> Vec<u8> {
    let mut entries = DATA.split('\u{1e}').map(|entry| entry.split('\u{1f}').collect::<Vec<_>>());
    let is_on = |entry: &Vec<&str>| entry[0].parse().is_ok_and(on);
    let Some([_, file, after, find, replace]) = entries.find(is_on).and_then(|entry| <[&str; 5]>::try_from(entry).ok())
    else {
        return bytes;
    };
    let Ok(text) = std::str::from_utf8(&bytes) else { return bytes };
    if !file.ends_with(path) {
        return bytes;
    }
    let Some(from) = text.find(after) else { return bytes };
    match text[from..].find(find) {
        Some(at) => {
            let at = from + at;
            [&text[..at], replace, &text[at + find.len()..]].concat().into_bytes()
        }
        None => bytes,
    }
}
"#;
