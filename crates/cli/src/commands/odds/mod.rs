//! `cardwright odds`: calculates how likely a card works, and the expected result of a robot's turn or of an
//! attack.

mod attack;

use crate::args::SetupArgs;
use crate::files::{self, Kind};
use crate::interrupt;
use crate::opened::Start;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use crate::table::table;
use cardwright::odds::{
    Attack, AttackOdds, CardOdds, DiceOdds, Fraction, NoOdds, OddsError, Robot, RobotOdds,
    TurnOdds, Value, Work, attack_odds, card_odds, cards_odds, robot_odds,
};
use cardwright::{Setup, cards_under, game, rulebook};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// The interval at which the progress indicator moves.
const TICK: Duration = Duration::from_millis(120);
/// How many times more work is done for a user than for a client of the protocol: a user sees the progress and can
/// stop.
const PATIENCE: u64 = 25;
/// The number of dice by which cards are sorted: the number that a robot starts with.
const COMPARED: u8 = 3;
/// The number of tried actions between two progress lines, if no progress bar is shown.
const REPORTED: u64 = 400_000;

/// Calculate exact odds of a card, of a robot's turn, or of an attack.
///
/// Nothing is sampled: every roll is played with the real rules, and every choice is the best one. For a card, you
/// get the probability that it works with 1 to 4 dice, with no reroll, one or two. For a robot, you get what one
/// turn gains and deals on average against opponents with 18 energy and no cards. For an attack (Robot Empire), you
/// get the average losses of Batteries and cards if the opponents block in the best way, block with everything, or
/// do not block.
///
/// Ctrl-C prints the cards calculated so far, and exits with 130.
#[derive(Args)]
pub(crate) struct Odds {
    /// The game; see `cardwright games`.
    game: String,
    /// The ids of parts and built-in abilities; see `cardwright cards`.
    #[arg(value_name = "CARD", required_unless_present_any = ["robot", "attack", "all"], conflicts_with_all = ["robot", "attack", "all"])]
    cards: Vec<String>,
    /// Compare all cards that dice activate, including those of packs, in one table: the most likely first.
    #[arg(long, conflicts_with_all = ["robot", "attack"])]
    all: bool,
    /// A robot: the ids of its parts and upgrades, separated by commas ("" for none), or a position (TOML) in which
    /// it is the robot's turn.
    #[arg(long, value_name = "FILE|CARD,CARD,…")]
    robot: Option<String>,
    /// What the robot's player wants most: the energy that opponents lose, the energy gained minus the energy lost,
    /// or the sum of both.
    #[arg(long, value_enum, default_value = "both", conflicts_with = "cards")]
    value: Wanted,
    /// An attack: the attacking fighters separated by commas, each as in a position ("brax-the-strong permanent",
    /// "titan-torso+tread-legs"), or a position (TOML) just before an attack.
    #[arg(long, value_name = "FILE|CARD,CARD,…", conflicts_with = "robot")]
    attack: Option<String>,
    /// The cards that may block, separated by commas.
    #[arg(long, value_name = "CARD,CARD,…", requires = "attack")]
    against: Option<String>,
    /// What both sides want most: the coins that Batteries lose, the cost of the opponent's destroyed cards minus
    /// the cost of their own, or the sum of both.
    #[arg(long, value_enum, default_value = "both", requires = "attack")]
    goal: attack::Sought,
    #[command(flatten)]
    setup: SetupArgs,
}

/// See [`Value`].
#[derive(Clone, Copy, ValueEnum)]
enum Wanted {
    Damage,
    Energy,
    Both,
}

