//! Sentences for statements.

use super::parts::{repeated, shorter};
use super::sets::has_turns;
use crate::say::{DENIED, Named, Said, fill};
use crate::tree::{Expr, Members, Stmt, StmtKind, Var};
use crate::{Lexicon, Ty};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// Follows what a value was before something has changed.
const AS_IT_WAS: &str = " (as it was before)";

/// The description of a variable.
pub(super) struct Known {
    pub(super) said: Said,
    pub(super) ty: Ty,
    /// Whether a loop or choice introduced the name, so that the next one of its kind must be distinguished.
    bound: bool,
    /// The noun that the variable was read from, with its arguments.
    pub(super) read: Option<(u8, Vec<Said>)>,
    /// The phrase for the negated condition.
    pub(super) not: Option<String>,
    /// Whether it is a condition about the members of a set.
    pub(super) about_each: bool,
}

/// Converts statements to text, with a name for each variable in scope.
pub(super) struct Teller<'a> {
    pub(super) lexicon: &'a Lexicon,
    /// The variables whose values are used after a later verb.
    pub(super) stale: BTreeSet<Var>,
    /// Whether the text is only about the owner's turn.
    pub(super) in_own_turn: bool,
    /// Whether the card is in front of another player, who is the owner here.
    pub(super) placed: bool,
    /// Whether this is about what another player has chosen.
    pub(super) by_another: bool,
    /// The number of letters already used for numbers; no letter is used twice.
    letters: Cell<usize>,
    /// The calculations of earlier letters that have a letter of their own, which stays true.
    calculated: RefCell<Vec<(String, String)>>,
    pub(super) vars: Vec<Option<Known>>,
}

/// A part of a sentence.
pub(super) struct Clause {
    pub(super) text: String,
    /// Whether the following text must be separated, so that it is not read as a part of this.
    open: bool,
    /// Whether it ends with a condition, to which a following "otherwise" would belong.
    asks: bool,
}

impl Clause {
    /// In brackets where it says what happens otherwise, or is `followed` by what happens otherwise.
    fn inner(self, followed: bool) -> String {
        match self.asks && (followed || self.text.contains(OTHERWISE)) {
            true => format!("({})", self.text),
            false => self.text,
        }
    }
}

/// Separates the branches of a condition.
const OTHERWISE: &str = "; otherwise, ";

