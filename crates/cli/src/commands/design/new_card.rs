//! `cardwright new card`: adds a card to a pack, by questions or by options.

use super::words::{Variable, fitting, params, sets};
use crate::commands::play::input::{Input, input};
use crate::files;
use crate::output::Out;
use crate::packs;
use crate::stop::{CommandError, Verdict};
use cardwright::{
    CardKey, KindWords, PackSource, ScriptWord, Severity, Vocabulary, WordKind, cards_under,
    check_packs, pack_head, pack_id, vocabulary,
};
use clap::Args;
use serde_json::json;
use std::fmt::Write;
use std::io::{IsTerminal, stdin, stdout};
use std::path::PathBuf;

/// The maximum depth of nested steps; write deeper scripts in an editor.
const DEEPEST: usize = 8;
/// The maximum length of a list with explanations; longer lists contain only names.
const LONGEST: usize = 20;

/// Add a card to a pack: its entry in the card file and its script.
///
/// At a terminal, it asks for everything that the options do not give. It offers only words that the game's cards
/// may use.
#[derive(Args)]
pub(crate) struct NewCard {
    /// The folder of the pack.
    #[arg(default_value = ".")]
    pack: PathBuf,
    /// The kind of card, such as `upgrade`.
    #[arg(long)]
    kind: Option<String>,
    /// The card's name.
    #[arg(long)]
    name: Option<String>,
    /// The text on the card, as its author writes it.
    #[arg(long)]
    text: Option<String>,
    /// A key of the card file and its value in TOML, such as `slot="head"`; repeat it for more keys.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The function that says when the card does something, such as `on_damage_taken`.
    #[arg(long, value_name = "FUNCTION")]
    when: Option<String>,
    /// What the card does then, as lines of a script: `gain(me, 1);`.
    #[arg(long = "do", value_name = "SCRIPT", requires = "when")]
    steps: Option<String>,
}

/// Asks the user; without a terminal, it cannot ask.
struct Questions {
    input: Box<dyn Input>,
    asks: bool,
}

/// The parts of a new card.
struct Made {
    id: String,
    /// The entry in the card file.
    entry: String,
    /// The path of the script in the pack, and its text.
    script: Option<(String, String)>,
}