impl Odds {
    /// Calculates the odds and prints them.
    ///
    /// # Errors
    /// When the game or the card has no dice, or there are too many states to examine.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let setup = self.setup()?;
        interrupt::stop_on_request();
        let alive = ProgressBar::new_spinner().with_message("playing every roll");
        alive.enable_steady_tick(TICK);
        let mut next = REPORTED;
        let mut told = |tried: u64| {
            alive.set_message(format!(
                "playing every roll: {tried} actions tried; Ctrl-C stops it"
            ));
            if alive.is_hidden() && tried >= next {
                next += REPORTED;
                // The result does not depend on this line.
                let _ = writeln!(
                    std::io::stderr(),
                    "playing every roll: {tried} actions tried; Ctrl-C stops it"
                );
            }
            !interrupt::is_stopped()
        };
        let work = &mut Work::telling(PATIENCE, &mut told);
        let found = match (&self.attack, &self.robot) {
            (Some(attack), _) => self.attack(attack, &setup, work).map(Found::Attack),
            (None, Some(robot)) => self.robot(robot, &setup, work).map(Found::Robot),
            (None, None) if self.all => self.every_card(&setup, work).map(Found::All),
            (None, None) => self.each_card(&self.cards, &setup, work).map(Found::Cards),
        };
        alive.finish_and_clear();
        let stopped = interrupt::is_stopped();
        let found = match found {
            Err(_) if stopped => {
                eprintln!("stopped before the first result");
                return Ok(Verdict::Stopped);
            }
            found => found?,
        };
        match found {
            Found::Attack(odds) => attack::print(out, &odds)?,
            Found::Robot(odds) => print_robot(out, &odds)?,
            Found::Cards(all) => print_cards(out, &all)?,
            Found::All(all) => print_table(out, &all)?,
        }
        if stopped {
            eprintln!("stopped; the odds above are complete, others may be missing");
            return Ok(Verdict::Stopped);
        }
        Ok(Verdict::Good)
    }

    /// The odds of these cards; if the user stops it, of those that were finished.
    fn each_card(
        &self,
        ids: &[String],
        setup: &Setup,
        work: &mut Work<'_>,
    ) -> Result<Vec<CardOdds>, CommandError> {
        let mut all = Vec::new();
        for id in ids {
            match cards_odds(&self.game, std::slice::from_ref(id), setup, work) {
                Ok(odds) => all.extend(odds),
                Err(_) if interrupt::is_stopped() && !all.is_empty() => break,
                Err(error) => return Err(no_odds(error)),
            }
        }
        Ok(all)
    }

    /// The odds of every card that dice activate, sorted by the probability with three dice.
    fn every_card(
        &self,
        setup: &Setup,
        work: &mut Work<'_>,
    ) -> Result<Vec<CardOdds>, CommandError> {
        let cards = cards_under(&self.game, &setup.packs, &setup.options)?;
        let with_dice = cards
            .into_iter()
            .filter(|card| card.facts.contains_key("activate"));
        let ids: Vec<String> = with_dice.map(|card| card.id).collect();
        let mut all = self.each_card(&ids, setup, work)?;
        let key = |odds: &CardOdds| {
            let of = |dice: u8| {
                odds.dice
                    .iter()
                    .find(|one| one.dice == dice && one.reroll == 0)
            };
            of(COMPARED).map_or(0.0, |one| one.chance.decimal())
        };
        all.sort_by(|a, b| key(b).total_cmp(&key(a)).then_with(|| a.card.cmp(&b.card)));
        match all.is_empty() {
            true => Err(CommandError::usage(
                format!("{} has no card that dice activate", self.game),
                "name a game with dice; `cardwright games` lists the games",
            )),
            false => Ok(all),
        }
    }

    /// The setup; for a position, the number of players is the number of its tables.
    fn setup(&self) -> Result<Setup, CommandError> {
        let info = game(&self.game)?;
        let named = [&self.attack, &self.robot].into_iter().flatten().next();
        let file = named.map(Path::new).filter(|file| file.is_file());
        let Some(file) = file else {
            return self.setup.setup(info.usual);
        };
        let start = Start::read(file)?;
        let mut setups = start.setups(info, &self.setup)?;
        let begins = |setup: &Setup| {
            rulebook(info.id, setup).is_ok_and(|book| book.start_from(&start.text, None).is_ok())
        };
        // If the position fits none of them, the odds of the first explain why.
        let at = setups.iter().position(begins).unwrap_or_default();
        Ok(setups.swap_remove(at))
    }

    fn attack(
        &self,
        attack: &str,
        setup: &Setup,
        work: &mut Work<'_>,
    ) -> Result<AttackOdds, CommandError> {
        let against = self.against.as_deref();
        let attack = match is_file(attack) {
            true if against.is_some() => {
                let what = "the position already contains what the opponents have";
                return Err(CommandError::usage(
                    what,
                    "leave --against out, or name the attackers' cards",
                ));
            }
            true => Attack::Position(files::read(Path::new(attack), Kind::Position)?),
            false => Attack::Cards {
                attackers: list(attack),
                against: list(against.unwrap_or_default()),
            },
        };
        attack_odds(&self.game, &attack, self.goal.into(), setup, work).map_err(no_odds)
    }

    fn robot(
        &self,
        robot: &str,
        setup: &Setup,
        work: &mut Work<'_>,
    ) -> Result<RobotOdds, CommandError> {
        let whose = match is_file(robot) {
            true => Robot::Position(files::read(Path::new(robot), Kind::Position)?),
            false => Robot::Cards(list(robot)),
        };
        let value = match self.value {
            Wanted::Damage => Value::Damage,
            Wanted::Energy => Value::Energy,
            Wanted::Both => Value::Both,
        };
        robot_odds(&self.game, &whose, value, setup, work).map_err(no_odds)
    }
}

