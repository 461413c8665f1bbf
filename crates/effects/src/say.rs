//! Fills the `say` templates of a lexicon.
//!
//! `{0}` is the first argument, and `{0}'s` is its possessive form. `[gains|gain]` uses its first form after a single
//! thing and its second after "you" or several things. It refers to the argument before it, or to the one with a given
//! number: `[1:point|points]`. `<{0}'s part at {1}>` names a part by its slot: "that part" if the slot is that of one of
//! `{0}`'s parts, "that robot's left arm" for a word, "that robot's part at that slot" otherwise.

/// The start of a negated condition that has no phrase of its own.
pub(crate) const DENIED: &str = "it is not the case that ";

/// A value in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Said {
    /// The words.
    pub(crate) text: String,
    /// Whether verbs after it take the plural form, as after "you" and several things.
    pub(crate) several: bool,
    /// What the words name.
    pub(crate) named: Named,
}

/// What words name, as far as templates distinguish it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum Named {
    #[default]
    Thing,
    /// A thing by its own word, without an article.
    Word,
    /// A member of what somebody has, or all of it: the word for a member, and the possessive form of who has it.
    Member(&'static str, String),
}

impl Said {
    pub(crate) fn new(text: impl Into<String>, several: bool) -> Said {
        Said {
            text: text.into(),
            several,
            named: Named::Thing,
        }
    }

    pub(crate) fn one(text: impl Into<String>) -> Said {
        Said::new(text, false)
    }

    pub(crate) fn many(text: impl Into<String>) -> Said {
        Said::new(text, true)
    }

    pub(crate) fn named(self, named: Named) -> Said {
        Said { named, ..self }
    }

    pub(crate) fn you() -> Said {
        Said::many("you")
    }

    fn is_pronoun(&self) -> bool {
        ["you", "it", "they"].contains(&self.text.as_str())
    }

    /// The possessive form: "your", "the robot's".
    pub(crate) fn owning(&self) -> String {
        match self.text.as_str() {
            "you" => "your".into(),
            "it" => "its".into(),
            "they" => "their".into(),
            text => format!("{text}'s"),
        }
    }

    /// Whether the words end in more than a name, so that "'s" would belong to the wrong word: "the robot to your left".
    pub(crate) fn is_long(&self) -> bool {
        const LINKS: &[&str] = &[
            "who", "that", "whose", "to", "of", "after", "before", "with", "in",
        ];
        self.text
            .split(' ')
            .skip(1)
            .any(|word| LINKS.contains(&word))
    }
}

/// Fills the arguments into a template.
pub(crate) fn fill(template: &str, args: &[Said]) -> String {
    let (mut out, mut rest, mut last) = (String::new(), template, 0);
    while let Some(start) = rest.find(['{', '[', '<']) {
        let close = match &rest[start..=start] {
            "{" => '}',
            "[" => ']',
            _ => '>',
        };
        let Some(length) = rest[start..].find(close) else {
            break;
        };
        out.push_str(&rest[..start]);
        let inside = &rest[start + 1..start + length];
        rest = &rest[start + length + 1..];
        if close == '}' {
            last = inside.parse().unwrap_or(0);
            rest = match (args.get(last), rest.strip_prefix("'s ")) {
                (Some(owner), Some(rest)) if owner.is_long() => {
                    owned_by(owner, args, rest, &mut out)
                }
                (arg, _) => argument(arg, rest, &mut out),
            };
        } else if close == ']' {
            out.push_str(form(inside, args, last));
        } else {
            out.push_str(&part_of(inside, args, template.starts_with("{0} ")));
        }
    }
    out.push_str(rest);
    out
}

/// Fills `{0}'s part at {1}`, where `{0}` may be the `subject` of the sentence.
fn part_of(group: &str, args: &[Said], subject: bool) -> String {
    let words: Vec<&str> = group.rsplitn(4, ' ').collect();
    let [place, link, kind, owner] = words.as_slice() else {
        return fill(group, args);
    };
    let place = place.trim_matches(['{', '}']).parse::<usize>().ok();
    let (Some(place), owning) = (place.and_then(|place| args.get(place)), fill(owner, args)) else {
        return fill(group, args);
    };
    let its = match subject && *owner == "{0}'s" && owning != "your" {
        true => "its",
        false => &owning,
    };
    match &place.named {
        Named::Member(word, of) if word == kind && *of == owning => {
            let begin = place
                .text
                .rsplit_once(' ')
                .map_or("that", |(begin, _)| begin);
            format!("{begin} {word}")
        }
        Named::Member(word, _) if place.text.ends_with(word) => {
            format!("{its} {kind} {link} the slot of {}", place.text)
        }
        Named::Word => format!("{its} {}", place.text),
        Named::Member(..) | Named::Thing => format!("{its} {kind} {link} {}", place.text),
    }
}

/// Writes an argument, as a possessive if `'s` follows; returns the rest of the template. "The attack of it" becomes
/// "its attack".
fn argument<'a>(arg: Option<&Said>, rest: &'a str, out: &mut String) -> &'a str {
    let Some(arg) = arg else { return rest };
    if arg.is_pronoun()
        && !rest.starts_with("'s")
        && let Some(at) = owned_thing(out)
    {
        let thing = out.split_off(at);
        let thing = thing.trim_start_matches("the ").trim_end_matches(" of ");
        *out += &format!("{} {thing}", arg.owning());
        return rest;
    }
    match rest.strip_prefix("'s") {
        Some(rest) => {
            out.push_str(&arg.owning());
            rest
        }
        None => {
            out.push_str(&arg.text);
            rest
        }
    }
}

