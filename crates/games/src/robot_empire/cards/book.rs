//! The rulebook: cards as play needs them, and the programs of their scripts by number.

use super::lexicon::{HookId, component, kind, moon, names, shown, unit};
use crate::robot_empire::options::Options;
use crate::robot_empire::questions::Point;
use crate::robot_empire::rules::{CLAUSES, PLAYERS};
use crate::robot_empire::state::{Counts, MAX_MOONS, MAX_SORTS, NONE};
use cardwright_effects::{Card, CardSet, FactValue, Op, Program};
use cardwright_kernel::RuleId;

/// No program.
const NO_PROGRAM: u16 = u16::MAX;
/// Sorts of Components: a bit each in a card on the table.
const MAX_PARTS: usize = 8;
/// Copies of all cards together: more than anybody has on a table, and few enough for every count.
const MAX_COPIES: u32 = 250;

/// A Permanent or Instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Upgrade {
    /// Whether the card has it.
    pub(crate) there: bool,
    pub(crate) cost: u8,
    pub(crate) attack: u8,
    pub(crate) defence: u8,
    pub(crate) flying: bool,
}

/// A sort of card: one entry for all its copies.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Sort {
    pub(crate) id: String,
    pub(crate) name: String,
    /// Its place in the card set.
    pub(crate) card: u16,
    pub(crate) kind: u8,
    pub(crate) copies: u8,
    pub(crate) cost: u8,
    pub(crate) cost_die: bool,
    pub(crate) attack: u8,
    pub(crate) attack_die: bool,
    pub(crate) defence: u8,
    /// The ports of a Robot, or the one a Component needs: a bit each.
    pub(crate) ports: u8,
    pub(crate) flying: bool,
    pub(crate) chaining: bool,
    pub(crate) long_range: u8,
    pub(crate) collect: u8,
    pub(crate) harvest: u8,
    pub(crate) single_blocker: bool,
    pub(crate) permanent: Upgrade,
    pub(crate) instant: Upgrade,
    /// Of a Component: its bit in a card on the table.
    pub(crate) part: u8,
    /// What it names.
    pub(crate) names: u8,
    pub(crate) landing: u8,
    pub(crate) value: u8,
    /// The program of each hook, by place in the lexicon.
    programs: [u16; 7],
}

impl Sort {
    /// The program of a hook.
    #[inline]
    pub(crate) fn program(&self, hook: u8) -> Option<u16> {
        self.programs.get(usize::from(hook)).copied().filter(|program| *program != NO_PROGRAM)
    }
}

/// A program and the sort of card it belongs to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Owned {
    pub(crate) program: Program,
    pub(crate) sort: u8,
}

/// The rules of Robot Empire with a deck, options and a number of players.
#[derive(Clone, Debug)]
pub struct Rulebook {
    pub(crate) cards: CardSet,
    pub(crate) players: u8,
    pub(crate) options: Options,
    pub(crate) sorts: Vec<Sort>,
    pub(crate) programs: Vec<Owned>,
    /// The sort of each Component bit.
    pub(crate) parts: Vec<u8>,
    /// The whole deck.
    pub(crate) deck: Counts,
}

impl Rulebook {
    /// A rulebook for 2 or 3 players with the cards of some packs.
    ///
    /// # Errors
    /// Every reason why this makes no game: number of players, unknown options, a deck that is too large or too small.
    pub fn new(cards: CardSet, players: u8, options: &[(String, String)]) -> Result<Rulebook, Vec<String>> {
        let mut flaws = Vec::new();
        if !(2..=3).contains(&players) {
            flaws.push(format!("robot-empire is for 2 or 3 players, not {players} ({PLAYERS})"));
        }
        let options = match Options::read(options) {
            Ok(options) => options,
            Err(errors) => {
                flaws.extend(errors);
                return Err(flaws);
            }
        };
        let mut book = Rulebook {
            cards: CardSet::default(),
            players,
            options,
            sorts: Vec::new(),
            programs: Vec::new(),
            parts: Vec::new(),
            deck: Counts::default(),
        };
        for (at, card) in cards.cards.iter().enumerate() {
            book.add(at as u16, card, &mut flaws);
        }
        book.cards = cards;
        book.check(&mut flaws);
        if flaws.is_empty() { Ok(book) } else { Err(flaws) }
    }

