//! `choose` and `random`: one thing, several things, a number, or a named mode.

use super::super::trace::Trace;
use super::super::value::{Kind, Operand, Value, name, operand};
use super::{Done, Inputs, Tracer, start};
use crate::codes;
use crate::diagnostics::{Diagnostic, Report};
use crate::fields::short;
use cardwright_effects::tree::{Expr, Gather, Members, Only, Options, Stmt, StmtKind, Var};
use cardwright_effects::{BinOp, CHANCE, MAX_LABELS, Ty};
use rhai::{Dynamic, Expression, Position};

impl Tracer<'_, '_, '_, '_, '_, '_, '_> {
    /// `choose`, and `random`, in which chance chooses.
    pub(super) fn choose(&mut self, word: &str, inputs: &Inputs<'_>) -> Done {
        let Some((_, first)) = inputs.lettered().next() else {
            return Ok(());
        };
        let at = self.keyword("either", start(first));
        let at = self.keyword("by", at);
        let at = self.keyword(word, at);
        self.refuse_in_answer(word, at);
        if word == "random" {
            self.trace.borrow_mut().check_random(&inputs.form, at);
        }
        match &inputs.form {
            form if form.contains('E') => self.either(word, inputs, at),
            form if form.contains('j') => self.choose_some(word, inputs, at),
            _ => self.choose_one(word, inputs, at),
        }
    }

    fn choose_one(&mut self, word: &str, inputs: &Inputs<'_>, at: Position) -> Done {
        let find = |letter: char| inputs.find(letter);
        let (Some(name), Some(body)) = (find('i'), find('b')) else {
            return Ok(());
        };
        let mut or_none = false;
        let (from, ty) = match (find('s'), find('f'), find('t')) {
            (Some(set), ..) => {
                let value = self.choice(set, &mut or_none)?;
                match find('h') {
                    None => self.trace.borrow_mut().options(&value, set.position()),
                    Some(condition) => {
                        self.narrowed_options(&value, set, (name, condition), &mut or_none)?
                    }
                }
            }
            (_, Some(low), Some(high)) => {
                let low = self.number(low, &mut or_none)?;
                let high = self.number(high, &mut or_none)?;
                (
                    low.zip(high).map(|(low, high)| Options::Numbers(low, high)),
                    Ty::Number,
                )
            }
            _ => return Ok(()),
        };
        let by = self.chooser(word, find('w'), &mut or_none, at)?;
        if let (Some(from), Some(by), Some(set)) = (&from, &by, find('s')) {
            self.trace
                .borrow_mut()
                .check_secret(from, by, set.position());
        }
        let before = self.trace.borrow().found.len();
        self.open(at)?;
        let (var, item) = self
            .trace
            .borrow_mut()
            .item(at, from.is_some().then_some(ty));
        self.trace.borrow_mut().bound_choice(var, from.as_ref());
        self.body(Some((name, item)), body)?;
        let mut trace = self.trace.borrow_mut();
        let body = trace.close();
        if let (Some(from), Some(by)) = (from, by) {
            // An error in the body may be the cause.
            if trace.found.len() == before && !trace.lexicon.shows_a_hand(&from) {
                trace.check_used(var, name.position());
            }
            trace.push(
                at,
                StmtKind::Choose {
                    var,
                    by,
                    from,
                    optional: or_none,
                    body,
                },
            );
        }
        Ok(())
    }

    /// The options, narrowed by the condition after `where`, which may end with `or none`.
    fn narrowed_options(
        &mut self,
        value: &Dynamic,
        set: &Expression<'_>,
        (name, condition): (&Expression<'_>, &Expression<'_>),
        or_none: &mut bool,
    ) -> Done<(Option<Options>, Ty)> {
        let of = self
            .trace
            .borrow_mut()
            .members("where", value, set.position());
        let thing = of.as_ref().map_or(0, |(_, thing)| *thing);
        let options = match of {
            Some((Members::Listed { noun, args }, _)) => {
                let at = self.keyword("where", start(condition));
                self.open(at)?;
                let (item, member) = self.trace.borrow_mut().item(at, Some(Ty::One(thing)));
                let truth = self.asked_of(Gather::Any, name, member, condition)?;
                let body = self.trace.borrow_mut().close();
                truth.map(|truth| Options::Listed {
                    noun,
                    args,
                    only: Some(Only { item, body, truth }),
                })
            }
            Some((Members::Set(set), thing)) => self
                .narrowed(Some((set, thing)), name, condition)?
                .map(|(set, thing)| Options::Set(set, thing)),
            None => {
                // The condition may have errors of its own.
                self.narrowed(None, name, condition)?;
                None
            }
        };
        *or_none |= std::mem::take(&mut self.trace.borrow_mut().or_none);
        Ok((options, Ty::One(thing)))
    }

    /// Chooses several members of a set, in one variable.
    fn choose_some(&mut self, word: &str, inputs: &Inputs<'_>, at: Position) -> Done {
        let find = |letter: char| inputs.find(letter);
        let (Some(name), Some(set), Some(body)) = (find('j'), find('s'), find('b')) else {
            return Ok(());
        };
        let up_to = inputs.form.contains('P');
        let Some(number) = find('k').or(find('i')) else {
            return Ok(());
        };
        let count = self.value(number)?;
        let count = self
            .trace
            .borrow_mut()
            .times("choose", &count, number.position());
        let mut or_none = false;
        let value = self.choice(set, &mut or_none)?;
        let of = self
            .trace
            .borrow_mut()
            .small_set("choose", &value, set.position());
        if let Some(condition) = find('h') {
            // A large set has been refused already, and `those` would not take it.
            if of.is_none() {
                return Ok(());
            }
            let place = self.keyword("where", start(condition));
            let mut trace = self.trace.borrow_mut();
            let written = |from: Position, to: Position| {
                let (source, text) = (&trace.source, &trace.source.text);
                let text = text.get(source.byte(from)..source.byte(to));
                short(text.unwrap_or_default().trim())
            };
            let help = format!(
                "write `{} those x in {} where …`, with `x` in the condition",
                written(at, start(set)),
                written(start(set), place)
            );
            let message = "`where` tests one member at a time, but this name means several";
            trace.error(codes::WRONG_ARGUMENT, place, message, help);
            return Ok(());
        }
        let by = self.chooser(word, find('w'), &mut or_none, at)?;
        if or_none {
            let help = "write `choose up to 2 x in … { }`; `or none` works only when choosing one";
            let message = "`or none` does not work when choosing several";
            self.trace
                .borrow_mut()
                .error(codes::NONE_MISPLACED, at, message, help);
        }
        let before = self.trace.borrow().found.len();
        self.open(at)?;
        let many = of.as_ref().map(|(_, thing)| Ty::Many(*thing));
        let (var, item) = self.trace.borrow_mut().item(at, many);
        self.body(Some((name, item)), body)?;
        let mut trace = self.trace.borrow_mut();
        let body = trace.close();
        if let (Some((of, thing)), Some(by), Some(count)) = (of, by, count) {
            if trace.found.len() == before {
                trace.check_used(var, name.position());
            }
            trace.push(
                at,
                StmtKind::ChooseSome {
                    var,
                    by,
                    of: Options::Set(of, thing),
                    count,
                    up_to,
                    body,
                },
            );
        }
        Ok(())
    }

    /// Named modes: a choice of a number, and a chain of conditions on it. Several of them: a choice of a set of
    /// numbers, and a condition on it for each mode.
    fn either(&mut self, word: &str, inputs: &Inputs<'_>, at: Position) -> Done {
        let mut or_none = inputs.find('o').is_some();
        let several = inputs.form.contains('G');
        let number = several
            .then(|| inputs.find('k').or(inputs.find('i')))
            .flatten();
        let count = match number {
            None => None,
            Some(number) => {
                let value = self.value(number)?;
                let mut trace = self.trace.borrow_mut();
                trace.times("choose", &value, number.position())
            }
        };
        let by = self.chooser(word, inputs.find('w'), &mut or_none, at)?;
        if or_none && several && word != "random" {
            let help =
                "write `choose up to 2 of either … or …`; `or none` works only when choosing one";
            let message = "`or none` does not work when choosing several";
            let mut trace = self.trace.borrow_mut();
            trace.error(codes::NONE_MISPLACED, at, message, help);
        }
        let mut labels: Vec<(String, Expr)> = Vec::new();
        let mut bodies = Vec::new();
        let (var, _) = self.trace.borrow_mut().item(at, Some(Ty::Number));
        for (letter, input) in inputs.lettered() {
            match letter {
                'l' => labels.push((
                    input.get_string_value().unwrap_or_default().to_owned(),
                    Expr::Fixed(1),
                )),
                'c' => {
                    let value = self.value(input)?;
                    let truth = self.trace.borrow_mut().condition(&value, input.position());
                    if let (Some((_, open)), Some(truth)) = (labels.last_mut(), truth) {
                        *open = truth;
                    }
                }
                'b' => {
                    self.open(at)?;
                    self.body(None, input)?;
                    bodies.push(self.trace.borrow_mut().close());
                }
                _ => {}
            }
        }
        let mut trace = self.trace.borrow_mut();
        trace.check_labels(&labels, at);
        let at_stmt = trace.source.at(at);
        if several {
            let mode = |(place, then): (usize, Vec<Stmt>)| Stmt {
                at: at_stmt,
                what: StmtKind::When {
                    truth: Expr::BinOp(
                        BinOp::Has,
                        Box::new(Expr::Var(var)),
                        Box::new(Expr::Fixed(place as i16)),
                    ),
                    then,
                    otherwise: Vec::new(),
                },
            };
            let body = bodies.into_iter().enumerate().map(mode).collect();
            if let (Some(by), Some(count)) = (by, count) {
                trace.push(
                    at,
                    StmtKind::ChooseSome {
                        var,
                        by,
                        of: Options::Labels(labels),
                        count,
                        up_to: inputs.form.contains('P'),
                        body,
                    },
                );
            }
            return Ok(());
        }
        let body =
            bodies
                .into_iter()
                .enumerate()
                .rev()
                .fold(Vec::new(), |otherwise, (place, then)| {
                    let is = Expr::BinOp(
                        BinOp::Eq,
                        Box::new(Expr::Var(var)),
                        Box::new(Expr::Fixed(place as i16)),
                    );
                    vec![Stmt {
                        at: at_stmt,
                        what: StmtKind::When {
                            truth: is,
                            then,
                            otherwise,
                        },
                    }]
                });
        if let Some(by) = by {
            trace.push(
                at,
                StmtKind::Choose {
                    var,
                    by,
                    from: Options::Labels(labels),
                    optional: or_none,
                    body,
                },
            );
        }
        Ok(())
    }

    /// Who chooses: chance or a player.
    pub(super) fn chooser(
        &mut self,
        word: &str,
        who: Option<&Expression<'_>>,
        or_none: &mut bool,
        at: Position,
    ) -> Done<Option<Expr>> {
        let by = self.who(who, or_none)?;
        if word != "random" {
            return Ok(by);
        }
        if *or_none {
            let message = "chance always chooses something";
            self.trace
                .borrow_mut()
                .error(codes::NONE_MISPLACED, at, message, "remove `or none`");
        }
        Ok(by.map(|_| Expr::Fixed(CHANCE)))
    }

    /// The player who is asked; by default the owner.
    pub(super) fn who(
        &mut self,
        who: Option<&Expression<'_>>,
        or_none: &mut bool,
    ) -> Done<Option<Expr>> {
        let Some(who) = who else {
            return Ok(Some(Expr::Var(0)));
        };
        let value = self.choice(who, or_none)?;
        let mut trace = self.trace.borrow_mut();
        let at = who.position();
        match operand(&value) {
            Operand::Typed(expr, ty) if Some(ty) == trace.owner_type() => {
                Ok(trace.check(&expr, at).then_some(expr))
            }
            Operand::Poison => Ok(None),
            other => {
                let (is, wanted) = (name(&other, &trace.lexicon), trace.owner_type());
                let wanted = wanted.map_or_else(String::new, |ty| trace.lexicon.type_name(ty));
                let message = format!("{wanted} must choose, but this is {is}");
                trace.error(
                    codes::WRONG_ARGUMENT,
                    at,
                    message,
                    "write `choose … by x { }`",
                );
                Ok(None)
            }
        }
    }

    pub(super) fn number(
        &mut self,
        input: &Expression<'_>,
        or_none: &mut bool,
    ) -> Done<Option<Expr>> {
        let value = self.choice(input, or_none)?;
        let mut trace = self.trace.borrow_mut();
        match trace.typed(&value, Ty::Number, input.position()) {
            Ok(expr) => Ok(Some(expr)),
            Err(None) => Ok(None),
            Err(Some(is)) => {
                let message = format!("write two numbers to choose between, but this is {is}");
                trace.error(
                    codes::WRONG_ARGUMENT,
                    input.position(),
                    message,
                    "write `choose n from 1 to 3 { }`",
                );
                Ok(None)
            }
        }
    }

    /// A value that may be followed by `or none`, which is removed and recorded.
    pub(super) fn choice(&mut self, input: &Expression<'_>, or_none: &mut bool) -> Done<Dynamic> {
        let value = self.value(input)?;
        let kind = value
            .read_lock::<Value>()
            .filter(|value| value.or_none)
            .map(|value| value.kind.clone());
        Ok(match kind {
            None => value,
            Some(kind) => {
                *or_none = true;
                Dynamic::from(Value {
                    kind,
                    or_none: false,
                })
            }
        })
    }
}

