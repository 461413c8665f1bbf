//! Odds of Moon-Bots: the turn of one robot and its dice, against opponents that do nothing.

use crate::actions::Action;
use crate::book::rulebook::Rulebook;
use crate::events::Event;
use crate::lexicon::kind;
use crate::state as table;
use crate::state::ids::RobotId;
use crate::state::{State, Status, Step};
use cardwright_effects::dice::MAX_DICE;
use cardwright_effects::{Card, CardSet};
use cardwright_kernel::{Hidden, Positions, Rules, Seat, TextError, Viewer, meant};
use cardwright_runtime::ids::Id;
use cardwright_runtime::odds::{
    Aim, CardOdds, DiceOdds, Fraction, MEASURES, Odds, OddsError, Payoff, Robot, RobotOdds, Search,
    TurnOdds, Value, Work,
};
use std::fmt::Write as _;

/// The maximum number of dice that [`Odds::card`] lets reroll: as many as the printed Re-roll.
const MAX_REROLL: u8 = 2;

/// The energy of a robot that is given by its cards, chosen so that it can both lose and gain.
const ENERGY: u8 = 9;

/// The robot whose turn is computed.
const ME: RobotId = RobotId::First;

/// A rulebook and its cards.
pub(crate) struct Workshop {
    cards: CardSet,
    book: Rulebook,
}

impl Workshop {
    /// The cards under these options.
    ///
    /// # Errors
    /// See [`Rulebook::new`].
    pub(crate) fn new(
        cards: CardSet,
        players: u8,
        options: &[(String, String)],
    ) -> Result<Self, Vec<String>> {
        let book = Rulebook::new(cards.clone(), players, options)?;
        Ok(Workshop { cards, book })
    }
}

impl Odds for Workshop {
    fn card(&self, id: &str, work: &mut Work<'_>) -> Result<CardOdds, OddsError> {
        let card = self.find(id)?;
        let (parts, place) = match card.kind {
            kind::PART => (vec![card], None),
            kind::BASE => (Vec::new(), Some(self.place_of_base(card))),
            kind::UPGRADE => return Err(no_dice(card, "see --robot for what it adds to a robot")),
            _ => return Err(no_dice(card, "its script is read with `cardwright cards`")),
        };
        let mut state = self.alone(&parts, &[])?;
        let robot = &state.robots[usize::from(ME)];
        let filled = || robot.parts.iter().position(|part| *part != 0).unwrap_or(0) as u8;
        let works = Works {
            place: place.unwrap_or_else(filled),
        };
        let mut dice = Vec::new();
        for count in 1..=MAX_DICE {
            for reroll in 0..=MAX_REROLL {
                let robot = &mut state.robots[usize::from(ME)];
                (robot.dice, robot.reroll) = (count, reroll);
                let [chance, ..] =
                    Search::new(&self.book, works, Seat(ME.n())).value(&state, work)?;
                dice.push(DiceOdds {
                    dice: count,
                    reroll,
                    chance,
                });
            }
        }
        Ok(CardOdds {
            card: card.id.clone(),
            name: card.name("en").into(),
            dice,
        })
    }

    fn robot(
        &self,
        robot: &Robot,
        value: Value,
        work: &mut Work<'_>,
    ) -> Result<RobotOdds, OddsError> {
        let mut state = match robot {
            Robot::Cards(ids) => self.of_cards(ids)?,
            Robot::Position(text) => self.of_position(text)?,
        };
        let own = state.robots[usize::from(ME)];
        let mut turns = Vec::new();
        for reroll in if own.reroll == 0 {
            vec![0]
        } else {
            vec![0, own.reroll]
        } {
            state.robots[usize::from(ME)].reroll = reroll;
            turns.push(self.turn(&state, reroll, value, work)?);
        }
        let numbers = own
            .parts
            .iter()
            .chain(&own.upgrades)
            .filter(|number| **number != 0);
        let view = self.book.view(&state, Viewer::Referee);
        let robot = numbers
            .map(|number| view.names().open[usize::from(*number) - 1].0.clone())
            .collect();
        Ok(RobotOdds {
            robot,
            dice: own.dice,
            value,
            turns,
        })
    }
}

impl Workshop {
    fn turn(
        &self,
        state: &State,
        reroll: u8,
        value: Value,
        work: &mut Work<'_>,
    ) -> Result<TurnOdds, OddsError> {
        let aim = Turn {
            value,
            turns: state.turns,
        };
        let mut search = Search::new(&self.book, aim, Seat(ME.n()));
        let payoff = search.value(state, work)?;
        let [fist, missile, other, gained, lost] = payoff;
        let worth = aim.worth(&payoff)?;
        Ok(TurnOdds {
            reroll,
            worth,
            fist,
            missile,
            other,
            gained,
            lost,
            states: search.states(),
        })
    }

    fn of_cards(&self, ids: &[String]) -> Result<State, OddsError> {
        let cards = ids
            .iter()
            .map(|id| self.find(id))
            .collect::<Result<Vec<_>, _>>()?;
        if let Some(card) = cards
            .iter()
            .find(|card| !matches!(card.kind, kind::PART | kind::UPGRADE))
        {
            return Err(OddsError::NotOnRobot {
                card: card.id.clone(),
            });
        }
        let (parts, upgrades): (Vec<_>, Vec<_>) =
            cards.into_iter().partition(|card| card.kind == kind::PART);
        self.alone(&parts, &upgrades)
    }

