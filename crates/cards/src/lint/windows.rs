//! Checks that a card has an effect in the windows and functions in which it acts.

use super::Look;
use crate::codes;
use crate::diagnostics::{Diagnostic, Report, Span};
use crate::near;
use cardwright_effects::tree::SourcePos;
use cardwright_effects::{CardKind, FactType, FactValue, Lexicon, Verb, Windows};

/// The moments at which a card can be played.
pub(crate) struct Moments {
    pub(crate) windows: &'static Windows,
    /// The words of all windows, and of `any`.
    all: &'static [&'static str],
    /// The words of the windows that the card names; `None` for all windows.
    pub(crate) named: Option<Vec<&'static str>>,
    /// Whether another part of the card names further windows.
    pub(super) more: bool,
}

impl Moments {
    /// The windows named by a card of a kind.
    pub(crate) fn of(
        lexicon: &Lexicon,
        kind: &CardKind,
        facts: &[(u8, FactValue)],
    ) -> Option<Moments> {
        let is = |windows: &&Windows| {
            lexicon
                .kinds
                .get(usize::from(windows.kind))
                .is_some_and(|one| one.name == kind.name)
        };
        let windows = lexicon.windows.iter().find(is)?;
        let FactType::SomeOf(words) = kind.facts.get(usize::from(windows.fact))?.ty else {
            return None;
        };
        let named = facts
            .iter()
            .find(|(fact, _)| *fact == windows.fact)
            .and_then(|(_, value)| match value {
                FactValue::Words(places) => Some(places),
                _ => None,
            });
        let named: Vec<&'static str> = named
            .into_iter()
            .flatten()
            .filter_map(|place| words.get(usize::from(*place)).copied())
            .collect();
        Some(Moments {
            windows,
            all: words,
            named: Some(named).filter(|named| !named.contains(&windows.any)),
            more: facts.iter().any(|(fact, _)| *fact != windows.fact),
        })
    }

    /// Whether the card names no window at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.named.as_ref().is_some_and(Vec::is_empty)
    }
}

impl Look<'_> {
    /// Checks whether a verb has an effect in this hook.
    pub(super) fn moment(&mut self, verb: &'static Verb, at: SourcePos) {
        self.verbs.push((verb, at));
        if let Some(hooks) = verb.sense.hooks
            && !hooks.contains(&self.hook)
        {
            self.wrong_hook(verb, hooks, at);
        }
    }

    fn wrong_hook(&mut self, verb: &Verb, hooks: &[u8], at: SourcePos) {
        let hook_name = |place: &u8| {
            self.lexicon
                .hooks
                .get(usize::from(*place))
                .map(|hook| hook.name)
        };
        let here = hook_name(&self.hook).unwrap_or_default();
        let names: Vec<&str> = hooks.iter().filter_map(hook_name).collect();
        let help = match names.as_slice() {
            [] => "only effect symbols in a card file do this".to_owned(),
            names => format!("it works in: {}", near::words(names)),
        };
        let span = self.span(at);
        let message = format!("`{}` does nothing in `{here}`", verb.name);
        self.add(Diagnostic::error(codes::WRONG_MOMENT, span, message), help);
    }

    /// Checks that a card that is played in any window has an effect in each of them.
    fn any_window(&mut self, moments: &Moments, verbs: &[(&'static Verb, SourcePos)], sure: bool) {
        let [(first, at), ..] = verbs else { return };
        let works = |window: &&str| {
            let works_in = |verb: &Verb| verb.sense.windows.is_none_or(|all| all.contains(window));
            verbs.iter().any(|(verb, _)| works_in(verb))
        };
        let windows = moments.all.iter().copied();
        let (good, idle): (Vec<&str>, Vec<&str>) = windows
            .filter(|window| *window != moments.windows.any)
            .partition(works);
        if sure && !idle.is_empty() && moments.windows.hook == self.hook {
            let message = format!(
                "`{}` does nothing in the windows {}, and the card can be played there too",
                first.name,
                near::list(&idle)
            );
            let good: Vec<String> = good.iter().map(|word| format!("\"{word}\"")).collect();
            let help = format!("name the windows in the card file: [{}]", good.join(", "));
            self.warn(codes::WRONG_MOMENT, *at, message, help);
        }
    }

    /// Checks that the verbs have an effect in one of the windows that the card names.
    pub(super) fn windows(&mut self, sure: bool) {
        let verbs = std::mem::take(&mut self.verbs);
        let Some(moments) = self.moments else { return };
        let Some(named) = &moments.named else {
            return self.any_window(moments, &verbs, sure);
        };
        let idle = |verb: &Verb| {
            verb.sense
                .windows
                .filter(|useful| !named.iter().any(|window| useful.contains(window)))
        };
        let all = sure && !named.is_empty() && verbs.iter().all(|(verb, _)| idle(verb).is_some());
        for (verb, at) in verbs.iter().filter(|_| !named.is_empty()) {
            let Some(useful) = idle(verb) else { continue };
            let windows = if named.len() == 1 {
                "window"
            } else {
                "windows"
            };
            let message = format!(
                "`{}` does nothing in the {windows} {}",
                verb.name,
                near::list(named)
            );
            let found = match all {
                true => Diagnostic::error(codes::WRONG_MOMENT, self.span(*at), message),
                false => Diagnostic::warning(codes::WRONG_MOMENT, self.span(*at), message),
            };
            self.add(found, format!("it works in: {}", near::words(useful)));
        }
    }
}

/// Checks that a card played in windows has both windows and an effect in them. `card` is its place, and whether all
/// functions of its script are known.
pub(crate) fn played(
    lexicon: &Lexicon,
    kind: &CardKind,
    moments: &Moments,
    place: impl Fn(&str) -> Option<Span>,
    (card, sure): (Span, bool),
    report: &mut Report,
) {
    let name = |hook: u8| {
        lexicon
            .hooks
            .get(usize::from(hook))
            .map_or("", |hook| hook.name)
    };
    let (play, fact) = (
        name(moments.windows.hook),
        kind.facts.get(usize::from(moments.windows.fact)),
    );
    let Some(fact) = fact else { return };
    let help = format!("write `{} = {}` in the card file", fact.name, fact.example);
    match place(play) {
        Some(span) if moments.is_empty() => {
            let message = "this card can never be played: it names no window";
            report.add(
                Diagnostic::error(codes::NEVER_PLAYED, span, message)
                    .label(card, "the card")
                    .help(help),
            );
        }
        None if !moments.is_empty() && sure => {
            let message =
                format!("this card names windows, but has no function `{play}` to run in them");
            let never = Diagnostic::error(codes::NEVER_PLAYED, card, message);
            report.add(never.help(format!(
                "write `fn {play}(me) {{ … }}` in its script, or remove `{}`",
                fact.name
            )));
        }
        _ => {}
    }
    if let Some(can) = moments.windows.can.filter(|_| sure)
        && let (None, Some(span)) = (place(play), place(name(can)))
    {
        let message = format!("this is never used: the card has no function `{play}`");
        report.add(Diagnostic::warning(codes::UNUSED_FUNCTION, span, message).help("remove it"));
    }
}
