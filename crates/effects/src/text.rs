//! What an effect does, as readable English made from the lexicon's `say` templates.

use crate::dice::Condition;
use crate::say::{Said, fill};
use crate::tree::{Effect, Expr, Options, Stmt, Var, What};
use crate::{Lexicon, Math, SymbolArg, Ty};

/// One readable line that says what a hook's effect does.
pub fn text(lexicon: &Lexicon, hook: u8, effect: &Effect) -> String {
    let hook = lexicon.hooks.get(usize::from(hook));
    let mut teller = Teller::new(lexicon);
    for (place, param) in hook.map_or(&[][..], |hook| hook.params).iter().enumerate() {
        let said = if place == 0 { Said::you() } else { Said::one(format!("the {}", param.name)) };
        teller.name(place as Var, said, param.ty);
    }
    let mut parts = teller.block(&effect.body);
    parts.extend(effect.answer.as_ref().map(|answer| teller.truth(answer)));
    let begin = hook.map_or("", |hook| hook.say);
    sentence(begin, &parts.join("; "))
}

fn sentence(begin: &str, rest: &str) -> String {
    let whole = [begin, rest].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let mut letters = whole.chars();
    match letters.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

/// What effect symbols do, in the order they are carried out: "2 fist, then lose 1 energy". Each is the symbol's
/// place in the lexicon and its number.
pub fn symbols_text(lexicon: &Lexicon, symbols: &[(u8, i16)]) -> String {
    let find = |place: u8| lexicon.symbols.get(usize::from(place));
    let mut sorted: Vec<_> =
        symbols.iter().filter_map(|(place, amount)| Some((find(*place)?, *amount))).collect();
    sorted.sort_by_key(|(symbol, _)| symbol.order);
    let mut out = String::new();
    let mut before = None;
    for (symbol, amount) in sorted {
        out.push_str(match before {
            None => "",
            Some(order) if order == symbol.order => " and ",
            Some(_) => ", then ",
        });
        before = Some(symbol.order);
        let teller = Teller::new(lexicon);
        let args = symbol.args.iter().map(|arg| match *arg {
            SymbolArg::Me => Expr::Var(0),
            SymbolArg::Fixed(value) => Expr::Fixed(value),
            SymbolArg::Amount => Expr::Fixed(amount),
        });
        let said = teller.verb(symbol.verb, &args.collect::<Vec<_>>());
        out.push_str(said.strip_prefix("you ").unwrap_or(&said));
    }
    out
}

/// What a dice condition asks for: "a die that shows 2, 4 or 6".
pub fn condition_text(condition: &Condition) -> String {
    let list = |faces: &[u8]| listed(&faces.iter().map(u8::to_string).collect::<Vec<_>>());
    match condition {
        Condition::Any(faces) => format!("a die that shows {}", list(faces)),
        Condition::Exact(face) => format!("a die that shows {face}"),
        Condition::Sum { sum, dice } => format!("{} with the sum {sum}", dice_text(*dice)),
        Condition::SumBelow { sum, dice } => format!("{} with a sum below {sum}", dice_text(*dice)),
        Condition::SumAbove { sum, dice } => format!("{} with a sum above {sum}", dice_text(*dice)),
        Condition::SumOdd { dice } => format!("{} with an odd sum", dice_text(*dice)),
        Condition::SumEven { dice } => format!("{} with an even sum", dice_text(*dice)),
        Condition::Alike(2) => "a pair".into(),
        Condition::Alike(dice) => format!("{} that show the same", dice_text(*dice)),
        Condition::Straight(dice) => format!("{} in a row", dice_text(*dice)),
        Condition::Highest { face, dice } => {
            format!("{} of which the highest shows {face}", dice_text(*dice))
        }
        Condition::Lowest { face, dice } => format!("{} of which the lowest shows {face}", dice_text(*dice)),
        Condition::OneOf(combos) => {
            let each = combos
                .iter()
                .map(|combo| combo.faces().map(|face| face.to_string()).collect::<Vec<_>>().join("+"));
            format!("dice that show {}", listed(&each.collect::<Vec<_>>()))
        }
    }
}

fn dice_text(dice: u8) -> String {
    let words = ["no dice", "a die", "two dice", "three dice", "four dice"];
    words.get(usize::from(dice)).map_or_else(|| format!("{dice} dice"), |word| (*word).into())
}

fn listed(words: &[String]) -> String {
    match words {
        [first @ .., before, last] => {
            let first: String = first.iter().map(|word| format!("{word}, ")).collect();
            format!("{first}{before} or {last}")
        }
        words => words.concat(),
    }
}

/// What is known of a variable.
struct Known {
    said: Said,
    ty: Ty,
    /// Whether a loop or a choice gave the name, so that the next of its sort must be told apart from it.
    bound: bool,
}

struct Teller<'a> {
    lexicon: &'a Lexicon,
    vars: Vec<Option<Known>>,
}