    fn add(&mut self, at: u16, card: &Card, flaws: &mut Vec<String>) {
        let half = [kind::MEGA_TOP, kind::MEGA_LEGS].contains(&card.kind);
        let left_out = half && !self.options.mega || card.kind == kind::MOON && !self.options.moons;
        if card.kind == kind::SETUP || card.copies == 0 || left_out {
            return;
        }
        if self.sorts.len() == MAX_SORTS {
            flaws.push(format!("more than {MAX_SORTS} sorts of cards: leave some out with `copies = 0`"));
            return;
        }
        let mut sort = sort_of(at, card);
        let place = self.sorts.len() as u8;
        for handler in &card.handlers {
            let asks = |op: &Op| matches!(op, Op::Choose { .. } | Op::More { .. });
            if handler.program.ops.iter().any(asks) {
                flaws.push(format!(
                    "{}: scripts of this game name things with `names`; they cannot `choose`",
                    sort.name
                ));
            }
            if let Some(program) = sort.programs.get_mut(usize::from(handler.hook)) {
                *program = self.programs.len() as u16;
                self.programs.push(Owned { program: handler.program.clone(), sort: place });
            }
        }
        if card.kind == kind::COMPONENT {
            if self.parts.len() == MAX_PARTS {
                flaws.push(format!("more than {MAX_PARTS} sorts of Components"));
                return;
            }
            sort.part = 1 << self.parts.len();
            self.parts.push(place);
        }
        self.deck.add(place, card.copies.min(99));
        if let Some(flaw) = hookless(&sort) {
            flaws.push(flaw);
        }
        self.sorts.push(sort);
    }

    fn check(&self, flaws: &mut Vec<String>) {
        let (all, moons) = (self.deck.total(), self.moons_in(&self.deck));
        let needed = u32::from(self.players) * 7 + 1;
        if all > MAX_COPIES {
            flaws.push(format!("{all} cards; at most {MAX_COPIES}"));
        }
        if moons as usize > MAX_MOONS {
            flaws.push(format!("{moons} Moons; at most {MAX_MOONS}"));
        }
        if self.options.moons && moons == 0 {
            flaws.push("no Moon in the deck: add one, or set `moons = no`".into());
        }
        if all - moons < needed {
            flaws.push(format!("{} cards beside Moons; at least {needed}", all - moons));
        }
    }

    /// Moons among cards.
    pub(crate) fn moons_in(&self, counts: &Counts) -> u32 {
        counts.iter().filter(|(sort, _)| self.is_moon(*sort)).map(|(_, number)| u32::from(number)).sum()
    }

    /// A sort of card.
    #[inline]
    pub(crate) fn sort(&self, sort: u8) -> &Sort {
        &self.sorts[usize::from(sort)]
    }

    /// Whether a sort is a Moon.
    #[inline]
    pub(crate) fn is_moon(&self, sort: u8) -> bool {
        self.sort(sort).kind == kind::MOON
    }

    /// The sort of an id.
    pub(crate) fn sort_named(&self, id: &str) -> Option<u8> {
        self.sorts.iter().position(|sort| sort.id == id).map(|at| at as u8)
    }

    /// The number of the reading in force of an open question, 0 for ours.
    #[inline]
    pub(crate) fn reading(&self, point: Point) -> u8 {
        self.options.readings[point as usize]
    }

    /// The clause that a card states as its own.
    pub(crate) fn clause_of(&self, sort: u8) -> Option<RuleId> {
        let card = self.cards.cards.get(usize::from(self.sort(sort).card))?;
        let cite = card.cite.as_deref()?;
        CLAUSES.iter().map(|clause| clause.id).find(|id| id.0 == cite)
    }

    /// The same rules, but everybody who holds cards is asked in windows.
    pub(crate) fn asking_every_holder(&self) -> Rulebook {
        let mut book = self.clone();
        book.options.when_holding = true;
        book
    }

    /// The value of a Moon, landing cost and all: of a sort that is none, nothing.
    pub(crate) fn moon_value(&self, sort: u8) -> u8 {
        self.sort(sort).value
    }

    /// The seats that play.
    pub(crate) fn seats(&self) -> std::ops::Range<u8> {
        0..self.players
    }
}

