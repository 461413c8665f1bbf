//! Several packs together: their order and their dependencies.

use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::fields::short;
use crate::pack::files::{MANIFEST, PackSource};
use crate::pack::manifest::{Manifest, Need};
use crate::{limits, near};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The packs in reading order: the game's own first, then by id. Packs without a readable id follow, ordered by
/// content.
pub(crate) fn in_order<'p>(
    packs: &'p [PackSource],
    game: &str,
    report: &mut Report,
) -> Vec<&'p PackSource> {
    if packs.len() > limits::PACKS {
        let message = format!(
            "there are {} packs, but at most {} are allowed",
            packs.len(),
            limits::PACKS
        );
        report.add(
            Diagnostic::error(codes::TOO_BIG, None, message).help("merge several packs into one"),
        );
        return Vec::new();
    }
    let mut keyed: Vec<_> = packs.iter().map(|pack| (id_of(pack), pack)).collect();
    keyed.sort_by(|(a, one), (b, other)| {
        let rank = |id: &Option<String>| (id.is_none(), id.as_deref() != Some(game));
        (rank(a), a, &one.name, &one.files).cmp(&(rank(b), b, &other.name, &other.files))
    });
    keyed.into_iter().map(|(_, pack)| pack).collect()
}

/// The id in a pack's manifest, if it can be read.
fn id_of(pack: &PackSource) -> Option<String> {
    let (_, bytes) = pack.files.iter().find(|(path, _)| path == MANIFEST)?;
    let text = std::str::from_utf8(bytes)
        .ok()
        .filter(|text| text.len() <= limits::MANIFEST_BYTES)?;
    Some(
        toml_span::parse(text)
            .ok()?
            .as_table()?
            .get("id")?
            .as_str()?
            .to_owned(),
    )
}

/// Checks the dependencies between packs. `packs` contains each id once.
pub(crate) fn check(packs: &[Manifest<'_, '_>], report: &mut Report) {
    let places: BTreeMap<&str, usize> = packs
        .iter()
        .enumerate()
        .map(|(place, pack)| (pack.id.as_str(), place))
        .collect();
    for pack in packs {
        for need in &pack.depends {
            match places
                .get(need.id.as_str())
                .and_then(|place| packs.get(*place))
            {
                None => report.add(missing(&need.id, need.span, &places)),
                Some(other) => version(need, other, report),
            }
        }
    }
    (0..packs.len()).for_each(|place| cycle(packs, &places, place, report));
}

/// For each pack, the indices of its direct and indirect dependencies and its own index.
pub(crate) fn needed(packs: &[Manifest<'_, '_>]) -> Vec<BTreeSet<usize>> {
    let places: BTreeMap<&str, usize> = packs
        .iter()
        .enumerate()
        .map(|(place, pack)| (pack.id.as_str(), place))
        .collect();
    let of = |first: usize| {
        let (mut all, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(pack) = open.pop().and_then(|here| packs.get(here)) {
            let needs = pack
                .depends
                .iter()
                .filter_map(|need| places.get(need.id.as_str()).copied());
            open.extend(needs.filter(|place| all.insert(*place)));
        }
        all
    };
    (0..packs.len()).map(of).collect()
}

fn missing(id: &str, span: Span, places: &BTreeMap<&str, usize>) -> Diagnostic {
    let message = format!("this pack needs the pack `{}`, which is missing", short(id));
    let help = match near::near(id, places.keys().copied()) {
        Some(close) => format!("did you mean `{close}`?"),
        None => "add that pack with `--pack`".into(),
    };
    Diagnostic::error(codes::MISSING_PACK, span, message).help(help)
}

fn version(need: &Need, other: &Manifest<'_, '_>, report: &mut Report) {
    let (Some(wanted), Ok(is)) = (&need.version, semver::Version::parse(&other.version)) else {
        return;
    };
    if wanted.matches(&is) {
        return;
    }
    let message = format!(
        "this pack needs `{}` in version {wanted}, but version {is} was found",
        other.id
    );
    let wrong = Diagnostic::error(codes::WRONG_VERSION, need.span, message);
    report.add(
        wrong
            .label(other.version_span, "the version found")
            .help(format!(
                "use another version of `{}`, or change the requirement here",
                other.id
            )),
    );
}

/// Reports the shortest dependency cycle through a pack once, at the first of its packs.
fn cycle(
    packs: &[Manifest<'_, '_>],
    places: &BTreeMap<&str, usize>,
    first: usize,
    report: &mut Report,
) {
    let mut from: BTreeMap<usize, (usize, Span)> = BTreeMap::new();
    let mut open = VecDeque::from([first]);
    while let Some(here) = open.pop_front() {
        let needs = packs.get(here).map_or(&[][..], |pack| &pack.depends);
        for need in needs {
            let Some(next) = places
                .get(need.id.as_str())
                .copied()
                .filter(|next| *next >= first)
            else {
                continue;
            };
            if next == first {
                return report.add(circle(packs, &from, here, need.span));
            }
            from.entry(next).or_insert_with(|| {
                open.push_back(next);
                (here, need.span)
            });
        }
    }
}

fn circle(
    packs: &[Manifest<'_, '_>],
    from: &BTreeMap<usize, (usize, Span)>,
    last: usize,
    span: Span,
) -> Diagnostic {
    let name = |place: usize| packs.get(place).map_or("?", |pack| pack.id.as_str());
    let (mut path, mut spans, mut here) = (vec![name(last)], Vec::new(), last);
    while let Some((before, need)) = from.get(&here) {
        spans.push(*need);
        path.push(name(*before));
        here = *before;
    }
    path.reverse();
    path.push(name(here));
    let message = format!(
        "packs depend on each other in a circle: {}",
        path.join(" -> ")
    );
    let found = Diagnostic::error(codes::PACK_CYCLE, span, message)
        .help("remove one of these dependencies, or merge the packs");
    spans
        .into_iter()
        .rev()
        .fold(found, |found, span| found.label(span, "and this"))
}
