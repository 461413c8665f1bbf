//! The reference of a game's vocabulary, as Markdown.

use cardwright_effects::{CardKind, FactType, Hook, Lexicon, Param, Verb};
use std::fmt::Write;

const PLAY_TIME: &str = "\
| Written | Meaning |
|--|--|
| `each x in SET { … }` | for each member of the set; the set is determined once, before the first member; of a set that can be large, members that have left it by then are not visited. Robots and players are visited in turn order, starting with the active player; other things in table order |
| `each x in SET by number { … }` | the same, in order of their numbers |
| `x in SET where C` | after `each`, `choose`, `random` and the words for sets below: only the members for which the condition is true |
| `when C { … } otherwise { … }` | the first block if the condition is true at that moment, else the second; `otherwise when C { … }` tests another condition |
| `choose x in SET { … }` | the owner chooses a member; if there is none, the block is skipped |
| `choose 2 xs in SET { … }`, `choose up to 2 xs in SET { … }` | the owner chooses exactly or up to that many; `xs` is the set of them. If the set has no more members than that, nobody is asked; write a calculated number in brackets, or give it a name |
| `choose n from A to B { … }` | the owner chooses a number from A to B, both included |
| `choose either \"…\" { … } or \"…\" { … }` | the owner chooses one of the named options; `\"…\" when C { … }` offers it only if C is true; with `or none;` at the end, the owner may choose nothing |
| `choose 2 of either \"…\" { … } or \"…\" { … } or \"…\" { … }`, `choose up to 2 of either …`, `choose by x 2 of either …` | several different options; all are chosen before any of them happens, in the order of the script |
| `… by WHO` | after the set, the two numbers, or `choose`: another player chooses |
| `… or none` | at the end of the line: the player may choose nothing, and then the block is skipped |
| `random x in SET { … }`, `random 2 xs in SET { … }`, `random n from A to B { … }`, `random either \"…\" { … } or \"…\" { … }` | like `choose`, but at random; every result is equally likely |
| `when coin() { … } otherwise { … }` | a coin is tossed: heads or tails |
| `repeat N { … }` | N times, at most 60 |
| `those x in SET where C` | the set of the members for which the condition is true |
| `any x in SET where C`, `all x in SET where C` | whether it is true for at least one member, for every member (true for an empty set) |
| `most x in SET of N`, `least x in SET of N` | the set of the members with the highest or the lowest number; several if there is a tie |
| `highest x in SET of N`, `lowest x in SET of N`, `sum x in SET of N` | the highest number, the lowest number, the sum of all numbers; 0 for an empty set |
| `this` | the card whose script runs; the nouns below say for which kinds of cards |
| `let x = …;` | gives a value a name; a number, a condition, a thing or a small set stays what it was at this moment. A large set is looked up again where the name is used, so nothing may change the game in between |
| `a and b`, `a or b`, `not(a)` | conditions |
| `== != < <= > >=` | compare things of the same sort; numbers can also be ordered |
| `+ - * / %`, `min(a, b)`, `max(a, b)`, `abs(a)`, `clamp(a, low, high)` | numbers; a division rounds towards zero, and division by 0 gives 0 |
| `value_if(C, a, b)` | the number `a` if the condition is true, else `b` |
| `set.count`, `set.has(x)`, `a + b`, `a & b`, `a - b`, `set + x`, `set - x`, `x + y` | sets; `&` gives the members that both have; `x + y` is the set of two things that are no numbers |
";

/// The words of scripts that do not belong to a game, as rows of the reference: the syntax, with back quotes around
/// each form, and the meaning.
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