    /// The active robot taken from a position, without its secret weapons.
    fn of_position(&self, text: &str) -> Result<State, OddsError> {
        let given = self.book.read_position(text).map_err(OddsError::Position)?;
        let robot = *given.on_turn();
        if robot.status != Status::InPlay {
            return Err(OddsError::NotInPlay);
        }
        let mut state = self.alone(&[], &[])?;
        self.book
            .put_robot(&mut state, ME, table::Robot { hand: 0, ..robot });
        Ok(state)
    }

    /// A robot about to roll, against opponents with full energy and no cards; the market is empty.
    fn alone(&self, parts: &[&Card], upgrades: &[&Card]) -> Result<State, OddsError> {
        let list = |cards: &[&Card]| {
            cards
                .iter()
                .map(|card| format!("{:?}", card.id))
                .collect::<Vec<_>>()
        };
        let mut text = format!(
            "step = \"activate\"\n[[robot]]\nenergy = {ENERGY}\nparts = [{}]\nupgrades = [{}]\n",
            list(parts).join(", "),
            list(upgrades).join(", ")
        );
        let robots = if self.book.players() == 2 {
            4
        } else {
            self.book.players()
        };
        for _ in 1..robots {
            let _ = writeln!(text, "[[robot]]\nenergy = {}", table::CAP);
        }
        let no_help = |flaw: TextError| TextError {
            help: String::new(),
            ..flaw
        };
        let flaws =
            |flaws: Vec<TextError>| OddsError::Position(flaws.into_iter().map(no_help).collect());
        self.book.read_position(&text).map_err(flaws)
    }

    fn find(&self, id: &str) -> Result<&Card, OddsError> {
        let unknown = || {
            let known: Vec<&str> = self
                .cards
                .cards
                .iter()
                .map(|card| card.id.as_str())
                .collect();
            OddsError::UnknownCard {
                card: id.into(),
                help: meant(id, &known),
            }
        };
        self.cards
            .cards
            .iter()
            .find(|card| card.id == id)
            .ok_or_else(unknown)
    }

    /// The number of a built-in ability, which comes after the slots, in the order of the cards.
    fn place_of_base(&self, card: &Card) -> u8 {
        let base = self
            .cards
            .cards
            .iter()
            .filter(|other| other.kind == kind::BASE);
        let before = base.take_while(|other| other.id != card.id).count();
        (table::SLOTS + before) as u8
    }
}

fn no_dice(card: &Card, help: &'static str) -> OddsError {
    OddsError::NoDice {
        card: card.id.clone(),
        help,
    }
}

/// The event that a part can be used after the dice are rolled.
#[derive(Clone, Copy)]
struct Works {
    /// Its slot, or the number of a built-in ability.
    place: u8,
}

impl Aim<Rulebook> for Works {
    fn end(&self, game: &Rulebook, state: &State) -> Option<Payoff> {
        if state.step != Step::Parts && !is_past_parts(state.step) {
            return None;
        }
        let mut legal = Vec::new();
        game.legal(state, &mut legal);
        let works = legal
            .iter()
            .any(|action| matches!(action, Action::Use { part, .. } if *part == self.place));
        let mut payoff = [Fraction::ZERO; MEASURES];
        payoff[0] = if works { Fraction::ONE } else { Fraction::ZERO };
        Some(payoff)
    }

    fn count(&self, _event: &Event, _sum: &mut [i64; MEASURES]) {}

    fn worth(&self, payoff: &Payoff) -> Result<Fraction, OddsError> {
        Ok(payoff[0])
    }
}

/// The maximum of a value by the end of a turn. It counts fist damage, missile damage, other losses of opponents,
/// energy gained and energy lost.
#[derive(Clone, Copy)]
struct Turn {
    value: Value,
    /// The number of the turn.
    turns: u16,
}

impl Aim<Rulebook> for Turn {
    fn end(&self, _game: &Rulebook, state: &State) -> Option<Payoff> {
        let over = state.turns != self.turns || is_past_parts(state.step);
        over.then_some([Fraction::ZERO; MEASURES])
    }

    fn count(&self, event: &Event, sum: &mut [i64; MEASURES]) {
        let [_, _, other, gained, lost] = sum;
        match *event {
            Event::Aimed {
                at, damage, points, ..
            }
            | Event::Added { at, damage, points }
                if at != ME =>
            {
                sum[damage.index() % 2] += i64::from(points);
            }
            Event::Reduced { at, damage, points } if at != ME => {
                sum[damage.index() % 2] -= i64::from(points);
            }
            Event::AddedUnstoppable { at, points } if at != ME => *other += i64::from(points),
            Event::Lost {
                robot: ME, points, ..
            }
            | Event::Paid {
                robot: ME, points, ..
            }
            | Event::Damaged {
                robot: ME, points, ..
            } => {
                *lost += i64::from(points);
            }
            Event::Lost { points, .. } => *other += i64::from(points),
            Event::Gained {
                robot: ME, points, ..
            } => *gained += i64::from(points),
            Event::Gained { points, .. } => *other -= i64::from(points),
            _ => {}
        }
    }

    fn worth(&self, payoff: &Payoff) -> Result<Fraction, OddsError> {
        let [fist, missile, other, gained, lost] = *payoff;
        let energy = gained.plus(lost.times(Fraction::whole(-1))?)?;
        let damage = fist.plus(missile)?.plus(other)?;
        match self.value {
            Value::Damage => Ok(damage),
            Value::Energy => Ok(energy),
            Value::Both => damage.plus(energy),
        }
    }
}

/// Whether the robot's activation is over.
fn is_past_parts(step: Step) -> bool {
    use Step::{BeforeRefill, Fill, Over, Pass, Refill, TurnEnd};
    matches!(step, BeforeRefill | Refill | Fill | TurnEnd | Pass | Over)
}