/// Writes "the attack of " and its owner for an owner that takes no "'s"; returns the rest of the template.
fn owned_by<'a>(owner: &Said, args: &[Said], rest: &'a str, out: &mut String) -> &'a str {
    const AFTER: &[&str] = &[
        "at", "do", "does", "from", "goes", "has", "in", "is", "out", "seen", "that",
    ];
    let ends = rest.match_indices(' ').map(|(at, _)| at);
    let end = ends
        .filter(|at| {
            let next = rest[at + 1..].split(' ').next().unwrap_or_default();
            rest[..*at].ends_with(',') || next.starts_with('[') || AFTER.contains(&next)
        })
        .map(|at| rest[..at].trim_end_matches(',').len())
        .next()
        .unwrap_or(rest.len());
    let (thing, rest) = rest.split_at(end);
    *out += &format!("the {} of {}", fill(thing, args), owner.text);
    rest
}

/// Where "the attack of " begins at the end of words.
fn owned_thing(words: &str) -> Option<usize> {
    const LONGEST: usize = 3;
    let at = words
        .rfind("the ")
        .filter(|at| *at == 0 || words[..*at].ends_with(' '))?;
    let thing: Vec<&str> = words[at + 4..].strip_suffix(" of ")?.split(' ').collect();
    let counts = ["number", "remainder", "rest"].contains(&thing[0]);
    (thing.len() <= LONGEST && !counts && !thing.contains(&"of")).then_some(at)
}

/// Selects the matching form of `one|several` or `n:one|several`.
fn form<'a>(inside: &'a str, args: &[Said], last: usize) -> &'a str {
    let (which, forms) = match inside.split_once(':') {
        Some((which, forms)) => (which.parse().unwrap_or(last), forms),
        None => (last, inside),
    };
    let (one, several) = forms.split_once('|').unwrap_or((forms, forms));
    if args.get(which).is_some_and(|arg| arg.several) {
        several
    } else {
        one
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(template: &str, args: &[Said], expected: &str) {
        assert_eq!(fill(template, args), expected);
    }

    #[test]
    fn fills() {
        let (you, foe) = (Said::you(), Said::one("that robot"));
        let two = Said::many("2");
        check(
            "{0} [gains|gain] {1} energy",
            &[you.clone(), two.clone()],
            "you gain 2 energy",
        );
        check(
            "{0} [gains|gain] {1} energy",
            &[foe.clone(), two.clone()],
            "that robot gains 2 energy",
        );
        check(
            "the number of {0}'s secret weapons",
            &[you],
            "the number of your secret weapons",
        );
        check(
            "{0}'s [1:point|points]",
            &[foe.clone(), two],
            "that robot's points",
        );
        let (it, attack) = (Said::one("it"), "{1} is added to the printed attack of {0}");
        check(
            attack,
            &[it.clone(), Said::one("2")],
            "2 is added to its printed attack",
        );
        check(
            attack,
            &[foe, Said::one("2")],
            "2 is added to the printed attack of that robot",
        );
        check(
            "the number of {0}",
            std::slice::from_ref(&it),
            "the number of it",
        );
        check(
            "the start value of {0}'s Battery",
            &[it],
            "the start value of its Battery",
        );
    }

    #[test]
    fn a_part_is_named_by_who_has_it() {
        let foe = Said::one("that robot");
        let destroyed = "<{0}'s part at {1}> is destroyed";
        let of = |owner: &str| Named::Member("part", format!("{owner}'s"));
        let slot = |named| Said::one("the second slot").named(named);
        for (place, expected) in [
            (slot(of("that robot")), "the second part is destroyed"),
            (
                slot(of("the attacker")),
                "that robot's part at the second slot is destroyed",
            ),
            (
                slot(Named::Thing),
                "that robot's part at the second slot is destroyed",
            ),
            (
                Said::one("left arm").named(Named::Word),
                "that robot's left arm is destroyed",
            ),
        ] {
            check(destroyed, &[foe.clone(), place], expected);
        }
        let arm = Said::one("left arm").named(Named::Word);
        let blocked = "{0} cannot use <{0}'s part at {1}> now";
        check(
            blocked,
            &[foe, arm.clone()],
            "that robot cannot use its left arm now",
        );
        check(
            blocked,
            &[Said::you(), arm],
            "you cannot use your left arm now",
        );
    }

    #[test]
    fn a_long_owner_follows_what_it_owns() {
        let left = Said::one("the robot to your left");
        let weapon = Said::one("weapon");
        for (template, expected) in [
            ("{0}'s Vault", "the Vault of the robot to your left"),
            (
                "the robot to {0}'s left",
                "the robot to the left of the robot to your left",
            ),
            (
                "{0}'s fighters in the front line",
                "the fighters of the robot to your left in the front line",
            ),
            (
                "{0}'s Battery, not above its start value",
                "the Battery of the robot to your left, not above its start value",
            ),
            (
                "{0}'s {1} part goes to the box",
                "the weapon part of the robot to your left goes to the box",
            ),
        ] {
            check(template, &[left.clone(), weapon.clone()], expected);
        }
        let player = Said::one("the player that attacked");
        check(
            "{0}'s hand",
            &[player],
            "the hand of the player that attacked",
        );
        check(
            "{0}'s hand",
            &[Said::one("that robot")],
            "that robot's hand",
        );
    }

    #[test]
    fn broken_templates_stay_as_they_are() {
        check("{0", &[], "{0");
        check("a ]b} [x", &[], "a ]b} [x");
        check("{7} [9:x|y]", &[], " x");
    }
}