/// What is missing of a card's script.
fn hookless(sort: &Sort) -> Option<String> {
    let tap = sort.program(HookId::Tap.n()).is_some();
    let wanted = match (sort.kind, sort.names) {
        (kind::EQUIPMENT, names::NOTHING) if !tap => return None,
        (kind::EQUIPMENT, names::OWN_TARGET | names::OWN_FIGHTER | names::OWN_EQUIPMENT_OR_BATTERY) => {
            HookId::Tap.n()
        }
        (kind::EQUIPMENT, _) => {
            return Some(format!(
                "{}: a tap names `own-target`, `own-fighter` or `own-equipment-or-battery`",
                sort.name
            ));
        }
        (kind::AGENT | kind::SUPER_WEAPON, names::NOTHING | names::ANNOUNCED) => HookId::Play.n(),
        (kind::AGENT | kind::SUPER_WEAPON, names::OPPONENT) => HookId::PlayAgainst.n(),
        (kind::AGENT | kind::SUPER_WEAPON, names::OWN_EQUIPMENT_OR_BATTERY) => {
            return Some(format!("{}: a Battery is named by taps only", sort.name));
        }
        (kind::AGENT | kind::SUPER_WEAPON, _) => HookId::PlayOn.n(),
        _ => return None,
    };
    let name = super::lexicon::LEXICON.hooks[usize::from(wanted)].name;
    sort.program(wanted)
        .is_none()
        .then(|| format!("{}: by what it names, its script needs `{name}`", sort.name))
}

fn sort_of(at: u16, card: &Card) -> Sort {
    let number = |fact: u8| match card.fact(fact) {
        Some(FactValue::Number(number)) => u8::try_from(*number).unwrap_or(u8::MAX),
        _ => 0,
    };
    let flag = |fact: u8| matches!(card.fact(fact), Some(FactValue::Flag(true)));
    let words = |fact: u8| match card.fact(fact) {
        Some(FactValue::Words(words)) => words.iter().fold(0u8, |all, word| all | 1 << word),
        _ => 0,
    };
    let word = |fact: u8| match card.fact(fact) {
        Some(FactValue::Words(words)) => words.first().copied().unwrap_or(0),
        _ => 0,
    };
    let mut sort = Sort {
        id: card.id.clone(),
        name: card.name("en").to_string(),
        card: at,
        kind: card.kind,
        copies: card.copies,
        cost: number(unit::COST),
        cost_die: false,
        attack: 0,
        attack_die: false,
        defence: 0,
        ports: 0,
        flying: false,
        chaining: false,
        long_range: 0,
        collect: 0,
        harvest: 0,
        single_blocker: false,
        permanent: Upgrade::default(),
        instant: Upgrade::default(),
        part: 0,
        names: names::NOTHING,
        landing: 0,
        value: 0,
        programs: [NO_PROGRAM; 7],
    };
    match card.kind {
        kind::COMPONENT => {
            sort.ports = words(component::PORT);
            sort.flying = flag(component::FLYING);
            sort.long_range = number(component::LONG_RANGE);
            sort.defence = number(component::DEFENCE);
            sort.attack = number(component::ATTACK);
        }
        kind::AGENT | kind::SUPER_WEAPON => sort.names = word(shown::NAMES),
        kind::MOON => {
            sort.cost = 0;
            sort.landing = number(moon::LANDING);
            sort.value = number(moon::VALUE);
        }
        _ => {
            sort.cost_die = flag(unit::COST_DIE);
            sort.attack = number(unit::ATTACK);
            sort.attack_die = flag(unit::ATTACK_DIE);
            sort.defence = number(unit::DEFENCE);
            sort.ports = words(unit::PORTS);
            sort.flying = flag(unit::FLYING);
            sort.chaining = flag(unit::CHAINING) && card.kind == kind::MONSTER;
            sort.long_range = number(unit::LONG_RANGE);
            sort.collect = number(unit::COLLECT);
            sort.harvest = number(unit::HARVEST);
            sort.single_blocker = flag(unit::SINGLE_BLOCKER);
            sort.names = word(unit::NAMES);
            sort.permanent = Upgrade {
                there: card.fact(unit::PERMANENT_COST).is_some(),
                cost: number(unit::PERMANENT_COST),
                attack: number(unit::PERMANENT_ATTACK),
                defence: number(unit::PERMANENT_DEFENCE),
                flying: flag(unit::PERMANENT_FLYING),
            };
            sort.instant = Upgrade {
                there: card.fact(unit::INSTANT_COST).is_some(),
                cost: number(unit::INSTANT_COST),
                attack: number(unit::INSTANT_ATTACK),
                defence: number(unit::INSTANT_DEFENCE),
                flying: flag(unit::INSTANT_FLYING),
            };
        }
    }
    sort
}

const _: () = assert!(MAX_SORTS < NONE as usize);