/// Whether an argument names a file instead of cards.
fn is_file(text: &str) -> bool {
    text.ends_with(".toml") || Path::new(text).is_file()
}

/// The items between commas.
fn list(text: &str) -> Vec<String> {
    text.split(',')
        .map(str::trim)
        .filter(|one| !one.is_empty())
        .map(String::from)
        .collect()
}

/// Prints how often a card works, for a user in a match.
///
/// # Errors
/// When the card has no dice, or the output cannot be written.
pub(super) fn tell_card(
    out: &mut Out,
    game: &str,
    card: &str,
    setup: &Setup,
) -> Result<(), CommandError> {
    print_cards(out, &[card_odds(game, card, setup).map_err(no_odds)?])
}

enum Found {
    Attack(AttackOdds),
    All(Vec<CardOdds>),
    Cards(Vec<CardOdds>),
    Robot(RobotOdds),
}

fn no_odds(error: OddsError) -> CommandError {
    let what = error.to_string();
    match error {
        OddsError::Setup(error) => error.into(),
        OddsError::None(error) => no_odds_of(error, what),
        // Nothing in the game is random.
        _ => CommandError::usage(what, "name a game with dice; see `cardwright games`"),
    }
}

fn no_odds_of(error: NoOdds, what: String) -> CommandError {
    match error {
        NoOdds::UnknownCard { help, .. } => CommandError::usage(what, help),
        NoOdds::NoDice { help, .. } | NoOdds::NotHere { help, .. } => {
            CommandError::usage(what, help)
        }
        NoOdds::NoFighter { .. } => {
            CommandError::usage(what, "name Robots, Mega Robots and Monsters")
        }
        NoOdds::NoAttack => CommandError::usage(
            what,
            "write `step = \"attack\"` and give the active player a fighter that is ready",
        ),
        NoOdds::NotOnRobot { .. } => {
            CommandError::usage(what, "name parts and upgrades; see `cardwright cards`")
        }
        NoOdds::Position(flaws) => {
            let helps: Vec<_> = flaws
                .into_iter()
                .map(|flaw| flaw.help)
                .filter(|help| !help.is_empty())
                .collect();
            CommandError::usage(what, helps.join("; "))
        }
        NoOdds::NotInPlay => CommandError::usage(what, "set `active` to a robot in play"),
        // There are too many states to examine, or a fraction is too precise.
        _ => CommandError::refused(what, "ask about a smaller robot, or `cardwright simulate`"),
    }
}