impl<'a> Teller<'a> {
    /// A teller that knows the owner.
    fn new(lexicon: &'a Lexicon) -> Teller<'a> {
        let mut teller = Teller { lexicon, vars: Vec::new() };
        teller.name(0, Said::you(), Ty::Number);
        teller
    }

    fn name(&mut self, var: Var, said: Said, ty: Ty) {
        let place = usize::from(var);
        if self.vars.len() <= place {
            self.vars.resize_with(place + 1, || None);
        }
        self.vars[place] = Some(Known { said, ty, bound: false });
    }

    /// Names the variable of a loop or a choice.
    fn bind(&mut self, var: Var, said: Said, ty: Ty) {
        self.name(var, said, ty);
        self.vars.get_mut(usize::from(var)).into_iter().flatten().for_each(|known| known.bound = true);
    }

    fn forget(&mut self, var: Var) {
        if let Some(known) = self.vars.get_mut(usize::from(var)) {
            *known = None;
        }
    }

    fn known(&self, var: Var) -> Option<&Known> {
        self.vars.get(usize::from(var)).and_then(Option::as_ref)
    }

    /// A name that no other loop or choice in sight has: "that robot", then "the second robot".
    fn fresh(&self, first: &str, second: &str, ty: Ty) -> Said {
        let thing = self.thing(ty);
        let ordinals = ["second", "third", "fourth", "fifth"];
        match self.vars.iter().flatten().filter(|known| known.bound && known.ty == ty).count() {
            0 => Said::one(format!("{first} {thing}")),
            n => Said::one(format!("the {}{second} {thing}", ordinals.get(n - 1).unwrap_or(&"last"))),
        }
    }

    fn thing(&self, ty: Ty) -> &'static str {
        match ty {
            Ty::One(thing) | Ty::Many(thing) => {
                self.lexicon.things.get(usize::from(thing)).map_or("thing", |thing| thing.name)
            }
            _ => "number",
        }
    }

    fn block(&mut self, block: &[Stmt]) -> Vec<String> {
        block.iter().filter_map(|stmt| self.stmt(stmt)).collect()
    }