impl<'a> Teller<'a> {
    /// Makes a teller that knows only the owner.
    pub(super) fn new(lexicon: &'a Lexicon) -> Teller<'a> {
        let mut teller = Teller {
            lexicon,
            stale: BTreeSet::new(),
            in_own_turn: false,
            placed: false,
            by_another: false,
            letters: Cell::new(0),
            calculated: RefCell::default(),
            vars: Vec::new(),
        };
        teller.name(0, Said::you(), Ty::Number);
        teller
    }

    pub(super) fn name(&mut self, var: Var, said: Said, ty: Ty) {
        let place = usize::from(var);
        if self.vars.len() <= place {
            self.vars.resize_with(place + 1, || None);
        }
        self.vars[place] = Some(Known {
            said,
            ty,
            bound: false,
            read: None,
            not: None,
            about_each: false,
        });
    }

    /// Names the result of dice, and returns its variable.
    pub(super) fn rolled(&mut self, dice: String) -> Var {
        let var = self.vars.len() as Var;
        self.name(var, Said::many(dice), Ty::Number);
        var
    }

    pub(super) fn known(&self, var: Var) -> Option<&Known> {
        self.vars.get(usize::from(var)).and_then(Option::as_ref)
    }

    pub(super) fn forget(&mut self, var: Var) {
        if let Some(known) = self.vars.get_mut(usize::from(var)) {
            *known = None;
        }
    }

    /// The sentences of an effect, one for each independent part.
    pub(super) fn sentences(&mut self, block: &[Stmt]) -> Vec<String> {
        let mut told: Vec<(String, bool)> = Vec::new();
        for stmt in block {
            let simple = matches!(stmt.what, StmtKind::Do { .. });
            match &stmt.what {
                StmtKind::When {
                    truth,
                    then,
                    otherwise,
                } => {
                    let mut parts = Vec::new();
                    self.branches(truth, then, otherwise, &mut parts);
                    told.extend(parts.into_iter().map(|part| (part, false)));
                }
                // Reads alone produce no text; the sentence continues with what follows.
                _ => told.extend(self.stmt(stmt).map(|clause| (clause.text, simple))),
            }
        }
        let mut sentences: Vec<String> = Vec::new();
        let mut goes_on = false;
        for (text, simple) in repeated(
            told,
            |(text, _)| text,
            |times, parts| {
                let parts: Vec<String> = parts.into_iter().map(|(text, _)| text).collect();
                (format!("{times}: {}", parts.join(", then ")), false)
            },
        ) {
            match sentences.last_mut() {
                Some(last) if goes_on && simple => *last = format!("{last}, then {text}"),
                _ => sentences.push(text),
            }
            goes_on = simple;
        }
        sentences
    }

    /// The sentence "if A, B", and after it "otherwise, C" as a separate sentence.
    fn branches(
        &mut self,
        truth: &Expr,
        then: &[Stmt],
        otherwise: &[Stmt],
        told: &mut Vec<String>,
    ) {
        let before = told.len();
        let truth = self.truth(truth);
        let then = self.clause(then).inner(!otherwise.is_empty());
        told.push(format!("{}, {then}", when(&truth)));
        let mut rest = otherwise;
        let mut begin = "otherwise, ";
        while let Some((
            reads,
            StmtKind::When {
                truth,
                then,
                otherwise,
            },
        )) = self.last(rest)
        {
            self.names(reads);
            let truth = self.truth(truth);
            let then = self.clause(then).inner(!otherwise.is_empty());
            told.push(format!("{begin}{}, {then}", when(&truth)));
            (rest, begin) = (otherwise, "otherwise, ");
        }
        if !rest.is_empty() {
            told.push(format!("{begin}{}", self.clause(rest).text));
        }
        assert!(told.len() > before, "a branch says something");
    }

    /// The only statement of a block that acts, and the reads before it.
    pub(super) fn last<'s>(&self, block: &'s [Stmt]) -> Option<(&'s [Stmt], &'s StmtKind)> {
        let (last, reads) = block.split_last()?;
        let plain = reads.iter().all(|stmt| match &stmt.what {
            StmtKind::Read { var, .. } | StmtKind::Gather { var, .. } => !self.stale.contains(var),
            _ => false,
        });
        plain.then_some((reads, &last.what))
    }

    /// Records what statements read.
    pub(super) fn names(&mut self, reads: &[Stmt]) {
        for stmt in reads {
            match &stmt.what {
                StmtKind::Read { var, noun, args } => self.read(*var, *noun, args),
                what => self.gathered(what),
            }
        }
    }

