//! The reference of a game's vocabulary, as Markdown.

use cardwright_effects::{CardKind, FactType, Hook, Lexicon, Param, Verb};
use std::fmt::Write;

const PLAY_TIME: &str = "\
| Written | Meaning |
|--|--|
| `each x in SET { … }` | for each member of the set; the set is worked out once, before the first. Robots and players come in turn order: whoever's turn it is, then the others clockwise; other things in the order of the table |
| `each x in SET by number { … }` | the same in the order of their numbers |
| `x in SET where C` | behind `each`, `choose`, `random` and the words for sets below: only those members for which the condition holds |
| `when C { … } otherwise { … }` | one of the two, by what holds when it is reached; `otherwise when C { … }` goes on |
| `choose x in SET { … }` | the owner chooses a member; with nothing to choose from, the braces are left out |
| `choose 2 xs in SET { … }`, `choose up to 2 xs in SET { … }` | the owner chooses several, or fewer; `xs` is the set of them. If there are no more than are wanted, nobody is asked; a number that is worked out stands in brackets, or has a name |
| `choose n from A to B { … }` | the owner chooses a number, both bounds included |
| `choose either \"…\" { … } or \"…\" { … }` | the owner chooses one of the named courses; `\"…\" when C { … }` offers it only if C holds |
| `… by WHO` | behind the set, the bounds, or `choose`: somebody else chooses |
| `… or none` | at the end of the line: nothing may be chosen, and the braces are left out |
| `random x in SET { … }`, `random 2 xs in SET { … }`, `random n from A to B { … }`, `random either \"…\" { … } or \"…\" { … }` | as `choose`, but chance decides, and each answer is as likely as any other |
| `when coin() { … } otherwise { … }` | a coin is tossed: heads or tails |
| `repeat N { … }` | so many times, 60 at most |
| `those x in SET where C` | the set of those for which the condition holds |
| `any x in SET where C`, `all x in SET where C` | whether it holds for one of them at least, for every one (of none, too) |
| `most x in SET of N`, `least x in SET of N` | the set of those with the highest number, with the lowest; several if they are equal |
| `highest x in SET of N`, `lowest x in SET of N`, `sum x in SET of N` | the highest number itself, the lowest, all added; 0 of an empty set |
| `this` | the card whose script runs: an upgrade, the slot of a part, a secret weapon |
| `a and b`, `a or b`, `not(a)` | conditions |
| `== != < <= > >=` | things of the same sort are equal or not; numbers are ordered too |
| `+ - * / %`, `min(a, b)`, `max(a, b)`, `abs(a)`, `clamp(a, low, high)` | numbers; a division rounds towards zero, and by 0 gives 0 |
| `set.count`, `set.has(x)`, `a + b`, `a & b`, `a - b`, `set + x`, `set - x` | sets; `&` gives the members of both |

What stands behind `where` and `of` goes on to the end of the line or the next bracket: `when (any foe in opponents(me) where
foe.energy < 5) and me.energy > 5 { … }`.
";

/// The words of scripts that are no game's, as rows of the reference: how something is written, with back quotes around
/// each form, and what it means.
pub fn play_time() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = PLAY_TIME
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    rows.filter_map(|row| {
        row.strip_prefix("| ")?
            .strip_suffix(" |")?
            .split_once(" | ")
    })
}