impl Trace {
    /// The type of the first parameter, which is the owner of the card.
    fn owner_type(&self) -> Option<Ty> {
        self.params.first().map(|param| param.ty)
    }

    /// Records the possible values of a chosen number.
    fn bound_choice(&mut self, var: Var, from: Option<&Options>) {
        if let Some(Options::Numbers(low, high)) = from {
            let (low, high) = (self.ranges.range(low), self.ranges.range(high));
            self.ranges.set(var, (low.0.min(high.1), high.1.max(low.0)));
        }
    }

    /// Warns about a choice whose result is not used.
    fn check_used(&mut self, var: Var, at: Position) {
        if self.uses(var) == 0 {
            let span = self.source.span(at);
            let unused =
                Diagnostic::warning(codes::UNUSED_CHOICE, span, "nothing uses this choice");
            self.report(unused.help("use the variable inside the braces, or remove the choice"));
        }
    }

    /// With `random` nobody is asked, and it never chooses fewer, so `by` and `up to` are refused.
    fn check_random(&mut self, form: &str, at: Position) {
        let (word, help) = match () {
            () if form.contains('Y') => ("by", "nobody is asked: remove `by …`, or write `choose`"),
            () if form.contains('P') => (
                "up to",
                "write the number alone, such as `random 2 x in … { }`",
            ),
            () => return,
        };
        let message = format!("`{word}` does not work with `random`");
        self.error(codes::WRONG_ARGUMENT, at, message, help);
    }

