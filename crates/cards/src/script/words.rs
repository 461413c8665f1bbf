//! Registers the lexicon's nouns, verbs and words as functions, properties and constants of scripts.

use super::ops::poison;
use super::trace::{Shared, Trace};
use super::value::{Operand, Value, give, operand};
use crate::codes;
use crate::lint::range::Ranges;
use cardwright_effects::tree::{Expr, StmtKind};
use cardwright_effects::{BinOp, Noun, Ty};
use rhai::{Dynamic, Engine, Module, NativeCallContext, Position};

/// Registers the game's vocabulary.
pub(crate) fn register(engine: &mut Engine, trace: &Shared) {
    let lexicon = trace.borrow().lexicon.clone();
    let mut words = Module::new();
    for word in lexicon.all_words() {
        words.set_var(
            word.name,
            Value::known(Expr::Fixed(word.value), Ty::One(word.thing)),
        );
    }
    words.set_var("none", Value::none());
    engine.register_global_module(words.into());
    // Scripts have a special word for the card whose script runs.
    let nouns = lexicon
        .nouns
        .iter()
        .enumerate()
        .filter(|(_, noun)| noun.name != "this");
    for (place, noun) in nouns {
        let place = place as u8;
        if noun.property {
            property(engine, trace, noun.name, move |trace, this, at| {
                trace.noun(place, &[this], at)
            });
        } else {
            function(
                engine,
                trace,
                noun.name,
                noun.params.len(),
                move |trace, args, at| trace.noun(place, args, at),
            );
        }
    }
    for (place, verb) in lexicon.verbs.iter().enumerate() {
        let place = place as u8;
        function(
            engine,
            trace,
            verb.name,
            verb.params.len(),
            move |trace, args, at| trace.verb(place, args, at),
        );
    }
    property(engine, trace, "count", |trace, this, at| {
        trace.count(&this, at)
    });
}

fn property(
    engine: &mut Engine,
    trace: &Shared,
    name: &str,
    body: impl Fn(&mut Trace, Dynamic, Position) -> Dynamic + 'static,
) {
    let trace = trace.clone();
    engine.register_get(name, move |context: NativeCallContext, this: &mut Value| {
        body(
            &mut trace.borrow_mut(),
            Dynamic::from(this.clone()),
            context.call_position(),
        )
    });
}

/// Registers a function with up to three parameters; the lexicon's own checks refuse a fourth.
fn function(
    engine: &mut Engine,
    trace: &Shared,
    name: &str,
    params: usize,
    body: impl Fn(&mut Trace, &[Dynamic], Position) -> Dynamic + 'static,
) {
    let shared = trace.clone();
    let call = move |context: NativeCallContext, args: &[Dynamic]| {
        body(&mut shared.borrow_mut(), args, context.call_position())
    };
    type C<'a> = NativeCallContext<'a>;
    type D = Dynamic;
    match params {
        0 => engine.register_fn(name, move |context: C| call(context, &[])),
        1 => engine.register_fn(name, move |context: C, a: D| call(context, &[a])),
        2 => engine.register_fn(name, move |context: C, a: D, b: D| call(context, &[a, b])),
        _ => engine.register_fn(name, move |context: C, a: D, b: D, c: D| {
            call(context, &[a, b, c])
        }),
    };
}

/// A function that takes any arguments and returns a value that is valid everywhere.
pub(crate) fn swallow(engine: &mut Engine, name: &str, params: usize) {
    type D = Dynamic;
    match params {
        0 => engine.register_fn(name, poison),
        1 => engine.register_fn(name, |_: D| poison()),
        2 => engine.register_fn(name, |_: D, _: D| poison()),
        3 => engine.register_fn(name, |_: D, _: D, _: D| poison()),
        4 => engine.register_fn(name, |_: D, _: D, _: D, _: D| poison()),
        _ => engine,
    };
}

impl Trace {
    /// Reads a noun at its position.
    pub(super) fn noun(&mut self, place: u8, args: &[Dynamic], at: Position) -> Dynamic {
        let place = self.property_of(place, args);
        let Some(noun) = self.lexicon.nouns.get(usize::from(place)).copied() else {
            return poison();
        };
        if !self.in_hook(noun.name, at) {
            return poison();
        }
        let Some(args) = self.noun_arguments(&noun, args, at) else {
            return poison();
        };
        if let Ty::Many(thing) = noun.gives
            && self
                .lexicon
                .things
                .get(usize::from(thing))
                .is_some_and(|thing| !thing.small)
        {
            return Dynamic::from(Value::large(place, args, thing, self.now()));
        }
        let here = self.source.at(at);
        let var = self.variable(here);
        let range = Ranges::of_noun(&self.lexicon, &noun);
        self.ranges.set(var, range);
        self.push(
            at,
            StmtKind::Read {
                var,
                noun: place,
                args,
            },
        );
        give(Expr::Var(var), noun.gives)
    }