/// The reference of a game's vocabulary: kinds of cards with their facts, functions, nouns, verbs, symbols, words.
pub fn reference(lexicon: &Lexicon) -> String {
    let mut out = format!(
        "# Words for cards: {}\n\nVersion {} of the vocabulary.\n",
        lexicon.game, lexicon.api
    );
    out.push_str("\n## Play-time words\n\n");
    out.push_str(PLAY_TIME);
    out.push_str("\n## Kinds of cards\n");
    lexicon
        .kinds
        .iter()
        .for_each(|kind| kind_section(&mut out, lexicon, kind));
    out.push_str("\n## Functions that a script may define\n\n");
    lexicon
        .hooks
        .iter()
        .for_each(|hook| hook_line(&mut out, lexicon, hook));
    out.push_str("\n## Nouns: what cards may read\n\n");
    out.push_str("| Written | Gives | Meaning | Example | Rule |\n|--|--|--|--|--|\n");
    for noun in lexicon.nouns {
        let written = match (noun.property, noun.params) {
            _ if noun.name == "this" => "`this`".into(),
            (true, [of]) => format!("`{}.{}`", of.name, noun.name),
            _ => signature(lexicon, noun.name, noun.params),
        };
        row(
            &mut out,
            &[
                &written,
                &lexicon.type_name(noun.gives),
                noun.doc,
                &code(noun.example),
                noun.rule.0,
            ],
        );
    }
    out.push_str(
        "\n## Verbs: what cards may do\n\n| Written | Meaning | Example | Rule |\n|--|--|--|--|\n",
    );
    for verb in lexicon.verbs {
        let written = signature(lexicon, verb.name, verb.params);
        let meaning = format!("{}{}", verb.doc, moments(lexicon, verb));
        row(
            &mut out,
            &[&written, &meaning, &code(verb.example), verb.rule.0],
        );
    }
    out.push_str("\n## Effect symbols\n\n| Symbol | Meaning | Rule |\n|--|--|--|\n");
    for symbol in lexicon.symbols {
        row(
            &mut out,
            &[
                &code(&format!("{{ {} = 1 }}", symbol.name)),
                symbol.doc,
                symbol.rule.0,
            ],
        );
    }
    out.push_str("\n## Words\n\n| Word | Sort | Meaning |\n|--|--|--|\n");
    for word in lexicon.words {
        let sort = lexicon
            .things
            .get(usize::from(word.thing))
            .map_or("", |thing| thing.name);
        row(&mut out, &[&code(word.name), sort, word.doc]);
    }
    let asked = |kind: &CardKind| {
        kind.facts
            .iter()
            .any(|fact| matches!(fact.ty, FactType::Dice))
    };
    if lexicon.kinds.iter().any(asked) {
        out.push_str("\n## Dice conditions\n\n");
        out.push_str(DICE);
    }
    declarable(&mut out, lexicon);
    out.push_str("\n## Sorts of things\n\n| Sort | Meaning | Sets of it |\n|--|--|--|\n");
    for thing in lexicon.things {
        let sets = if thing.small {
            "`each`, `choose`, `where`, `+`, `-`, `.count`, `.has`"
        } else {
            "`each`, `choose`, `random`, `any`, `all`, `sum`, `highest`, `lowest`, `.count`, `.has`"
        };
        let numbers = thing.numbers.map_or_else(String::new, |(least, most)| {
            format!(" It is a number from {least} to {most}: it is computed with and compared as one, and such a number stands for it.")
        });
        row(
            &mut out,
            &[thing.name, &format!("{}{numbers}", thing.doc), sets],
        );
    }
    out
}

/// Where a verb has a meaning, unless that is everywhere.
fn moments(lexicon: &Lexicon, verb: &Verb) -> String {
    let hook = |place: &u8| {
        lexicon
            .hooks
            .get(usize::from(*place))
            .map(|hook| code(hook.name))
    };
    let hooks = verb
        .sense
        .hooks
        .map(|hooks| hooks.iter().filter_map(hook).collect::<Vec<_>>());
    let hooks = match hooks.as_deref() {
        None => String::new(),
        Some([]) => " For effect symbols only.".into(),
        Some(names) => format!(" Only in {}.", names.join(", ")),
    };
    let windows = verb
        .sense
        .windows
        .map(|words| words.iter().map(|word| code(word)).collect::<Vec<_>>());
    let windows = windows.map_or_else(String::new, |words| {
        format!(" When played: in {}.", words.join(", "))
    });
    format!("{hooks}{windows}")
}

const DECLARED: &str = "\
A pack declares words in its `pack.toml`. They stand wherever the game's own words of their sort do: in scripts, card
files, notation, texts. `name` and `doc` may be left out; the word itself is lower-case letters, digits and `_`.

```toml
[[damage]]
id = \"laser\"
name = { en = \"Laser\", de = \"Laserstrahl\" }
doc = \"Damage by light.\"
```

A word means one thing in a match: two packs that declare the same word do not go together. A script of another pack
that has a variable of that name keeps its variable.

| Table | How many | Meaning |
|--|--|--|
";

const DICE: &str = "\
A condition is a table with one of these. `dice` stands beside sums, `highest` and `lowest`, from 1 to 4, and is 2 if
not said. Dice of a condition are used together and only together.