impl NewCard {
    /// Adds the card and checks the pack.
    ///
    /// # Errors
    /// When there is no pack, a required value is missing, or a file cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let pack = packs::read(&self.pack)?;
        let (Some(pack_id), Some(game)) = pack_head(&pack) else {
            let what = format!(
                "{} has no `pack.toml` with an `id` and a `game`",
                self.pack.display()
            );
            return Err(CommandError::refused(
                what,
                "make a pack with `cardwright new FOLDER --game GAME`",
            ));
        };
        let words = vocabulary(&game, std::slice::from_ref(&pack))?;
        let asks = stdin().is_terminal() && stdout().is_terminal() && !out.is_json();
        let mut questions = Questions {
            input: input(asks),
            asks,
        };
        let made = self.ask(out, &words, &pack, &mut questions)?;
        let file = card_file(&pack);
        let written = self.write(&pack, &file, &made)?;
        self.tell(out, &game, &format!("{pack_id}:{}", made.id), &written)
    }

    fn ask(
        &self,
        out: &mut Out,
        words: &Vocabulary,
        pack: &PackSource,
        questions: &mut Questions,
    ) -> Result<Made, CommandError> {
        let kind = self.kind(out, words, questions)?;
        let name = match &self.name {
            Some(name) => name.trim().to_string(),
            None => questions.text(out, "Name of the card", "--name")?,
        };
        let made = pack_id(&name).map_err(|_| {
            CommandError::usage(
                format!("no id can be made from the card's name `{name}`"),
                "begin the name with a letter from a to z, and write at most 64 letters, digits, spaces and hyphens",
            )
        })?;
        let id = free_id(pack, &made);
        let text = match (&self.text, questions.asks) {
            (Some(text), _) => text.clone(),
            (None, true) => questions.line(out, "What it says (empty: nothing yet): ")?,
            (None, false) => String::new(),
        };
        let mut entry = format!(
            "[[card]]\nid = \"{id}\"\nkind = \"{}\"\nname = {{ en = {} }}\n",
            kind.name,
            quoted(&name)
        );
        if !text.is_empty() {
            // Writing to a text cannot fail.
            let _ = writeln!(entry, "text = {{ en = {} }}", quoted(&text));
        }
        if words.card_schema.to_string().contains("\"copies\"") && kind.dealt {
            entry.push_str("copies = 1\n");
        }
        for (key, value) in self.values(out, kind, questions)? {
            let _ = writeln!(entry, "{key} = {value}");
        }
        let script = self.script(out, words, kind, questions)?;
        let script = script.map(|text| (format!("scripts/{id}.rhai"), text));
        if let Some((path, _)) = &script {
            let _ = writeln!(entry, "script = \"{path}\"");
        }
        Ok(Made { id, entry, script })
    }

    fn kind<'w>(
        &self,
        out: &mut Out,
        words: &'w Vocabulary,
        questions: &mut Questions,
    ) -> Result<&'w KindWords, CommandError> {
        let kinds: Vec<&KindWords> = words.kinds.iter().filter(|kind| kind.dealt).collect();
        let options: Vec<(&str, &str)> = kinds
            .iter()
            .map(|kind| (kind.name.as_str(), kind.doc.as_str()))
            .collect();
        let at = questions.choose(
            out,
            "Kind of card",
            "--kind",
            self.kind.as_deref(),
            &options,
        )?;
        Ok(kinds[at])
    }

    /// The values for the card file: those given, and those that the kind requires.
    fn values(
        &self,
        out: &mut Out,
        kind: &KindWords,
        questions: &mut Questions,
    ) -> Result<Vec<(String, String)>, CommandError> {
        let mut values = Vec::new();
        for given in &self.set {
            let Some((key, value)) = given.split_once('=') else {
                return Err(CommandError::usage(
                    format!("`--set {given}` has no `=`"),
                    "write `--set KEY=VALUE`, such as `--set dice=1`",
                ));
            };
            let known = kind.keys.iter().find(|one| one.name == key.trim());
            let Some(key) = known else {
                let names: Vec<&str> = kind.keys.iter().map(|one| one.name.as_str()).collect();
                let what = format!("the kind `{}` has no key `{}`", kind.name, key.trim());
                return Err(CommandError::usage(
                    what,
                    format!("it has {}", names.join(", ")),
                ));
            };
            values.push((key.name.clone(), as_toml(key, value.trim())));
        }
        for key in &kind.keys {
            // `play_in` lists the windows in which the function `play` is called.
            let function = key.name.strip_suffix("_in").unwrap_or(&key.name);
            let asked = key.needed || kind.functions.iter().any(|own| own == function);
            let needed = match &self.when {
                Some(when) => {
                    key.needed && !key.or_script || key.name != function && when == function
                }
                None => key.needed,
            };
            if !asked || values.iter().any(|(name, _)| *name == key.name) {
                continue;
            }
            if !questions.asks {
                if needed {
                    let what = format!(
                        "a card of the kind `{}` needs `{}`: {}",
                        kind.name, key.name, key.doc
                    );
                    return Err(CommandError::usage(
                        what,
                        format!("write `--set '{}'`", key.example.replace(" = ", "=")),
                    ));
                }
                continue;
            }
            let value = match key.values.as_slice() {
                [] => {
                    let example = key.example.split_once(" = ").map_or("", |(_, value)| value);
                    let line = questions.line(
                        out,
                        &format!("{} {} (empty: {example}): ", title(&key.name), key.doc),
                    )?;
                    if line.is_empty() {
                        example.to_string()
                    } else {
                        line
                    }
                }
                all => {
                    let options: Vec<(&str, &str)> =
                        all.iter().map(|one| (one.as_str(), "")).collect();
                    let at = questions.choose(
                        out,
                        &format!("{}: {}", title(&key.name), key.doc),
                        "--set",
                        None,
                        &options,
                    )?;
                    quoted(&all[at])
                }
            };
            values.push((key.name.clone(), value));
        }
        Ok(values)
    }

    /// The card's script; `None` if the card needs none.
    fn script(
        &self,
        out: &mut Out,
        words: &Vocabulary,
        kind: &KindWords,
        questions: &mut Questions,
    ) -> Result<Option<String>, CommandError> {
        let moments: Vec<&ScriptWord> = words
            .script
            .iter()
            .filter(|word| word.kind == WordKind::Function && kind.functions.contains(&word.name))
            .filter(|word| self.when.is_some() || !word.doc.contains("It returns "))
            .collect();
        if let (Some(when), true) = (&self.when, moments.is_empty()) {
            return Err(CommandError::usage(
                format!(
                    "cards of the kind `{}` cannot have a script, and so no `{when}`",
                    kind.name
                ),
                "leave out `--when` and `--do`",
            ));
        }
        if moments.is_empty() || (self.when.is_none() && !questions.asks) {
            return Ok(None);
        }
        let mut options: Vec<(&str, &str)> = moments
            .iter()
            .map(|word| (word.name.as_str(), word.doc.as_str()))
            .collect();
        options.push(("nothing", "It has no script."));
        let at = questions.choose(
            out,
            "When does something happen?",
            "--when",
            self.when.as_deref(),
            &options,
        )?;
        let Some(moment) = moments.get(at) else {
            return Ok(None);
        };
        let scope = params(moment);
        let names: Vec<&str> = scope.iter().map(|one| one.name.as_str()).collect();
        let mut text = format!("fn {}({}) {{\n", moment.name, names.join(", "));
        match &self.steps {
            Some(steps) => steps.lines().for_each(|line| {
                let _ = writeln!(text, "    {}", line.trim_end());
            }),
            None if questions.asks => {
                questions.steps(out, words, &moment.name, &scope, 1, &mut text)?
            }
            None => {
                return Err(CommandError::usage(
                    "nothing says what happens then",
                    "write `--do 'gain(me, 1);'`",
                ));
            }
        }
        text.push_str("}\n");
        Ok(Some(text))
    }

    fn write(
        &self,
        pack: &PackSource,
        file: &str,
        made: &Made,
    ) -> Result<Vec<String>, CommandError> {
        let mut written = vec![file.to_string()];
        if let Some((path, text)) = &made.script {
            let target = self.pack.join(path);
            let folder = target.parent().unwrap_or(&target);
            std::fs::create_dir_all(folder)
                .map_err(|error| CommandError::file(folder, "make the folder", &error))?;
            files::create_open(&target, text)?;
            written.push(path.clone());
        }
        let before = pack.files.iter().find(|(path, _)| path == file);
        let before = before
            .map(|(_, bytes)| String::from_utf8_lossy(bytes).into_owned())
            .unwrap_or_default();
        let gap = if before.trim().is_empty() { "" } else { "\n\n" };
        let text = format!("{}{gap}{}", before.trim_end(), made.entry);
        files::replace(&self.pack.join(file), &text)?;
        Ok(written)
    }

    /// Prints the written text, what the card does, and its errors.
    fn tell(
        &self,
        out: &mut Out,
        game: &str,
        id: &str,
        written: &[String],
    ) -> Result<Verdict, CommandError> {
        let pack = packs::read(&self.pack)?;
        let checked = check_packs(std::slice::from_ref(&pack))?;
        let good = !checked
            .found
            .list
            .iter()
            .any(|one| one.severity == Severity::Error);
        let does = match good {
            true => cards_under(game, &[pack], &[])?
                .into_iter()
                .find(|card| card.id == id)
                .map(|card| card.text),
            false => None,
        };
        if out.is_json() {
            out.json(&json!({ "card": id, "files": written, "good": good, "does": does }))?;
        } else {
            out.line(format!("{id} is in {}", written.join(", ")))?;
            match &does {
                Some(does) if !does.is_empty() => out.line(format!("What it does: {does}"))?,
                Some(_) => {}
                None => out.text(checked.found.to_string())?,
            }
            if good {
                out.line(format!(
                    "Try it: cardwright play {game} --pack {}",
                    self.pack.display()
                ))?;
            }
        }
        Ok(if good { Verdict::Good } else { Verdict::No })
    }
}