/// The reference of a game's vocabulary: kinds of cards with their facts, functions, nouns, verbs, symbols and words.
pub fn reference(lexicon: &Lexicon) -> String {
    let mut out = format!(
        "# Words for cards: {}\n\nVersion {} of the vocabulary.\n",
        lexicon.game, lexicon.api
    );
    out.push_str("\n## Play-time words\n\n");
    out.push_str(PLAY_TIME);
    let examples = lexicon.phrases.examples;
    // Writing to a text cannot fail.
    let _ = writeln!(
        out,
        "\nWhat follows `where` and `of` ends at the end of the line or at the next bracket:\n`when (any foe in opponents(me) where {}) and {} {{ … }}`.",
        examples.member(),
        examples.condition(),
    );
    out.push_str("\n## Kinds of cards\n");
    lexicon
        .kinds
        .iter()
        .for_each(|kind| kind_section(&mut out, lexicon, kind));
    out.push_str("\n## Functions that a script may define\n\nParameters at the end that a script does not need may be left out.\n\n");
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
            "`each`, `choose`, `random`, `where` after these, `any`, `all`, `sum`, `highest`, `lowest`, `.count`, `.has`"
        };
        let numbers = thing.numbers.map_or_else(String::new, |(least, most)| {
            format!(" It is a number from {least} to {most}: you can calculate and compare with it like a number, and use such a number in its place.")
        });
        row(
            &mut out,
            &[thing.name, &format!("{}{numbers}", thing.doc), sets],
        );
    }
    out
}

/// Where a verb has an effect, unless it has one everywhere.
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
        Some(names) => {
            let acts = lexicon.hooks.iter().filter(|hook| !hook.answers);
            let others: Vec<String> = acts
                .map(|hook| code(hook.name))
                .filter(|name| !names.contains(name))
                .collect();
            match others.len() < names.len() {
                true => format!(" Anywhere except in {}.", others.join(", ")),
                false => format!(" Only in {}.", names.join(", ")),
            }
        }
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
A pack declares words in its `pack.toml`. You can use them like the game's own words of the same sort: in scripts,
card files, notation and texts. `name` and `doc` are optional. A word has lower-case letters, digits and `_`.

```toml
[[damage]]
id = \"laser\"
name = { en = \"Laser\", de = \"Laserstrahl\" }
doc = \"Damage by light.\"
```

A word has one meaning in a match: two packs that declare the same word cannot be used together. If a script of
another pack has a variable of that name, the variable still works there.

| Table | How many | Meaning |
|--|--|--|
";

const DICE: &str = "\
A condition is a table with one of these keys. With sums, `highest` and `lowest` you may also write `dice`, from 1
to 4 (default 2). The dice of a condition are used together.

| Written | Dice that meet it |
|--|--|
| `{ any = [2, 4, 6] }` | one die with one of these faces |
| `{ exact = 3 }` | one die with this face |
| `{ pair = true }`, `{ alike = 3 }` | two dice, or that many dice, with the same face |
| `{ different = 3 }` | that many dice, no two with the same face |
| `{ straight = 3 }` | that many dice with consecutive faces |
| `{ odd = 2 }`, `{ even = 2 }` | that many dice, all odd or all even |
| `{ sum = 11, dice = 3 }` | dice with this sum |
| `{ sum-below = 4 }`, `{ sum-above = 10 }` | dice with a smaller sum, a larger sum |
| `{ sum-odd = true, dice = 2 }`, `{ sum-even = true }` | dice with an odd sum, an even sum |
| `{ highest = 5, dice = 3 }`, `{ lowest = 2 }` | dice whose highest or lowest face is exactly this |
| `{ one-of = [[1, 2], [5, 5, 6]] }` | exactly one of these sets of dice |
| `{ all = [{ straight = 3 }, { highest = 6, dice = 3 }] }` | dice that meet all of 2 to 8 conditions at once |
| `{ either = [{ pair = true }, { exact = 6 }] }` | dice that meet one of 2 to 8 conditions |

A condition that no dice can meet is an error.
";

/// Writes the kinds of words that packs may declare.
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
        " It is part of every game and is not dealt."
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
        let scripted = !kind.hooks.is_empty() && fact.is_replaced_by_script();
        let needed = match (fact.required, scripted) {
            (true, true) => "yes, or a script",
            (true, false) => "yes",
            (false, _) => "no",
        };
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
        (true, false) => " It returns yes or no, and may not change the game.",
        (true, true) => " It returns a number, and may not change the game.",
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

/// The syntax of a function, such as `lose(robot: a robot, points: a number)`.
pub(crate) fn signature(lexicon: &Lexicon, function: &str, params: &[Param]) -> String {
    let params: Vec<String> = params
        .iter()
        .map(|param| format!("{}: {}", param.name, lexicon.type_name(param.ty)))
        .collect();
    format!("`{function}({})`", params.join(", "))
}
