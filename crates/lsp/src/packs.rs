//! The packs of a workspace, with what is typed and not yet saved, and what is wrong with them.

use crate::text;
use cardwright::{Diagnostic, PackSource, Severity, Span, check_packs, pack_head};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The manifest of a pack.
pub(crate) const MANIFEST: &str = "pack.toml";
/// What packs that a pack needs may need again: no chain of packs is longer.
const CHAIN: usize = 16;

/// How packs are read: whoever runs the server does it, under its own bounds.
pub trait Files {
    /// The files of the pack in a folder.
    ///
    /// # Errors
    /// Why it cannot be read, as a sentence.
    fn pack(&self, folder: &Path) -> Result<PackSource, String>;
    /// Whether a folder holds a pack.
    fn is_pack(&self, folder: &Path) -> bool;
    /// The folders of the packs in a workspace.
    fn packs_in(&self, root: &Path) -> Vec<PathBuf>;
}

/// One problem, at a place of a text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Problem {
    pub one: Diagnostic,
    pub range: lsp_types::Range,
    /// The stretch of the file.
    pub bytes: std::ops::Range<usize>,
    pub others: Vec<(PathBuf, lsp_types::Range, String)>,
}

/// A pack as it stands.
pub(crate) struct Pack {
    pub source: PackSource,
    pub game: Option<String>,
    /// The packs it is checked with, itself the last.
    pub with: Vec<PackSource>,
    pub problems: BTreeMap<PathBuf, Vec<Problem>>,
}

/// Open texts and known packs.
#[derive(Default)]
pub(crate) struct Packs {
    pub open: BTreeMap<PathBuf, String>,
    pub known: BTreeMap<PathBuf, Pack>,
    changed: BTreeSet<PathBuf>,
}

impl Packs {
    /// The folder of the pack that a file belongs to.
    pub(crate) fn folder(&self, files: &dyn Files, file: &Path) -> Option<PathBuf> {
        let is_pack =
            |folder: &&Path| self.open.contains_key(&folder.join(MANIFEST)) || files.is_pack(folder);
        file.ancestors().skip(1).find(is_pack).map(Path::to_path_buf)
    }

    /// The pack of a file.
    pub(crate) fn of(&self, file: &Path) -> Option<(&Path, &Pack)> {
        let (folder, pack) = file.ancestors().skip(1).find_map(|folder| self.known.get_key_value(folder))?;
        Some((folder, pack))
    }

    /// The text of a file as it stands: typed, or saved.
    pub(crate) fn text(&self, file: &Path) -> Option<&str> {
        if let Some(text) = self.open.get(file) {
            return Some(text);
        }
        let (folder, pack) = self.of(file)?;
        let path = file.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/");
        let (_, bytes) = pack.source.files.iter().find(|(name, _)| *name == path)?;
        std::str::from_utf8(bytes).ok()
    }

    /// Something of a pack has changed.
    pub(crate) fn touch(&mut self, folder: PathBuf) {
        self.changed.insert(folder);
    }

    /// A folder has left the workspace: its packs go, unless a file of theirs is open. Gives the files that had problems.
    pub(crate) fn forget(&mut self, root: &Path) -> Vec<PathBuf> {
        let open = |folder: &Path| self.open.keys().any(|file| file.starts_with(folder));
        let gone = |folder: &&PathBuf| folder.starts_with(root) && !open(folder);
        let folders: Vec<PathBuf> = self.known.keys().filter(gone).cloned().collect();
        let packs = folders.iter().filter_map(|folder| self.known.remove(folder));
        packs.flat_map(|pack| pack.problems.into_keys()).collect()
    }

    /// Reads and checks what has changed, and the packs that need it; gives the files whose problems are to be shown anew.
    pub(crate) fn refresh(&mut self, files: &dyn Files) -> BTreeMap<PathBuf, Vec<Problem>> {
        let mut shown: BTreeMap<PathBuf, Vec<Problem>> = BTreeMap::new();
        let changed = std::mem::take(&mut self.changed);
        if changed.is_empty() {
            return shown;
        }
        for folder in &changed {
            self.read(files, folder, &mut shown);
        }
        let ids: BTreeSet<String> = changed.iter().filter_map(|folder| self.id(folder)).collect();
        let needs = |pack: &Pack| needs(&pack.source).iter().any(|id| ids.contains(id));
        let again: Vec<PathBuf> =
            self.known.iter().filter(|(_, pack)| needs(pack)).map(|(at, _)| at.clone()).collect();
        for folder in changed.iter().cloned().chain(again).collect::<BTreeSet<_>>() {
            self.check(&folder, &mut shown);
        }
        shown
    }

    fn id(&self, folder: &Path) -> Option<String> {
        pack_head(&self.known.get(folder)?.source).0
    }