/// The message for something that was not given, and that nobody can be asked for.
fn missing(asked: &str) -> String {
    format!("the {} is missing", asked.to_lowercase())
}

impl Questions {
    /// A trimmed line of input. At the end of input, nothing has been created.
    fn line(&mut self, out: &mut Out, prompt: &str) -> Result<String, CommandError> {
        match self.input.line(out, prompt)? {
            Some(line) => Ok(line.trim().to_string()),
            None => Err(CommandError::refused(
                "the questions were not answered to the end: nothing is written",
                "begin again",
            )),
        }
    }

    /// Asks for a text that is not empty.
    fn text(&mut self, out: &mut Out, asked: &str, option: &str) -> Result<String, CommandError> {
        if !self.asks {
            return Err(CommandError::usage(
                missing(asked),
                format!("write `{option} …`"),
            ));
        }
        loop {
            let line = self.line(out, &format!("{asked}: "))?;
            if !line.is_empty() {
                return Ok(line);
            }
        }
    }

    /// Chooses one of several options, by number or name; `given` is the value of a command-line option.
    fn choose(
        &mut self,
        out: &mut Out,
        asked: &str,
        option: &str,
        given: Option<&str>,
        options: &[(&str, &str)],
    ) -> Result<usize, CommandError> {
        let names = || {
            options
                .iter()
                .map(|(name, _)| *name)
                .collect::<Vec<_>>()
                .join(", ")
        };
        if let Some(given) = given {
            let found = options.iter().position(|(name, _)| *name == given);
            return found.ok_or_else(|| {
                CommandError::usage(
                    format!("`{option} {given}` is unknown"),
                    format!("write one of {}", names()),
                )
            });
        }
        if !self.asks {
            return Err(CommandError::usage(
                missing(asked),
                format!("write `{option}` and one of {}", names()),
            ));
        }
        out.line(asked)?;
        menu(out, "", options)?;
        loop {
            let line = self.line(out, "> ")?;
            match picked(&line, options) {
                Some(at) => return Ok(at),
                None => search(out, "", &line, options)?,
            }
        }
    }