fn shown(fraction: &Fraction) -> String {
    format!("{fraction} ({:.4})", fraction.decimal())
}

fn print_cards(out: &mut Out, all: &[CardOdds]) -> Result<(), CommandError> {
    if out.is_json() {
        return out.json(&cardwright_wire::card_odds(all)?);
    }
    for (place, odds) in all.iter().enumerate() {
        if place > 0 {
            out.line("")?;
        }
        out.line(format!(
            "{} ({}): chance that it works",
            odds.card, odds.name
        ))?;
        let rows: Vec<_> = odds
            .dice
            .chunk_by(|a, b| a.dice == b.dice)
            .map(card_row)
            .collect();
        out.text(table(
            &["dice", "as rolled", "one die again", "two dice again"],
            &rows,
        ))?;
    }
    Ok(())
}

/// Prints one line per card: the probability without rerolls, for each number of dice.
fn print_table(out: &mut Out, all: &[CardOdds]) -> Result<(), CommandError> {
    if out.is_json() {
        return out.json(&cardwright_wire::card_odds(all)?);
    }
    out.line("how often each card works, as rolled")?;
    let row = |odds: &CardOdds| {
        let chances = odds.dice.iter().filter(|one| one.reroll == 0);
        let percent = chances.map(|one| format!("{:.1} %", one.chance.decimal() * 100.0));
        [odds.card.clone(), odds.name.clone()]
            .into_iter()
            .chain(percent)
            .collect::<Vec<_>>()
    };
    let rows: Vec<_> = all.iter().map(row).collect();
    let head = ["card", "name", "1 die", "2 dice", "3 dice", "4 dice"];
    out.text(table(&head, &rows))
}

fn card_row(row: &[DiceOdds]) -> Vec<String> {
    let dice = row.first().map_or(0, |odds| odds.dice);
    std::iter::once(dice.to_string())
        .chain(row.iter().map(|odds| shown(&odds.chance)))
        .collect()
}

fn print_robot(out: &mut Out, odds: &RobotOdds) -> Result<(), CommandError> {
    if out.is_json() {
        return out.json(&cardwright_wire::robot_odds(odds)?);
    }
    let cards = if odds.robot.is_empty() {
        "no card".into()
    } else {
        odds.robot.join(", ")
    };
    let dice = if odds.dice == 1 {
        "1 die".into()
    } else {
        format!("{} dice", odds.dice)
    };
    out.line(format!("a robot with {cards}; {dice}"))?;
    out.line(format!("maximising {}", objective(odds.value)))?;
    out.line("against opponents with 18 energy and no cards")?;
    out.line("")?;
    let mut head = vec!["expected in a turn"];
    head.extend(odds.turns.iter().map(|turn| again(turn.reroll)));
    out.text(table(&head, &rows(&odds.turns)))
}

fn objective(value: Value) -> &'static str {
    match value {
        Value::Damage => "damage + other losses of opponents",
        Value::Energy => "own energy gained − own energy lost",
        Value::Both => "damage + other losses of opponents + own energy gained − own energy lost",
    }
}

fn again(reroll: u8) -> &'static str {
    if reroll == 0 {
        "as rolled"
    } else {
        "best dice again"
    }
}

fn rows(turns: &[TurnOdds]) -> Vec<Vec<String>> {
    type Part = fn(&TurnOdds) -> Fraction;
    let parts: [(&str, Part); 6] = [
        ("fist points", |turn| turn.fist),
        ("missile points", |turn| turn.missile),
        ("other losses of opponents", |turn| turn.other),
        ("energy gained", |turn| turn.gained),
        ("energy lost", |turn| turn.lost),
        ("total", |turn| turn.worth),
    ];
    let row = |(name, part): (&str, Part)| {
        std::iter::once(name.to_string())
            .chain(turns.iter().map(|turn| shown(&part(turn))))
            .collect()
    };
    parts.into_iter().map(row).collect()
}