    /// Reads a pack; one that is gone has no problems any more.
    fn read(&mut self, files: &dyn Files, folder: &Path, shown: &mut BTreeMap<PathBuf, Vec<Problem>>) {
        let before = self.known.remove(folder);
        for file in before.iter().flat_map(|pack| pack.problems.keys()) {
            shown.insert(file.clone(), Vec::new());
        }
        let typed = |file: &&PathBuf| file.starts_with(folder) && self.belongs(file, folder, files);
        let open: Vec<&PathBuf> = self.open.keys().filter(typed).collect();
        let there = files.is_pack(folder);
        if !there && !self.open.contains_key(&folder.join(MANIFEST)) {
            return;
        }
        let empty = || PackSource { name: String::new(), files: Vec::new() };
        let (mut source, trouble) = match files.pack(folder) {
            Ok(source) => (source, None),
            Err(why) => (empty(), there.then_some(why)),
        };
        source.name = folder.display().to_string();
        for file in open {
            let (Some(path), Some(text)) = (inside(folder, file), self.open.get(file)) else { continue };
            source.files.retain(|(name, _)| *name != path);
            source.files.push((path, text.clone().into_bytes()));
        }
        source.files.sort();
        let mut problems = BTreeMap::new();
        problems.extend(trouble.map(|why| (folder.join(MANIFEST), vec![Problem::of_folder(why)])));
        let game = pack_head(&source).1;
        self.known.insert(folder.to_path_buf(), Pack { source, game, with: Vec::new(), problems });
    }

    /// Whether an open file is one of this pack's, and of no pack inside it.
    fn belongs(&self, file: &Path, folder: &Path, files: &dyn Files) -> bool {
        let hidden =
            inside(folder, file).is_none_or(|path| path.split('/').any(|part| part.starts_with('.')));
        if hidden {
            return false;
        }
        let ours = ["toml", "rhai", "md", "txt"];
        let ending = file.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ours.contains(&ending))
            && self.folder(files, file).as_deref() == Some(folder)
    }

    /// Checks a pack together with those of the workspace that it needs.
    fn check(&mut self, folder: &Path, shown: &mut BTreeMap<PathBuf, Vec<Problem>>) {
        let Some(pack) = self.known.get(folder) else { return };
        let mut with = self.needed(&pack.source);
        with.push(pack.source.clone());
        let mut found: BTreeMap<PathBuf, Vec<Problem>> = BTreeMap::new();
        match check_packs(&with) {
            Ok(checked) => {
                for one in &checked.found.list {
                    let place = place(&checked.found, one.span);
                    let file = place.as_ref().map_or_else(|| folder.join(MANIFEST), |(file, _)| file.clone());
                    if file.starts_with(folder) {
                        found.entry(file).or_default().push(Problem::of(&checked.found, one));
                    }
                }
                for why in &checked.unplayable {
                    found.entry(folder.join(MANIFEST)).or_default().push(Problem::of_folder(why.clone()));
                }
            }
            Err(why) => {
                found.entry(folder.join(MANIFEST)).or_default().push(Problem::of_folder(why.to_string()));
            }
        }
        let Some(pack) = self.known.get_mut(folder) else { return };
        // A folder that cannot be read says that and nothing else.
        if !pack.source.files.is_empty() {
            for file in pack.problems.keys() {
                shown.insert(file.clone(), Vec::new());
            }
            pack.problems = found;
        }
        pack.with = with;
        shown.extend(pack.problems.clone());
    }

    /// The packs of the workspace that a pack needs, and those that these need.
    fn needed(&self, source: &PackSource) -> Vec<PackSource> {
        let mut wanted = needs(source);
        let mut found: Vec<PackSource> = Vec::new();
        let mut at = 0;
        while at < wanted.len().min(CHAIN) {
            let is = |pack: &&Pack| pack_head(&pack.source).0.as_ref() == wanted.get(at);
            if let Some(pack) = self.known.values().find(is).filter(|pack| pack.source != *source) {
                for more in needs(&pack.source) {
                    if !wanted.contains(&more) {
                        wanted.push(more);
                    }
                }
                found.push(pack.source.clone());
            }
            at += 1;
        }
        found
    }
}

/// A file's path in its pack.
pub(crate) fn inside(folder: &Path, file: &Path) -> Option<String> {
    Some(file.strip_prefix(folder).ok()?.to_str()?.replace('\\', "/"))
}

/// The ids of the packs that a pack needs.
fn needs(source: &PackSource) -> Vec<String> {
    cardwright::pack_needs(source)
}

/// File and stretch of a place.
fn place(found: &cardwright::Diagnostics, span: Option<Span>) -> Option<(PathBuf, lsp_types::Range)> {
    let span = span?;
    let source = found.sources.get(usize::from(span.file))?;
    Some((PathBuf::from(&source.path), text::range(&source.text, &(span.start..span.end))))
}

impl Problem {
    fn of(found: &cardwright::Diagnostics, one: &Diagnostic) -> Problem {
        let others = one.labels.iter().filter_map(|label| {
            let (file, range) = place(found, Some(label.span))?;
            Some((file, range, label.text.clone()))
        });
        Problem {
            one: one.clone(),
            range: place(found, one.span).map(|(_, range)| range).unwrap_or_default(),
            bytes: one.span.map_or(0..0, |span| span.start..span.end),
            others: others.collect(),
        }
    }

    /// What is wrong with a pack as a whole.
    fn of_folder(message: String) -> Problem {
        let one = Diagnostic {
            code: "",
            severity: Severity::Error,
            span: None,
            message,
            help: None,
            labels: Vec::new(),
        };
        Problem { one, range: lsp_types::Range::default(), bytes: 0..0, others: Vec::new() }
    }
}