    /// Asks for the steps of a function or of a block, until `done`.
    fn steps(
        &mut self,
        out: &mut Out,
        words: &Vocabulary,
        moment: &str,
        scope: &[Variable],
        depth: usize,
        text: &mut String,
    ) -> Result<(), CommandError> {
        let indent = "    ".repeat(depth);
        let verbs: Vec<&ScriptWord> = words
            .script
            .iter()
            .filter(|word| word.kind == WordKind::Verb && allowed(word, moment))
            .collect();
        loop {
            let mut options = vec![("done", "nothing more")];
            if depth < DEEPEST {
                options.extend([
                    ("choose", "one of several: steps with the chosen one follow"),
                    ("each", "the same steps for each of several"),
                    ("if", "steps under a condition"),
                ]);
            }
            let blocks = options.len();
            options.extend(
                verbs
                    .iter()
                    .map(|verb| (verb.name.as_str(), verb.doc.as_str())),
            );
            let at = self.choose(
                out,
                &format!("{indent}What happens?"),
                "--do",
                None,
                &options,
            )?;
            match (options[at].0, at.checked_sub(blocks)) {
                ("done", None) => return Ok(()),
                (word @ ("choose" | "each"), None) => {
                    let all = sets(words, scope);
                    let shown: Vec<(&str, &str)> = all
                        .iter()
                        .map(|(one, _)| (one.code.as_str(), one.doc.as_str()))
                        .collect();
                    let (set, member) =
                        &all[self.choose(out, "Of which?", "--do", None, &shown)?];
                    let name = free_name(member, scope);
                    let _ = writeln!(text, "{indent}{word} {name} in {} {{", set.code);
                    let inner = Variable {
                        name,
                        ty: (*member).to_string(),
                    };
                    let scope: Vec<Variable> = scope.iter().cloned().chain([inner]).collect();
                    self.steps(out, words, moment, &scope, depth + 1, text)?;
                    let _ = writeln!(text, "{indent}}}");
                }
                ("if", None) => {
                    let condition = self.condition(out, words, scope)?;
                    let _ = writeln!(text, "{indent}when {condition} {{");
                    self.steps(out, words, moment, scope, depth + 1, text)?;
                    let _ = write!(text, "{indent}}}");
                    let also = [("no", ""), ("yes", "")];
                    if self.choose(out, "Does something happen otherwise?", "--do", None, &also)?
                        == 1
                    {
                        let _ = writeln!(text, " otherwise {{");
                        self.steps(out, words, moment, scope, depth + 1, text)?;
                        let _ = write!(text, "{indent}}}");
                    }
                    text.push('\n');
                }
                (_, Some(at)) => {
                    let verb = verbs[at];
                    let mut args = Vec::new();
                    for param in params(verb) {
                        args.push(self.value(out, words, &param, scope)?);
                    }
                    let _ = writeln!(text, "{indent}{}({});", verb.name, args.join(", "));
                }
                _ => return Ok(()),
            }
        }
    }