    /// The options of a choice, and the type of the chosen thing.
    fn options(&mut self, value: &Dynamic, at: Position) -> (Option<Options>, Ty) {
        match value.read_lock::<Value>().map(|value| value.kind.clone()) {
            Some(Kind::Large {
                noun,
                args,
                thing,
                since,
            }) => {
                self.check_kept(noun, since, at);
                let alive = args.iter().all(|arg| self.check(arg, at));
                (
                    alive.then_some(Options::Listed {
                        noun,
                        args,
                        only: None,
                    }),
                    Ty::One(thing),
                )
            }
            Some(Kind::Poison) => (None, Ty::Number),
            Some(Kind::Known(expr, Ty::Many(thing))) => (
                self.check(&expr, at).then_some(Options::Set(expr, thing)),
                Ty::One(thing),
            ),
            _ => {
                let message = format!(
                    "`choose … in` needs a set, but this is {}",
                    name(&operand(value), &self.lexicon)
                );
                self.error(
                    codes::WRONG_ARGUMENT,
                    at,
                    message,
                    "for a number write `choose n from 1 to 3 { }`",
                );
                (None, Ty::Number)
            }
        }
    }

    /// Refuses to show a secret set to a player who may not know its members.
    fn check_secret(&mut self, from: &Options, by: &Expr, at: Position) {
        let Options::Listed { noun, args, only } = from else {
            return;
        };
        let Some(noun) = self.lexicon.nouns.get(usize::from(*noun)).copied() else {
            return;
        };
        let Some(place) = noun.secret.map(usize::from) else {
            return;
        };
        if only.is_some() {
            let message = format!(
                "`{}` is secret: nobody else could check which of its members meet a condition",
                noun.name
            );
            let help = "remove `where …`, and let the player choose from all of them";
            return self.error(codes::SECRET_SET, at, message, help);
        }
        if args.get(place) == Some(by) {
            return;
        }
        let param = noun.params.get(place).map_or("robot", |param| param.name);
        let message = format!(
            "`{}` is secret: only its `{param}` may choose from it",
            noun.name
        );
        let help = match by {
            // A verb of the game must take a random member of a secret set, because it reveals no more than necessary.
            Expr::Fixed(CHANCE) => self
                .verbs_of_chance(noun.gives)
                .unwrap_or_else(|| "let that player choose".into()),
            _ => {
                let seen = self.lexicon.nouns.iter().find(|other| {
                    other.gives == noun.gives && other.secret.is_some_and(|who| who > 0)
                });
                let seen = seen.filter(|seen| seen.name != noun.name);
                let seen = seen.map_or_else(String::new, |seen| {
                    format!(
                        "; to choose from what another player has seen: {}",
                        seen.example
                    )
                });
                format!(
                    "write the same variable after `by`, for example: {}{seen}",
                    noun.example
                )
            }
        };
        self.error(codes::SECRET_SET, at, message, help);
    }

