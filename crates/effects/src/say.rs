//! Fills the `say` templates of a lexicon.
//!
//! `{0}` is the first argument, and `{0}'s` is its possessive form. `[gains|gain]` uses its first form after a single
//! thing and its second after "you" or several things. It refers to the argument before it, or to the one with a given
//! number: `[1:point|points]`.

/// The start of a negated condition that has no phrase of its own.
pub(crate) const DENIED: &str = "it is not the case that ";

/// A value in words.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Said {
    /// The words.
    pub(crate) text: String,
    /// Whether verbs after it take the plural form, as after "you" and several things.
    pub(crate) several: bool,
}

impl Said {
    pub(crate) fn one(text: impl Into<String>) -> Said {
        Said {
            text: text.into(),
            several: false,
        }
    }

    pub(crate) fn you() -> Said {
        Said {
            text: "you".into(),
            several: true,
        }
    }

    fn is_pronoun(&self) -> bool {
        ["you", "it", "they"].contains(&self.text.as_str())
    }

    /// The possessive form: "your", "the robot's".
    fn owning(&self) -> String {
        match self.text.as_str() {
            "you" => "your".into(),
            "it" => "its".into(),
            "they" => "their".into(),
            text => format!("{text}'s"),
        }
    }

    /// Whether the words end in more than a name, so that "'s" would belong to the wrong word: "the robot to your left".
    fn is_long(&self) -> bool {
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
    while let Some(start) = rest.find(['{', '[']) {
        let close = if rest[start..].starts_with('{') {
            '}'
        } else {
            ']'
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
        } else {
            out.push_str(form(inside, args, last));
        }
    }
    out.push_str(rest);
    out
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
        let two = Said {
            text: "2".into(),
            several: true,
        };
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