    /// Asks for an argument of a verb: a fitting value from a list, or a number.
    fn value(
        &mut self,
        out: &mut Out,
        words: &Vocabulary,
        param: &Variable,
        scope: &[Variable],
    ) -> Result<String, CommandError> {
        let number = param.ty == "a number";
        let all = fitting(words, &param.ty, scope);
        out.line(format!(
            "{} ({}){}:",
            title(&param.name),
            param.ty,
            if number {
                ": type a number, or choose"
            } else {
                ""
            }
        ))?;
        let options: Vec<(&str, &str)> = all
            .iter()
            .map(|one| (one.code.as_str(), one.doc.as_str()))
            .collect();
        // A typed number is a value here, so an index of the list needs a sign before it.
        let mark = if number { "=" } else { "" };
        menu(out, mark, &options)?;
        loop {
            let line = self.line(out, "> ")?;
            if number && line.parse::<u8>().is_ok() {
                return Ok(line);
            }
            match picked(line.trim_start_matches('='), &options) {
                Some(at) => return Ok(all[at].code.clone()),
                // There is no list to choose from, so any code is accepted.
                None if all.is_empty() && !line.is_empty() => return Ok(line),
                None => search(out, mark, &line, &options)?,
            }
        }
    }

    /// Asks for a condition: a comparison of two numbers, or a predicate of the game.
    fn condition(
        &mut self,
        out: &mut Out,
        words: &Vocabulary,
        scope: &[Variable],
    ) -> Result<String, CommandError> {
        let asked = fitting(words, "a yes-or-no", scope);
        let mut options = vec![("compare", "two numbers")];
        options.extend(
            asked
                .iter()
                .map(|one| (one.code.as_str(), one.doc.as_str())),
        );
        if let Some(at) = self
            .choose(out, "Under which condition?", "--do", None, &options)?
            .checked_sub(1)
        {
            return Ok(asked[at].code.clone());
        }
        let number = |name: &str| Variable {
            name: name.into(),
            ty: "a number".into(),
        };
        let left = self.value(out, words, &number("first"), scope)?;
        let signs = [
            ("==", "is"),
            ("!=", "is not"),
            ("<", "is less than"),
            ("<=", "is at most"),
            (">", "is more than"),
            (">=", "is at least"),
        ];
        let sign = signs[self.choose(out, "How do they compare?", "--do", None, &signs)?].0;
        let right = self.value(out, words, &number("second"), scope)?;
        Ok(format!("{left} {sign} {right}"))
    }
}

/// Prints a list to choose from. A long list has only names, so that it fits on a screen.
fn menu(out: &mut Out, mark: &str, options: &[(&str, &str)]) -> Result<(), CommandError> {
    if options.len() <= LONGEST {
        return explained(out, mark, options.iter().enumerate());
    }
    // A number and its name stay on one line.
    let one = |(at, (name, _)): (usize, &(&str, &str))| {
        format!("{mark}{}\u{a0}{}", at + 1, name.replace(' ', "\u{a0}"))
    };
    let all: Vec<String> = options.iter().enumerate().map(one).collect();
    for line in textwrap::wrap(&all.join("  "), 78) {
        out.line(format!("  {}", line.replace('\u{a0}', " ")))?;
    }
    out.line("Type a number, a name, or a part of one to read what such words do.")
}