    /// A block as a part of a sentence.
    pub(super) fn clause(&mut self, block: &[Stmt]) -> Clause {
        let parts: Vec<Clause> = block.iter().filter_map(|stmt| self.stmt(stmt)).collect();
        let parts = repeated(
            parts,
            |part| &part.text,
            |times, parts| {
                let parts: Vec<String> = parts.into_iter().map(|part| part.text).collect();
                Clause {
                    text: format!("{times}: {}", parts.join(", then ")),
                    open: true,
                    asks: false,
                }
            },
        );
        let (open, asks) = parts
            .last()
            .map_or((false, false), |last| (last.open, last.asks));
        let (mut text, count) = (String::new(), parts.len());
        for (at, part) in parts.into_iter().enumerate() {
            if at + 1 == count {
                text.push_str(&part.text);
                continue;
            }
            let (open, part) = (part.open, part.inner(false));
            let separated = open && !part.starts_with('(');
            text = format!(
                "{text}{part}{}",
                if separated {
                    "; after that, "
                } else {
                    ", then "
                }
            );
        }
        if text.is_empty() {
            text = "nothing happens".into();
        }
        Clause { text, open, asks }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<Clause> {
        let (text, open) = match &stmt.what {
            StmtKind::Read { var, noun, args } => {
                self.read(*var, *noun, args);
                return self.noted(*var);
            }
            StmtKind::Do { verb, args } => (self.verb(*verb, args), false),
            StmtKind::Gather { var, .. } => {
                self.gathered(&stmt.what);
                return self.noted(*var);
            }
            StmtKind::Toss { var } => (self.tossed(*var), false),
            StmtKind::Repeat { times, body } => (self.repeated(times, body), true),
            StmtKind::ChooseSome { .. } => (self.choose_some(&stmt.what), true),
            StmtKind::Each {
                var,
                of,
                turn,
                body,
            } => self.each(*var, of, !turn.is_empty(), body),
            StmtKind::When {
                truth,
                then,
                otherwise,
            } => (self.when(truth, then, otherwise), true),
            StmtKind::Choose { .. } => (self.choose(stmt), true),
        };
        let asks = matches!(stmt.what, StmtKind::When { .. });
        Some(Clause { text, open, asks })
    }

    fn read(&mut self, var: Var, noun: u8, args: &[Expr]) {
        let Some((said, args)) = self.noun(noun, args) else {
            return;
        };
        let ty = self
            .lexicon
            .nouns
            .get(usize::from(noun))
            .map_or(Ty::Number, |noun| noun.gives);
        self.name(var, said, ty);
        self.vars
            .get_mut(usize::from(var))
            .into_iter()
            .flatten()
            .for_each(|known| known.read = Some((noun, args.clone())));
    }

    /// The clause for reading a value that is used after a later verb.
    fn noted(&mut self, var: Var) -> Option<Clause> {
        if !self.stale.contains(&var) {
            return None;
        }
        let number = self.known(var)?.ty == Ty::Number;
        let changing = |(noun, _): &(u8, Vec<Said>)| self.lexicon.phrases.changing.contains(noun);
        let renamed = number || self.known(var)?.read.as_ref().is_some_and(changing);
        let letter = if renamed {
            self.letter()
        } else {
            String::new()
        };
        let known = self.vars.get_mut(usize::from(var))?.as_mut()?;
        let said = known.said.clone();
        let text = match known.ty {
            Ty::Number => {
                known.said = Said::many(letter.clone());
                known.read = None;
                format!("let {letter} be {}", said.text)
            }
            Ty::Truth => {
                known.said = Said::one(said.text.clone() + AS_IT_WAS);
                known.not = known.not.as_ref().map(|not| format!("{not}{AS_IT_WAS}"));
                known.read = None;
                return None;
            }
            Ty::Many(_) => {
                known.said.text = format!("{} (as they were before)", said.text);
                known.read = None;
                return None;
            }
            Ty::One(_)
                if known
                    .read
                    .as_ref()
                    .is_some_and(|(noun, _)| self.lexicon.phrases.changing.contains(noun)) =>
            {
                known.read = None;
                known.said = Said::one(letter.clone());
                format!("let {letter} be {}", said.text)
            }
            Ty::One(_) => {
                // What somebody owns remains theirs, but who is a neighbour may change.
                let place = known.read.as_ref().filter(|(_, args)| !args.is_empty());
                let noun = place.and_then(|(noun, _)| self.lexicon.nouns.get(usize::from(*noun)));
                if noun.is_some_and(|noun| !noun.property) {
                    let whole = said.text.replace(AS_IT_WAS, "");
                    known.said.text = whole + AS_IT_WAS;
                }
                return None;
            }
        };
        Some(Clause {
            text,
            open: false,
            asks: false,
        })
    }

    /// The value of a noun in words, and its arguments.
    pub(super) fn noun(&self, place: u8, args: &[Expr]) -> Option<(Said, Vec<Said>)> {
        let noun = self.lexicon.nouns.get(usize::from(place))?;
        let args: Vec<Said> = args
            .iter()
            .zip(noun.params)
            .map(|(arg, param)| self.expr(arg, Some(param.ty)))
            .collect();
        let said = Said::new(fill(noun.say, &args), matches!(noun.gives, Ty::Many(_)));
        let owner = args.first().map(Said::owning);
        let mut members = self.lexicon.phrases.members.iter();
        let named =
            members
                .find(|(known, ..)| *known == place)
                .map_or(Named::Thing, |(_, word, of)| {
                    let owner = owner.unwrap_or_else(|| (*of).into());
                    let own = self
                        .lexicon
                        .phrases
                        .own_place(&format!("<{owner}"), self.in_own_turn);
                    Named::Member(word, own.replace('<', ""))
                });
        Some((said.named(named), args))
    }

    /// A verb with its arguments in words.
    pub(super) fn verb(&self, verb: u8, args: &[Expr]) -> String {
        self.verb_of(verb, args, None)
    }

    /// Like [`Teller::verb`], with another subject. A calculated number is named X and explained afterwards, unless
    /// there is a shorter phrase.
    fn verb_of(&self, verb: u8, args: &[Expr], subject: Option<Said>) -> String {
        let mut limits = self.lexicon.phrases.limits.iter();
        let limit = limits.find(|(limited, _)| *limited == verb);
        let limit = limit.map_or_else(String::new, |(_, words)| format!(" ({words})"));
        if let Some(told) = self.takes_all(verb, args, subject.as_ref()) {
            return told;
        }
        let Some(verb) = self.lexicon.verbs.get(usize::from(verb)) else {
            return String::new();
        };
        let mut said: Vec<Said> = args
            .iter()
            .zip(verb.params)
            .map(|(arg, param)| self.expr(arg, Some(param.ty)))
            .collect();
        if let (Some(first), Some(subject)) = (said.first_mut(), subject) {
            *first = subject;
        }
        let worked_out: Vec<usize> = (0..said.len())
            .filter(|at| verb.params[*at].ty == Ty::Number && !is_short(&said[*at].text))
            .collect();
        if let [one] = worked_out.as_slice()
            && matches!(args.get(*one), Some(Expr::Var(_)))
            && let Some(short) = shorter(verb.say, &said, *one)
        {
            return short + &limit;
        }
        let phrases = &self.lexicon.phrases;
        let verb_say = phrases.own_place(verb.say, self.in_own_turn);
        let mut behind = Vec::new();
        for at in worked_out {
            let (letter, is) = self.letter_for(&said[at].text);
            behind.extend(is);
            said[at] = Said::many(letter);
        }
        let told = phrases.own_place(&fill(&verb_say, &said), self.in_own_turn);
        match behind.is_empty() {
            true => told,
            false => format!("{told}{limit}, where {}", and(&behind)),
        }
    }

    /// The sentence for an amount, `less` for one below 0: "what you buy costs 2 energy less if …".
    pub(super) fn amount(&self, template: &str, told: &str, less: bool) -> String {
        let (amount, only) = told.split_once(" if ").unwrap_or((told, ""));
        let (amount, behind) = match is_short(amount) {
            true if only.is_empty() => (amount, String::new()),
            true => (amount, format!(" if {only}")),
            false => (told, String::new()),
        };
        let below = amount.strip_prefix('-');
        let template = match less || below.is_some() {
            // The conditions behind it may say "more than".
            true if template.contains("{0} more") => template.replace("{0} more", "{0} less"),
            true => template.replace(" more", " less"),
            false => template.to_owned(),
        };
        let amount = below.unwrap_or(amount);
        if is_short(amount) {
            return fill(&template, &[Said::many(amount)]) + &behind;
        }
        let (letter, is) = self.letter_for(amount);
        let is = is.map_or_else(String::new, |is| format!(", where {is}"));
        fill(&template, &[Said::many(letter)]) + &is
    }

    /// The sentence for a verb that takes everything away that a noun counts.
    fn takes_all(&self, verb: u8, args: &[Expr], subject: Option<&Said>) -> Option<String> {
        let (thing, var) = match args {
            [Expr::Var(var)] => (None, var),
            [thing, Expr::Var(var)] => (Some(self.expr(thing, None)), var),
            _ => return None,
        };
        let (noun, of) = self.known(*var)?.read.as_ref()?;
        let mut all = self.lexicon.phrases.all.iter();
        let (.., words) = all.find(|(known, counts, _)| (known, counts) == (&verb, noun))?;
        let same = of.first().map(|of| &of.text) == thing.as_ref().map(|thing| &thing.text);
        let first = subject.cloned().or(thing).unwrap_or_default();
        same.then(|| fill(words, &[first]))
    }

    /// A letter for a calculated number, and what it is unless the text has said that before.
    pub(super) fn letter_for(&self, number: &str) -> (String, Option<String>) {
        let mut calculated = self.calculated.borrow_mut();
        if let Some((_, letter)) = calculated.iter().find(|(of, _)| of == number) {
            return (letter.clone(), None);
        }
        let letter = self.letter();
        let fixed = |word: &str| ["plus", "minus", "times"].contains(&word) || is_short(word);
        if number.split(' ').all(fixed) {
            calculated.push((number.into(), letter.clone()));
        }
        (letter.clone(), Some(format!("{letter} is {number}")))
    }

    /// The next unused letter: X, then Y, then Z …
    pub(super) fn letter(&self) -> String {
        const LETTERS: &[u8] = b"XYZVWUTSRQPNMLKJHGFEDCBA";
        let given = self.letters.replace(self.letters.get() + 1);
        let letter = char::from(LETTERS[given % LETTERS.len()]);
        match given / LETTERS.len() {
            0 => letter.to_string(),
            round => format!("{letter}{round}"),
        }
    }

    /// "each of your opponents loses 2 energy", or "for each of your opponents: …".
    fn each(&mut self, var: Var, of: &Members, in_turn: bool, body: &[Stmt]) -> (String, bool) {
        let (set, ty) = self.members(of);
        let (mut set, named, ty) = (set.text, set.named, one(ty));
        if !in_turn && has_turns(self.lexicon, ty) {
            set.push_str(", in the order of their numbers");
        }
        if let Some(condition) = self.if_there_is_one(of) {
            let said = self.that(ty).named(named);
            self.bind(var, said, ty);
            let told = format!("{condition}, {}", self.clause(body).text);
            self.forget(var);
            return (told, true);
        }
        let alone = !self.vars.iter().flatten().any(|known| known.bound);
        let said = if alone && !binds(body) {
            Said::one("it")
        } else {
            self.that(ty).named(named)
        };
        self.bind(var, said, ty);
        let told = match self.last(body) {
            Some((reads, StmtKind::Do { verb, args }))
                if !set.contains(", ") && self.is_subject(*verb, args, var) =>
            {
                self.names(reads);
                let each = Said::one(format!("each of {set}"));
                (self.verb_of(*verb, args, Some(each)), false)
            }
            _ => (
                format!("for each of {set}: {}", self.clause(body).text),
                true,
            ),
        };
        self.forget(var);
        told
    }

    /// The noun that a set was read from, and its arguments.
    pub(super) fn read_from(&self, set: &Expr) -> Option<(u8, &[Said])> {
        let Expr::Var(var) = set else { return None };
        let (noun, args) = self.known(*var)?.read.as_ref()?;
        Some((*noun, args))
    }

    /// The words for the only member of a set that has at most one.
    pub(super) fn single(&self, set: &Expr) -> Option<Said> {
        let (noun, _) = self.read_from(set)?;
        let single = self.lexicon.phrases.single.contains(&noun);
        single.then(|| Said::one(self.expr(set, None).text))
    }

    /// Whether a set has at most one member, which its words name.
    pub(super) fn is_single(&self, of: &Members) -> bool {
        match of {
            Members::Set(set) => self.single(set).is_some(),
            Members::Listed { noun, .. } => self.lexicon.phrases.single.contains(noun),
        }
    }

    /// The condition that a loop over at most one member has one: "if a robot in play bought last".
    fn if_there_is_one(&self, of: &Members) -> Option<String> {
        let (noun, args) = match of {
            Members::Set(set) => {
                let (noun, args) = self.read_from(set)?;
                (noun, args.to_vec())
            }
            Members::Listed { noun, args } => (*noun, self.noun(*noun, args)?.1),
        };
        if !self.lexicon.phrases.single.contains(&noun) {
            return None;
        }
        let mut some = self.lexicon.phrases.some.iter();
        let (_, yes, _) = some.find(|(place, ..)| *place == noun)?;
        Some(when(&fill(yes, &args)))
    }

    /// The members of a loop in words, and their type.
    pub(super) fn members(&self, of: &Members) -> (Said, Ty) {
        match of {
            Members::Set(set) => (self.expr(set, None), self.ty(set)),
            Members::Listed { noun, args } => {
                let gives = self
                    .lexicon
                    .nouns
                    .get(usize::from(*noun))
                    .map_or(Ty::Number, |noun| noun.gives);
                (
                    self.noun(*noun, args)
                        .map(|(said, _)| said)
                        .unwrap_or_default(),
                    gives,
                )
            }
        }
    }

    /// Whether the variable is the subject of a verb's sentence, and does not occur elsewhere in it.
    fn is_subject(&self, verb: u8, args: &[Expr], var: Var) -> bool {
        let begins = self
            .lexicon
            .verbs
            .get(usize::from(verb))
            .is_some_and(|verb| verb.say.starts_with("{0} "));
        let [first, rest @ ..] = args else {
            return false;
        };
        begins && *first == Expr::Var(var) && !rest.contains(first)
    }

    fn when(&mut self, truth: &Expr, then: &[Stmt], otherwise: &[Stmt]) -> String {
        let mut told = Vec::new();
        self.branches(truth, then, otherwise, &mut told);
        told.join("; ")
    }

    /// The phrase "that robot", or "the second robot" if there is another in scope.
    pub(super) fn that(&self, ty: Ty) -> Said {
        let ordinals = ["second", "third", "fourth", "fifth"];
        let thing = self.called(ty);
        let that = format!("that {thing}");
        // The owner, if the text calls it that, has its own word.
        let others = self.vars.iter().skip(1).flatten();
        let named = |known: &&Known| known.ty == ty && (known.bound || known.said.text == that);
        let owner = self.known(0).is_some_and(|owner| owner.said.text == that);
        match others.filter(named).count() {
            0 if owner => Said::one(format!("the other {thing}")),
            0 => Said::one(that),
            n => Said::one(format!(
                "the {} {thing}",
                ordinals.get(n - 1).unwrap_or(&"last")
            )),
        }
    }

    /// Names the variable of a loop or a choice. "That robot" becomes "the first robot" when there is a second.
    pub(super) fn bind(&mut self, var: Var, said: Said, ty: Ty) {
        let (that, first) = (
            format!("that {}", self.called(ty)),
            format!("the first {}", self.called(ty)),
        );
        if said.text != that {
            let named = self
                .vars
                .iter_mut()
                .skip(1)
                .flatten()
                .filter(|known| known.said.text == that);
            named.for_each(|known| known.said.text.clone_from(&first));
            let (that, first) = (Said::one(that).owning(), Said::one(first).owning());
            for known in self.vars.iter_mut().flatten() {
                match &mut known.said.named {
                    Named::Member(_, of) if *of == that => of.clone_from(&first),
                    _ => {}
                }
            }
        }
        self.name(var, said, ty);
        self.vars
            .get_mut(usize::from(var))
            .into_iter()
            .flatten()
            .for_each(|known| known.bound = true);
    }

    /// Whether texts have another word for a hook's parameter than its name: the start of the text uses that word, or
    /// the name is that of the kind in scripts.
    pub(super) fn is_called_otherwise(&self, name: &str, thing: u8, start: &str) -> bool {
        let called = self.called(Ty::One(thing));
        let uses = |word: &str| {
            start
                .split(|c: char| !c.is_alphanumeric())
                .any(|one| one == word)
        };
        let kind = self.lexicon.things.get(usize::from(thing));
        !uses(name)
            && name != called
            && (uses(called) || kind.is_some_and(|kind| kind.name == name))
    }

    /// The word for a thing of a type.
    fn called(&self, ty: Ty) -> &'static str {
        let (Ty::One(thing) | Ty::Many(thing)) = ty else {
            return "number";
        };
        let mut called = self.lexicon.phrases.called.iter();
        match called.find(|(place, _)| *place == thing) {
            Some((_, name)) => name,
            None => self.lexicon.thing_name(thing),
        }
    }
}