| Written | Dice that meet it |
|--|--|
| `{ any = [2, 4, 6] }` | one die with one of these faces |
| `{ exact = 3 }` | one die with this face |
| `{ pair = true }`, `{ alike = 3 }` | two dice, so many dice, with the same face |
| `{ different = 3 }` | so many dice, no two with the same face |
| `{ straight = 3 }` | so many dice with faces in a row |
| `{ odd = 2 }`, `{ even = 2 }` | so many dice, each with an odd face, each with an even face |
| `{ sum = 11, dice = 3 }` | dice with this sum |
| `{ sum-below = 4 }`, `{ sum-above = 10 }` | dice with a smaller sum, a larger sum |
| `{ sum-odd = true, dice = 2 }`, `{ sum-even = true }` | dice with an odd sum, an even sum |
| `{ highest = 5, dice = 3 }`, `{ lowest = 2 }` | dice of which the highest, the lowest shows exactly this |
| `{ one-of = [[1, 2], [5, 5, 6]] }` | exactly one of these sets of dice |
| `{ all = [{ straight = 3 }, { highest = 6, dice = 3 }] }` | dice that meet all of 2 to 8 conditions at once |
| `{ either = [{ pair = true }, { exact = 6 }] }` | dice that meet one of 2 to 8 conditions |

A condition that no dice can meet is an error.
";

/// The sorts of words that packs may add to.
fn declarable(out: &mut String, lexicon: &Lexicon) {
    if lexicon.declarable.is_empty() {
        return;
    }
    out.push_str("\n## Words that a pack declares\n\n");
    out.push_str(DECLARED);
    for sort in lexicon.declarable {
        let most = format!("{} in all packs of a match", sort.most);
        row(
            out,
            &[&code(&format!("[[{}]]", sort.table)), &most, sort.doc],
        );
    }
}

fn kind_section(out: &mut String, lexicon: &Lexicon, kind: &CardKind) {
    let hook = |place: &u8| {
        lexicon
            .hooks
            .get(usize::from(*place))
            .map(|hook| code(hook.name))
    };
    let hooks: Vec<String> = kind.hooks.iter().filter_map(hook).collect();
    let script = if hooks.is_empty() {
        "It has no script.".into()
    } else {
        format!("Its script may define {}.", hooks.join(", "))
    };
    let dealt = if kind.dealt {
        ""
    } else {
        " It is part of every game and not dealt."
    };
    // Writing to a text cannot fail.
    let _ = writeln!(
        out,
        "\n### `kind = \"{}\"`\n\n{}{dealt} {script}\n",
        kind.name, kind.doc
    );
    if kind.facts.is_empty() {
        return;
    }
    out.push_str("| Fact | Value | Needed | Meaning | Example | Rule |\n|--|--|--|--|--|--|\n");
    for fact in kind.facts {
        let needed = if fact.required { "yes" } else { "no" };
        let example = code(&format!("{} = {}", fact.name, fact.example));
        row(
            out,
            &[
                &code(fact.name),
                &value(fact.ty),
                needed,
                fact.doc,
                &example,
                fact.rule.0,
            ],
        );
    }
}

fn value(ty: FactType) -> String {
    let words = |words: &[&str]| {
        words
            .iter()
            .map(|word| format!("`\"{word}\"`"))
            .collect::<Vec<_>>()
            .join(", ")
    };
    match ty {
        FactType::Number { min, max } => format!("a number from {min} to {max}"),
        FactType::Quantity {
            min,
            max,
            plus: false,
        } => format!("a number from {min} to {max}, or `\"1d6\"`"),
        FactType::Quantity {
            min,
            max,
            plus: true,
        } => {
            format!("a number from {min} to {max}, or `\"1d6\"`, or such as `\"1d6+2\"`")
        }
        FactType::Flag => "`true` or `false`".into(),
        FactType::OneOf(list) => format!("one of {}", words(list)),
        FactType::SomeOf(list) => format!("one or a list of {}", words(list)),
        FactType::Dice => "a dice condition".into(),
        FactType::Symbols => "a list of effect symbols, each with a number or with dice".into(),
        FactType::Declared(_) => "one or a list of words that packs declare".into(),
    }
}

fn hook_line(out: &mut String, lexicon: &Lexicon, hook: &Hook) {
    let answers = match (hook.answers, hook.number) {
        (true, false) => " It answers yes or no, and may not do anything.",
        (true, true) => " It answers a number, and may not do anything.",
        (false, _) => "",
    };
    let _ = writeln!(
        out,
        "- {}: {}{answers} ({})",
        signature(lexicon, hook.name, hook.params),
        hook.doc,
        hook.rule.0
    );
}

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn row(out: &mut String, cells: &[&str]) {
    let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

/// `lose(robot: a robot, points: a number)`.
pub(crate) fn signature(lexicon: &Lexicon, function: &str, params: &[Param]) -> String {
    let params: Vec<String> = params
        .iter()
        .map(|param| format!("{}: {}", param.name, lexicon.type_name(param.ty)))
        .collect();
    format!("`{function}({})`", params.join(", "))
}