    fn body(&mut self, block: &[Stmt]) -> String {
        let parts = self.block(block);
        if parts.is_empty() { "nothing happens".into() } else { parts.join(", then ") }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Option<String> {
        match &stmt.what {
            What::Read { var, noun, args } => {
                self.read(*var, *noun, args);
                None
            }
            What::Do { verb, args } => Some(self.verb(*verb, args)),
            What::Each { var, of, body } => Some(self.each(*var, of, body)),
            What::When { truth, then, otherwise } => Some(self.when(truth, then, otherwise)),
            What::Choose { var, by, from, optional, body } => {
                Some(self.choose(*var, by, from, *optional, body))
            }
        }
    }

    fn read(&mut self, var: Var, noun: u8, args: &[Expr]) {
        if let Some(said) = self.noun(noun, args) {
            let ty = self.lexicon.nouns.get(usize::from(noun)).map_or(Ty::Number, |noun| noun.gives);
            self.name(var, said, ty);
        }
    }

    fn noun(&self, noun: u8, args: &[Expr]) -> Option<Said> {
        let noun = self.lexicon.nouns.get(usize::from(noun))?;
        let args: Vec<Said> =
            args.iter().zip(noun.params).map(|(arg, param)| self.expr(arg, Some(param.ty))).collect();
        Some(Said { text: fill(noun.say, &args), several: matches!(noun.gives, Ty::Many(_)) })
    }

    /// A verb with its arguments. A number that is worked out is called X and explained behind.
    fn verb(&self, verb: u8, args: &[Expr]) -> String {
        let Some(verb) = self.lexicon.verbs.get(usize::from(verb)) else { return String::new() };
        let (mut said, mut behind) = (Vec::new(), Vec::new());
        for (arg, param) in args.iter().zip(verb.params) {
            let words = self.expr(arg, Some(param.ty));
            let plain = words.text.len() < 2 || words.text.parse::<i16>().is_ok();
            if param.ty != Ty::Number || plain {
                said.push(words);
                continue;
            }
            let letter = self.letter(behind.len());
            behind.push(format!("{letter} is {}", words.text));
            said.push(Said { text: letter, several: true });
        }
        match behind.is_empty() {
            true => fill(verb.say, &said),
            false => format!("{}, where {}", fill(verb.say, &said), behind.join(" and ")),
        }
    }

    /// X, Y or Z, whichever no chosen number is called.
    fn letter(&self, skip: usize) -> String {
        let taken = |letter: &&str| self.vars.iter().flatten().any(|known| known.said.text == **letter);
        ["X", "Y", "Z", "V", "W", "U"]
            .iter()
            .filter(|letter| !taken(letter))
            .nth(skip)
            .unwrap_or(&"N")
            .to_string()
    }

    fn each(&mut self, var: Var, of: &Expr, body: &[Stmt]) -> String {
        let (set, ty) = (self.expr(of, None), one(self.ty(of)));
        let said = self.fresh("that", "", ty);
        self.bind(var, said, ty);
        let body = self.body(body);
        self.forget(var);
        format!("for each of {}: {body}", set.text)
    }

    fn when(&mut self, truth: &Expr, then: &[Stmt], otherwise: &[Stmt]) -> String {
        let truth = self.truth(truth);
        let then = self.body(then);
        match otherwise.is_empty() {
            true => format!("if {truth}: {then}"),
            false => format!("if {truth}: {then}; otherwise: {}", self.body(otherwise)),
        }
    }

    fn choose(&mut self, var: Var, by: &Expr, from: &Options, optional: bool, body: &[Stmt]) -> String {
        let begin = match (*by == Expr::Var(0), optional) {
            (true, false) => "choose".into(),
            (true, true) => "you may choose".into(),
            (false, false) => format!("{} chooses", self.expr(by, None).text),
            (false, true) => format!("{} may choose", self.expr(by, None).text),
        };
        let (what, said, ty) = match from {
            Options::Labels(labels) => return format!("{begin} one: {}", self.courses(var, labels, body)),
            Options::Numbers(low, high) => self.numbers(low, high),
            Options::Set(set, thing) => self.member(self.expr(set, None), Ty::One(*thing)),
            Options::Listed { noun, args } => {
                let gives = self.lexicon.nouns.get(usize::from(*noun)).map_or(Ty::Number, |noun| noun.gives);
                self.member(self.noun(*noun, args).unwrap_or_default(), one(gives))
            }
        };
        self.bind(var, said, ty);
        let body = self.body(body);
        self.forget(var);
        format!("{begin} {what}: {body}")
    }

    fn member(&self, set: Said, ty: Ty) -> (String, Said, Ty) {
        (format!("one of {}", set.text), self.fresh("the chosen", " chosen", ty), ty)
    }

    fn numbers(&self, low: &Expr, high: &Expr) -> (String, Said, Ty) {
        let letter = self.letter(0);
        let number = Some(Ty::Number);
        let (low, high) = (self.expr(low, number).text, self.expr(high, number).text);
        let said = Said { text: letter.clone(), several: true };
        (format!("a number {letter} from {low} to {high}"), said, Ty::Number)
    }

    /// Named courses: their bodies are a chain of `when var == 0 … otherwise when var == 1 …`.
    fn courses(&mut self, var: Var, labels: &[(String, Expr)], body: &[Stmt]) -> String {
        let (mut said, mut rest) = (Vec::new(), body);
        for (place, (label, open)) in labels.iter().enumerate() {
            let (this, behind) = course(var, place, rest).unwrap_or((rest, &[]));
            let only = match open {
                Expr::Fixed(_) => String::new(),
                open => format!(" (only if {})", self.truth(open)),
            };
            said.push(format!("“{label}”{only}: {}", self.body(this)));
            rest = behind;
        }
        said.join("; or ")
    }

    fn expr(&self, expr: &Expr, ty: Option<Ty>) -> Said {
        match expr {
            Expr::Fixed(value) => self.fixed(*value, ty),
            Expr::Var(var) => self.known(*var).map_or_else(Said::default, |known| known.said.clone()),
            Expr::Math(math, a, b) => self.math(*math, a, b),
        }
    }

    fn fixed(&self, value: i16, ty: Option<Ty>) -> Said {
        let word = match ty {
            Some(Ty::One(thing)) => {
                self.lexicon.words.iter().find(|word| word.thing == thing && word.value == value)
            }
            _ => None,
        };
        match (word, ty) {
            (Some(word), _) => Said::one(word.name.replace('_', " ")),
            (None, Some(Ty::Truth)) => {
                Said::one(if value == 0 { "it never holds" } else { "it always holds" })
            }
            (None, Some(Ty::Many(_))) if value == 0 => Said::one("nothing"),
            _ => Said { text: value.to_string(), several: value != 1 },
        }
    }

    fn math(&self, math: Math, a: &Expr, b: &Expr) -> Said {
        let ty = self.ty(a);
        let member = matches!(math, Math::With | Math::Has).then(|| one(ty));
        let (first, second) = (self.expr(a, Some(ty)).text, self.expr(b, Some(member.unwrap_or(ty))).text);
        let text = match math {
            Math::Add => format!("{first} plus {second}"),
            Math::Sub => format!("{first} minus {second}"),
            Math::Mul => format!("{first} times {second}"),
            Math::Div => format!("{first} divided by {second}"),
            Math::Rem => format!("the remainder of {first} divided by {second}"),
            Math::Min => format!("the smaller of {first} and {second}"),
            Math::Max => format!("the larger of {first} and {second}"),
            Math::Count => format!("the number of {}", first.strip_prefix("the ").unwrap_or(&first)),
            Math::With => format!("{first} and {second}"),
            Math::And if matches!(ty, Ty::Many(_)) => {
                format!("those of {first} that are also among {second}")
            }
            Math::Or if matches!(ty, Ty::Many(_)) => format!("{first} and {second}"),
            Math::Without if matches!(ty, Ty::Many(_)) => format!("{first} except {second}"),
            _ => return Said::one(self.truth(&Expr::Math(math, Box::new(a.clone()), Box::new(b.clone())))),
        };
        Said { text, several: matches!(math, Math::With | Math::And | Math::Or | Math::Without) }
    }

    /// A condition as half a sentence.
    fn truth(&self, truth: &Expr) -> String {
        let Expr::Math(math, a, b) = truth else { return self.expr(truth, Some(Ty::Truth)).text };
        match math {
            Math::And => format!("{} and {}", self.side(a), self.side(b)),
            Math::Or => format!("{} or {}", self.truth(a), self.truth(b)),
            Math::Without if **a == Expr::Fixed(1) => format!("it is not so that {}", self.truth(b)),
            Math::Has => {
                let set = self.ty(a);
                let member = self.expr(b, Some(one(set)));
                format!("{} {} among {}", member.text, be(&member), self.expr(a, Some(set)).text)
            }
            _ => self.comparison(*math, a, b),
        }
    }

    /// One side of "and": an "or" in it is marked off.
    fn side(&self, truth: &Expr) -> String {
        let or = matches!(truth, Expr::Math(Math::Or, ..));
        format!("{}{}", if or { "either " } else { "" }, self.truth(truth))
    }

    /// A comparison, with the fixed side last.
    fn comparison(&self, math: Math, a: &Expr, b: &Expr) -> String {
        let turned = matches!(a, Expr::Fixed(_)) && !matches!(b, Expr::Fixed(_));
        let (left, right) = if turned { (b, a) } else { (a, b) };
        let ty = if matches!(left, Expr::Fixed(_)) { self.ty(right) } else { self.ty(left) };
        if let Some(text) = self.emptiness(math, turned, left, right) {
            return text;
        }
        let (first, second) = (self.expr(left, Some(ty)), self.expr(right, Some(ty)));
        let how = match (math, turned) {
            (Math::Eq, _) => "",
            (Math::Ne, _) => " not",
            (Math::Lt, false) => " less than",
            (Math::Lt, true) => " more than",
            (Math::Le, false) => " at most",
            (Math::Le, true) => " at least",
            _ => "",
        };
        format!("{} {}{how} {}", first.text, be(&first), second.text)
    }

    /// "there are some of …", where a set's count is compared with 0.
    fn emptiness(&self, math: Math, turned: bool, left: &Expr, right: &Expr) -> Option<String> {
        let Expr::Math(Math::Count, set, _) = left else { return None };
        let some = match (math, turned, right) {
            (Math::Ne, _, Expr::Fixed(0)) | (Math::Lt, true, Expr::Fixed(0)) => true,
            (Math::Le, true, Expr::Fixed(1)) => true,
            (Math::Eq, _, Expr::Fixed(0)) | (Math::Lt, false, Expr::Fixed(1)) => false,
            _ => return None,
        };
        let set = self.expr(set, None).text;
        Some(format!("there is {} of {set}", if some { "at least one" } else { "none" }))
    }

    fn ty(&self, expr: &Expr) -> Ty {
        match expr {
            Expr::Fixed(_) => Ty::Number,
            Expr::Var(var) => self.known(*var).map_or(Ty::Number, |known| known.ty),
            Expr::Math(math, a, b) => match math {
                Math::Eq | Math::Ne | Math::Lt | Math::Le | Math::Has => Ty::Truth,
                Math::Count => Ty::Number,
                _ if matches!(**a, Expr::Fixed(_)) => self.ty(b),
                _ => self.ty(a),
            },
        }
    }
}

fn be(said: &Said) -> &'static str {
    if said.several { "are" } else { "is" }
}

fn one(ty: Ty) -> Ty {
    match ty {
        Ty::Many(thing) => Ty::One(thing),
        other => other,
    }
}

/// The body of one named course, and the rest of the chain.
fn course(var: Var, place: usize, chain: &[Stmt]) -> Option<(&[Stmt], &[Stmt])> {
    let [Stmt { what: What::When { truth, then, otherwise }, .. }] = chain else { return None };
    let Expr::Math(Math::Eq, asked, number) = truth else { return None };
    let fits = **asked == Expr::Var(var) && **number == Expr::Fixed(place as i16);
    fits.then_some((then.as_slice(), otherwise.as_slice()))
}

#[cfg(test)]
mod tests;