/// The condition at the start of a sentence: "if A", or "unless A" if A has no negation of its own.
fn when(truth: &str) -> String {
    let denied = truth.strip_prefix(DENIED).and_then(|rest| {
        let inner = rest
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        match inner {
            Some(inner) => (!inner.contains(['(', ')'])).then_some(inner),
            None => (!rest.contains(" and ") && !rest.contains(" or ")).then_some(rest),
        }
    });
    match denied {
        Some(truth) => format!("unless {truth}"),
        None => format!("if {truth}"),
    }
}

/// Whether the words for a number are a letter, a number or dice, so that no letter is needed.
pub(super) fn is_short(number: &str) -> bool {
    let letter = number.starts_with(|first: char| first.is_ascii_uppercase()) && number.len() < 4;
    letter || number.parse::<i16>().is_ok() || crate::Quantity::parse(number).is_some()
}

/// Whether a block introduces names.
fn binds(block: &[Stmt]) -> bool {
    block.iter().any(|stmt| match &stmt.what {
        StmtKind::Each { .. } | StmtKind::Choose { .. } | StmtKind::ChooseSome { .. } => true,
        StmtKind::Repeat { body, .. } => binds(body),
        StmtKind::When {
            then, otherwise, ..
        } => binds(then) || binds(otherwise),
        StmtKind::Read { .. }
        | StmtKind::Do { .. }
        | StmtKind::Gather { .. }
        | StmtKind::Toss { .. } => false,
    })
}

/// Joins words: "a", "a and b", "a, b and c".
pub(super) fn and(words: &[String]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        words => words.concat(),
    }
}

/// "is" or "are".
pub(super) fn be(said: &Said) -> &'static str {
    if said.several { "are" } else { "is" }
}

pub(super) fn one(ty: Ty) -> Ty {
    match ty {
        Ty::Many(thing) => Ty::One(thing),
        other => other,
    }
}