    /// The property of this sort of thing, if several sorts have one with the same name.
    fn property_of(&self, place: u8, args: &[Dynamic]) -> u8 {
        let nouns = self.lexicon.nouns;
        let (Some(noun), [this]) = (nouns.get(usize::from(place)), args) else {
            return place;
        };
        let Operand::Typed(_, ty) = operand(this) else {
            return place;
        };
        let fits = |other: &Noun| {
            other.property
                && other.name == noun.name
                && other.params.first().is_some_and(|param| param.ty == ty)
        };
        let found = nouns.iter().position(fits).filter(|_| noun.property);
        found.map_or(place, |found| found as u8)
    }

    fn noun_arguments(&mut self, noun: &Noun, args: &[Dynamic], at: Position) -> Option<Vec<Expr>> {
        let (true, [this], [param]) = (noun.property, args, noun.params) else {
            return self.arguments(noun.name, noun.params, args, at);
        };
        match self.typed(this, param.ty, at) {
            Ok(expr) => Some(vec![expr]),
            Err(None) => None,
            Err(Some(is)) => {
                let same = |other: &&Noun| other.property && other.name == noun.name;
                let owners: Vec<String> = self
                    .lexicon
                    .nouns
                    .iter()
                    .filter(same)
                    .flat_map(|other| other.params)
                    .map(|param| self.lexicon.type_name(param.ty))
                    .collect();
                let owners = owners.join(" or ");
                let message = format!("`.{}` belongs to {owners}, but this is {is}", noun.name);
                let thing = match operand(this) {
                    Operand::Typed(_, Ty::One(thing)) => Some(thing),
                    _ => None,
                };
                let mut unread = self.lexicon.phrases.unread.iter();
                let help = match unread.find(|(known, _)| Some(*known) == thing) {
                    Some((_, help)) => (*help).to_owned(),
                    None => self.help_for_property(noun),
                };
                self.error(codes::UNKNOWN_PROPERTY, at, message, help);
                None
            }
        }
    }

    /// What has a property, where something else was written before the dot: the words without parameters that name
    /// such a thing, and an example.
    fn help_for_property(&self, noun: &Noun) -> String {
        let nouns = self.lexicon.nouns;
        let same = |other: &&Noun| other.property && other.name == noun.name;
        let owner = |other: &Noun| other.params.first().map(|param| param.ty);
        let owners: Vec<Ty> = nouns.iter().filter(same).filter_map(owner).collect();
        let names = |other: &&Noun| {
            !other.property && other.params.is_empty() && owners.contains(&other.gives)
        };
        let written = |other: &Noun| match other.name {
            "this" => None,
            name => Some(format!("`{name}().{}`", noun.name)),
        };
        let written: Vec<String> = nouns.iter().filter(names).filter_map(written).collect();
        // What functions are called with has a name already.
        let params = self.lexicon.hooks.iter().flat_map(|hook| hook.params);
        let given = params.into_iter().any(|param| owners.contains(&param.ty));
        match given || written.is_empty() {
            true => format!("for example: {}", noun.example),
            false => format!(
                "write {}, or for example: {}",
                written.join(" or "),
                noun.example
            ),
        }
    }

    /// Records a verb.
    fn verb(&mut self, place: u8, args: &[Dynamic], at: Position) -> Dynamic {
        let Some(verb) = self.lexicon.verbs.get(usize::from(place)).copied() else {
            return poison();
        };
        if !self.in_hook(verb.name, at) {
            return Dynamic::from(Value::nothing());
        }
        if self.answers || self.asking > 0 {
            let (place, help) = match self.asking {
                0 => (
                    "this function only returns a value",
                    "do it in a function that changes the game",
                ),
                _ => (
                    "this only tests each member of a set",
                    "do it in the braces of an `each`",
                ),
            };
            let message = format!("`{}` changes the game, but {place}", verb.name);
            self.error(codes::ACTS_IN_ANSWER, at, message, help);
            return poison();
        }
        if self.tried.len() <= crate::limits::STATEMENTS {
            self.tried.push((place, self.source.at(at)));
        }
        // What an effect notes is in no set of the game.
        if verb.sense.note.is_none() {
            self.acted(verb.name);
        }
        if let Some(args) = self.arguments(verb.name, verb.params, args, at) {
            self.push(at, StmtKind::Do { verb: place, args });
        }
        Dynamic::from(Value::nothing())
    }

    /// `set.count`.
    fn count(&mut self, this: &Dynamic, at: Position) -> Dynamic {
        match operand(this) {
            Operand::Typed(expr, Ty::Many(_)) => {
                if !self.check(&expr, at) {
                    return poison();
                }
                give(
                    Expr::BinOp(BinOp::Count, Box::new(expr), Box::new(Expr::Fixed(0))),
                    Ty::Number,
                )
            }
            Operand::Poison => poison(),
            Operand::Large {
                noun, args, since, ..
            } => {
                self.check_kept(noun, since, at);
                self.count_listed(noun, args, at)
            }
            other => {
                let is = super::value::name(&other, &self.lexicon);
                let message = format!("`.count` belongs to a set, but this is {is}");
                self.error(
                    codes::UNKNOWN_PROPERTY,
                    at,
                    message,
                    "for example: opponents(me).count",
                );
                poison()
            }
        }
    }
}