/// The options of a list with their explanations.
fn explained<'o>(
    out: &mut Out,
    mark: &str,
    options: impl Iterator<Item = (usize, &'o (&'o str, &'o str))>,
) -> Result<(), CommandError> {
    for (at, (name, doc)) in options {
        let colon = if doc.is_empty() { "" } else { ": " };
        let number = format!("{mark}{}", at + 1);
        out.line(format!("  {number:>3}  {name}{colon}{doc}"))?;
    }
    Ok(())
}

/// The index of the option that was typed: as a number from 1, or as a name.
fn picked(line: &str, options: &[(&str, &str)]) -> Option<usize> {
    let number = line.parse::<usize>().ok();
    let place = number.and_then(|number| number.checked_sub(1));
    place
        .filter(|at| *at < options.len())
        .or_else(|| options.iter().position(|(name, _)| *name == line))
}

/// Prints the options whose name or explanation contains the typed text.
fn search(
    out: &mut Out,
    mark: &str,
    line: &str,
    options: &[(&str, &str)],
) -> Result<(), CommandError> {
    let small = line.to_lowercase();
    let has = |text: &str| !small.is_empty() && text.to_lowercase().contains(&small);
    let found = |(_, (name, doc)): &(usize, &(&str, &str))| has(name) || has(doc);
    let mut matches = options.iter().enumerate().filter(found).peekable();
    if matches.peek().is_some() {
        return explained(out, mark, matches);
    }
    let what = match options.is_empty() {
        true => "Type something.".into(),
        false => format!("Type {mark}1 to {mark}{}, or a name.", options.len()),
    };
    out.line(what)
}

/// Whether a verb is allowed in a function.
fn allowed(verb: &ScriptWord, moment: &str) -> bool {
    let functions = verb.functions.as_ref();
    functions.is_none_or(|all| all.iter().any(|one| one == moment))
}

/// The first card file of the pack.
fn card_file(pack: &PackSource) -> String {
    let mut paths = pack.files.iter().map(|(path, _)| path.as_str());
    let is_card_file =
        |path: &&str| path.ends_with(".toml") && *path != "pack.toml" && !path.contains('/');
    let usual = paths.clone().find(|path| *path == "cards.toml");
    usual
        .or_else(|| paths.find(is_card_file))
        .unwrap_or("cards.toml")
        .into()
}

/// The id, with a number appended if another card or script already has it.
fn free_id(pack: &PackSource, wanted: &str) -> String {
    let taken = |id: &str| {
        pack.files.iter().any(|(path, bytes)| {
            *path == format!("scripts/{id}.rhai")
                || (path.ends_with(".toml")
                    && String::from_utf8_lossy(bytes).contains(&format!("id = \"{id}\"")))
        })
    };
    let numbered = (2..).map(|number| format!("{wanted}-{number}"));
    std::iter::once(wanted.to_string())
        .chain(numbered)
        .find(|id| !taken(id))
        .unwrap_or_default()
}

/// A name for a member of a set that no variable uses yet.
fn free_name(ty: &str, scope: &[Variable]) -> String {
    let bare = ty.split(' ').nth(1).unwrap_or("one");
    let numbered = (2..).map(|number| format!("{bare}{number}"));
    let is_free = |name: &String| scope.iter().all(|one| one.name != *name);
    std::iter::once(bare.to_string())
        .chain(numbered)
        .find(is_free)
        .unwrap_or_default()
}

/// A value as it is written in a card file; a word from a list may be typed without quotation marks.
fn as_toml(key: &CardKey, value: &str) -> String {
    match key.values.iter().any(|one| one == value) && !matches!(value, "true" | "false") {
        true => quoted(value),
        false => value.into(),
    }
}

fn quoted(text: &str) -> String {
    let plain: Vec<&str> = text.split_whitespace().collect();
    format!(
        "\"{}\"",
        plain.join(" ").replace('\\', "\\\\").replace('"', "\\\"")
    )
}

fn title(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first
        .into_iter()
        .chain(letters)
        .map(|c| if c == '_' { ' ' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_keys_become_titles() {
        for (name, expected) in [
            ("play_in", "Play in"),
            ("slot", "Slot"),
            ("a_b_c", "A b c"),
            ("", ""),
        ] {
            assert_eq!(title(name), expected);
        }
    }
}