    /// The verbs that act at random on the things that a noun returns, with their syntax.
    fn verbs_of_chance(&self, gives: Ty) -> Option<String> {
        let Ty::Many(thing) = gives else { return None };
        let mut called = self.lexicon.phrases.called.iter();
        let word = called
            .find(|(known, _)| *known == thing)
            .map(|(_, word)| *word);
        let thing = word.or_else(|| Some(self.lexicon.things.get(usize::from(thing))?.name))?;
        let random = |verb: &&cardwright_effects::Verb| {
            verb.say.contains("at random") && verb.say.contains(thing)
        };
        let all: Vec<_> = self
            .lexicon
            .verbs
            .iter()
            .filter(random)
            .map(|verb| format!("`{}`", verb.example))
            .collect();
        (!all.is_empty()).then(|| format!("for a random card, use a verb: {}", all.join(", ")))
    }

    fn check_labels(&mut self, labels: &[(String, Expr)], at: Position) {
        if labels.len() > MAX_LABELS {
            let message = format!("this choice has more than {MAX_LABELS} options");
            self.error(
                codes::EFFECT_LIMIT,
                at,
                message,
                "split it into several choices",
            );
        }
        for (label, _) in labels {
            let mut found = Report::default();
            crate::fields::check_shown(label, "mode", self.source.span(at), &mut found);
            found
                .found
                .list
                .into_iter()
                .for_each(|one| self.report(one));
        }
        let twice = labels
            .iter()
            .enumerate()
            .find(|(place, (label, _))| labels.iter().take(*place).any(|(l, _)| l == label));
        if let Some((_, (label, _))) = twice {
            let message = format!(
                "the option \"{}\" appears twice",
                crate::fields::short(label)
            );
            self.error(codes::SHADOWS, at, message, "give each option its own name");
        }
    }
}
