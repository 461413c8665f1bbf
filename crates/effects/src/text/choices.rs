//! Phrases for choices: one thing after the other, several things, numbers, and named options.

use super::parts::{mode, one_of_modes};
use super::teller::{Teller, and, one};
use crate::say::{Said, fill};
use crate::tree::{Expr, Options, Stmt, StmtKind, Var};
use crate::{CHANCE, Ty};

/// The links of a chain of choices (the options and the variable), and the rest.
type Chain<'s> = (Vec<String>, Vec<Var>, &'s [Stmt]);

impl Teller<'_> {
    pub(super) fn choose(&mut self, stmt: &Stmt) -> String {
        let StmtKind::Choose {
            var,
            by,
            from,
            optional,
            body,
        } = &stmt.what
        else {
            return String::new();
        };
        let by_chance = *by == Expr::Fixed(CHANCE);
        let begin = self.chooses(by, *optional);
        if let Options::Labels(labels) = from {
            let modes = self.after_choice_of(by, |teller| teller.modes(*var, labels, body));
            let how = if by_chance { " at random" } else { "" };
            return match labels.as_slice() {
                [_] if *optional => format!("{begin} {modes}"),
                _ => format!("{begin} one{how}: {modes}"),
            };
        }
        let shows = self.lexicon.shows_a_hand(from);
        let (whats, vars, body) = self.chain(stmt);
        let does = match shows && body.is_empty() {
            true => String::new(),
            false => {
                let does = self.after_choice_of(by, |teller| teller.clause(body).text);
                format!(": {does}")
            }
        };
        vars.into_iter().for_each(|var| self.forget(var));
        let how = if by_chance { " at random" } else { "" };
        format!("{begin} {}{how}{does}", self.its(by, &and(&whats)))
    }

    /// Consecutive choices of one player, up to what is done with them.
    fn chain<'s>(&mut self, first: &'s Stmt) -> Chain<'s> {
        let (mut whats, mut vars, mut rest) = (Vec::new(), Vec::new(), std::slice::from_ref(first));
        let mut chooser: Option<&Expr> = None;
        while let Some((
            reads,
            StmtKind::Choose {
                var,
                by,
                from,
                optional,
                body,
            },
        )) = self.last(rest)
        {
            let follows = chooser.is_none_or(|before| before == by && !optional);
            if !follows || matches!(from, Options::Labels(_)) {
                break;
            }
            self.names(reads);
            let (what, said, ty) = self.offered(from, *by == Expr::Fixed(CHANCE));
            self.bind(*var, said, ty);
            whats.push(what);
            vars.push(*var);
            rest = body;
            chooser = Some(by);
            if *optional {
                break;
            }
        }
        (whats, vars, rest)
    }

    /// The options of a choice in words, and the name and type of the chosen thing.
    fn offered(&mut self, from: &Options, by_chance: bool) -> (String, Said, Ty) {
        let (set, ty) = match from {
            Options::Numbers(low, high) => return self.numbers(low, high),
            Options::Set(set, thing) => {
                let read = self
                    .read_from(set)
                    .map(|(noun, args)| (noun, args.to_vec()));
                let by_player = read.filter(|_| !by_chance).and_then(|(noun, args)| {
                    let mut choices = self.lexicon.phrases.choices.iter();
                    let (_, words) = choices.find(|(place, _)| *place == noun)?;
                    Some(Said::many(fill(words, &args)))
                });
                let said = by_player.unwrap_or_else(|| self.expr(set, None));
                if self.single(set).is_some() {
                    let ty = Ty::One(*thing);
                    return (said.text, self.that(ty), ty);
                }
                (said, Ty::One(*thing))
            }
            Options::Listed { noun, args, only } => {
                let gives = self
                    .lexicon
                    .nouns
                    .get(usize::from(*noun))
                    .map_or(Ty::Number, |noun| noun.gives);
                let set = self
                    .noun(*noun, args)
                    .map(|(said, _)| said)
                    .unwrap_or_default();
                let set = match only {
                    Some(only) => self.narrowed(set, gives, only),
                    None => set,
                };
                if only.is_none() && self.lexicon.phrases.single.contains(noun) {
                    return (set.text, self.that(one(gives)), one(gives));
                }
                (set, one(gives))
            }
            // Named modes are described elsewhere.
            Options::Labels(_) => (Said::default(), Ty::Number),
        };
        let said = self.that(ty).named(set.named);
        (format!("one of {}", set.text), said, ty)
    }

    fn numbers(&self, low: &Expr, high: &Expr) -> (String, Said, Ty) {
        let letter = self.letter();
        let number = Some(Ty::Number);
        let (low, high) = (self.expr(low, number).text, self.expr(high, number).text);
        let said = Said::many(letter.clone());
        (
            format!("a number {letter} from {low} to {high}"),
            said,
            Ty::Number,
        )
    }

    /// "choose 2 of your opponents: each of those robots loses 1 energy"
    pub(super) fn choose_some(&mut self, what: &StmtKind) -> String {
        let StmtKind::ChooseSome {
            var,
            by,
            of,
            count,
            up_to,
            body,
        } = what
        else {
            return String::new();
        };
        let by_chance = *by == Expr::Fixed(CHANCE);
        let begin = self.chooses(by, false);
        let how = if by_chance { " at random" } else { "" };
        let most = if *up_to { "up to " } else { "" };
        let number = self.expr(count, Some(Ty::Number)).text;
        let (number, behind) = self.counted(number);
        let (set, thing) = match of {
            Options::Set(set, thing) => (self.expr(set, None), thing),
            Options::Labels(labels) => {
                let modes = self.after_choice_of(by, |teller| teller.modes(*var, labels, body));
                return format!("{begin} {most}{number} different ones{how}{behind}: {modes}");
            }
            Options::Numbers(..) | Options::Listed { .. } => return String::new(),
        };
        let names = format!("those {}", self.names_of(*thing));
        let other = self.all_known().any(|known| known.said.text == names);
        let names = if other {
            format!("those other {}", self.names_of(*thing))
        } else {
            names
        };
        self.name(*var, Said::many(names), Ty::Many(*thing));
        let body = self.after_choice_of(by, |teller| teller.clause(body).text);
        self.forget(*var);
        let set = self.its(by, &set.text);
        format!("{begin} {most}{number} of {set}{how}{behind}: {body}")
    }

    /// A choice of named modes: their bodies form a chain of `when var == 0 … otherwise when var == 1 …`; of several
    /// modes, a list of `when var.has(0) …`.
    pub(super) fn modes(&mut self, var: Var, labels: &[(String, Expr)], body: &[Stmt]) -> String {
        let (mut said, mut rest) = (Vec::new(), body);
        for (place, (label, open)) in labels.iter().enumerate() {
            let (this, behind) = mode(var, place, rest)
                .or_else(|| one_of_modes(var, place, rest))
                .unwrap_or((rest, &[]));
            let only = match open {
                Expr::Fixed(_) => String::new(),
                open => format!(" (only if {})", self.truth(open)),
            };
            let mut does = self.clause(this).text;
            if does.contains("“") {
                does = format!("({does})");
            }
            said.push(format!("“{label}”{only}: {does}"));
            rest = behind;
        }
        said.join("; or ")
    }

    /// "choose", "that player may choose"; "you choose" where another player has chosen before.
    pub(super) fn chooses(&self, by: &Expr, optional: bool) -> String {
        let by_chance = *by == Expr::Fixed(CHANCE);
        match (self.is_reader(by) || by_chance, optional) {
            (true, false) if self.by_another && !by_chance => "you choose".into(),
            (true, false) => "choose".into(),
            (true, true) => "you may choose".into(),
            (false, false) => format!("{} chooses", self.expr(by, None).text),
            (false, true) => format!("{} may choose", self.expr(by, None).text),
        }
    }

    /// Words after "that robot chooses": what belongs to the one who chooses is "its".
    pub(super) fn its(&self, by: &Expr, words: &str) -> String {
        let by = self.expr(by, None);
        if by.several || by.text.is_empty() || by.is_long() {
            return words.to_owned();
        }
        words
            .replace(&format!("{} ", by.owning()), "its ")
            .replace(&format!("that {} ", by.text), "that it ")
    }

    /// Whether a player is the one to whom the text speaks.
    pub(super) fn is_reader(&self, who: &Expr) -> bool {
        *who == Expr::Var(0) && !self.placed
    }

    /// Says what follows a choice of a player.
    pub(super) fn after_choice_of(
        &mut self,
        by: &Expr,
        says: impl FnOnce(&mut Self) -> String,
    ) -> String {
        let another = !self.is_reader(by) && *by != Expr::Fixed(CHANCE);
        let before = self.by_another;
        self.by_another |= another;
        let said = says(self);
        self.by_another = before;
        said
    }
}
