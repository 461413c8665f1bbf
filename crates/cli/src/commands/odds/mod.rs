//! `cardwright odds`: how likely a card works, what a robot does in a turn, what an attack does.

mod attack;

use crate::args::SetupArgs;
use crate::files::{self, Kind};
use crate::opened::Start;
use crate::output::Out;
use crate::stop::{CommandError, Verdict};
use crate::table::table;
use cardwright::odds::{
    Attack, AttackOdds, CardOdds, DiceOdds, Fraction, NoOdds, OddsError, Robot, RobotOdds,
    TurnOdds, Value, Work, attack_odds, card_odds, cards_odds, robot_odds,
};
use cardwright::{Setup, game, rulebook};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// How often the sign of life moves.
const TICK: Duration = Duration::from_millis(120);
/// How many times as much as a host may ask for is tried for a person, who sees how far it is and may break it off.
const PATIENCE: u64 = 25;
/// After so many tried actions a line says how far it is, where no bar is drawn.
const REPORTED: u64 = 400_000;

/// Exact chances: how often a part works, what a robot does in a turn, or what an attack does.
///
/// Nothing is sampled: every roll is played by the rules, and every choice made for the best. For each card: how
/// often it works with 1 to 4 dice, with no re-roll, one or two. Of a robot it says what to
/// expect of one turn against opponents with 18 energy and no card. Of an attack (Robot Empire) it says what to expect
/// for Batteries and cards if the opponents block for their best, all block, or nobody blocks.
#[derive(Args)]
pub(crate) struct Odds {
    /// Which game; see `cardwright games`.
    game: String,
    /// Ids of parts and built-in abilities; see `cardwright cards`.
    #[arg(value_name = "CARD", required_unless_present_any = ["robot", "attack"], conflicts_with_all = ["robot", "attack"])]
    cards: Vec<String>,
    /// A robot: the ids of its parts and upgrades with commas between them ("" for none), or a position (TOML), whose
    /// robot on turn is taken.
    #[arg(long, value_name = "FILE|CARD,CARD,…")]
    robot: Option<String>,
    /// What the robot's player wants most of: energy that opponents lose, energy gained less energy lost, or the sum.
    #[arg(long, value_enum, default_value = "both", conflicts_with = "cards")]
    value: Wanted,
    /// An attack: the fighters that attack, with commas between them, each as a position writes it
    /// ("brax-the-strong permanent", "titan-torso+tread-legs"), or a position (TOML) that stands before its attack.
    #[arg(long, value_name = "FILE|CARD,CARD,…", conflicts_with = "robot")]
    attack: Option<String>,
    /// What the opponent has: the cards that may block, with commas between them.
    #[arg(long, value_name = "CARD,CARD,…", requires = "attack")]
    against: Option<String>,
    /// What both sides of an attack play for: coins that Batteries lose, the cost of cards destroyed less that of own
    /// ones, or the sum.
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
    /// Works out and prints.
    ///
    /// # Errors
    /// When the game has no dice, a card none, or there is too much to look at.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        let setup = self.setup()?;
        let alive = ProgressBar::new_spinner().with_message("playing every roll");
        alive.enable_steady_tick(TICK);
        let mut next = REPORTED;
        let mut told = |tried: u64| {
            alive.set_message(format!(
                "playing every roll: {tried} actions tried; Ctrl-C ends it"
            ));
            if alive.is_hidden() && tried >= next {
                next += REPORTED;
                // Whoever cannot read it misses nothing of the answer.
                let _ = writeln!(
                    std::io::stderr(),
                    "playing every roll: {tried} actions tried; Ctrl-C ends it"
                );
            }
            true
        };
        let work = &mut Work::telling(PATIENCE, &mut told);
        let found = match (&self.attack, &self.robot) {
            (Some(attack), _) => self.attack(attack, &setup, work).map(Found::Attack),
            (None, Some(robot)) => self.robot(robot, &setup, work).map(Found::Robot),
            (None, None) => cards_odds(&self.game, &self.cards, &setup, work)
                .map(Found::Cards)
                .map_err(no_odds),
        };
        alive.finish_and_clear();
        match found? {
            Found::Attack(odds) => attack::print(out, &odds)?,
            Found::Robot(odds) => print_robot(out, &odds)?,
            Found::Cards(all) => print_cards(out, &all)?,
        }
        Ok(Verdict::Good)
    }

    /// What is asked for; of a position, for as many players as it has tables.
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
        // Where it is a position for none of them, the odds of the first say why.
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
                let what = "a position says itself what the opponents have";
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

/// Whether an argument names a file and not cards.
fn is_file(text: &str) -> bool {
    text.ends_with(".toml") || Path::new(text).is_file()
}

/// What stands between commas.
fn list(text: &str) -> Vec<String> {
    text.split(',')
        .map(str::trim)
        .filter(|one| !one.is_empty())
        .map(String::from)
        .collect()
}

/// How often a card works, for somebody at a table.
///
/// # Errors
/// When the card has no dice, or output cannot be written.
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
    Cards(Vec<CardOdds>),
    Robot(RobotOdds),
}

fn no_odds(error: OddsError) -> CommandError {
    let what = error.to_string();
    match error {
        OddsError::Setup(error) => error.into(),
        OddsError::None(error) => no_odds_of(error, what),
        // That nothing in the game is chance.
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
        NoOdds::NotInPlay => CommandError::usage(what, "set `active` to a robot that plays"),
        // That there is too much to look at, or a fraction too fine.
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
        out.line(format!("{} ({}): how often it works", odds.card, odds.name))?;
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
    out.line("against opponents with 18 energy and no card")?;
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
        ("opponents lose otherwise", |turn| turn.other),
        ("energy gained", |turn| turn.gained),
        ("energy lost", |turn| turn.lost),
        ("together, as wanted", |turn| turn.worth),
    ];
    let row = |(name, part): (&str, Part)| {
        std::iter::once(name.to_string())
            .chain(turns.iter().map(|turn| shown(&part(turn))))
            .collect()
    };
    parts.into_iter().map(row).collect()
}
