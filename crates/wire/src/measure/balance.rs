//! What the cards of a pack are worth to players of different skill.

use super::effect::{Estimate, WHOLE, discoveries, median};
use super::strength::{exact, wilson};
use crate::format::Version;
use cardwright::{CardGame, CardSample, DynGame, PackSource, Seat, SetupError, cards};
#[cfg(feature = "schema")]
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What the cards of a pack are worth to players of different skill. Equal seeds give equal numbers, on any machine
/// and for any number of threads.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The version of the format.
    pub version: Version,
    /// The game's id.
    pub game: String,
    /// The number of seats.
    pub players: u8,
    /// The first seed.
    pub seed: u64,
    /// The options in force, as `name=value`.
    pub options: Vec<String>,
    /// The packs in play, as `id version digest`.
    pub packs: Vec<String>,
    /// The measured cards, with their verdicts.
    pub cards: Vec<CardVerdict>,
    /// The results of each bot, the weakest bot first.
    pub panel: Vec<PanelResult>,
    /// The differences from the older pack; empty if none was given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shifts: Vec<Shift>,
    /// The duration, in seconds.
    pub seconds: f64,
}

/// The verdict on a card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardVerdict {
    /// The card's id.
    pub card: String,
    /// The verdict.
    pub verdict: CardBalance,
    /// The reason, as a sentence.
    pub reason: String,
}

/// A verdict about a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CardBalance {
    /// Much stronger than the usual card.
    TooStrong,
    /// Much stronger than the usual card for good players, but not for weak ones.
    StrongForGoodPlayers,
    /// Much weaker than the usual card.
    TooWeak,
    /// Good players do not take it.
    Dead,
    /// Nothing is wrong with it.
    Fair,
    /// There are too few games to decide.
    Undecided,
}

/// The results of one bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PanelResult {
    /// The bot that played in every seat.
    pub bot: String,
    /// The number of seeds that were played.
    pub games: u64,
    /// The number of turns in all games.
    pub turns: u64,
    /// The sum of the squares of the numbers of turns of each game.
    pub turns_squares: u64,
    /// The wins of each seat, in units of 1/840 of a win. Winners share a win.
    pub wins: Vec<u64>,
    /// The results of each card.
    pub cards: Vec<CardResult>,
    /// The usual effect of a card: that of all cards that are not measured, taken together. If all cards are
    /// measured, their median.
    pub usual_effect: f64,
    /// The usual share of offers in which a card is taken: the median.
    pub usual_take: f64,
}

/// The results of one bot with one card.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CardResult {
    /// The card's id.
    pub card: String,
    /// The number of seats that could have taken the card, over all games.
    pub offered: u64,
    /// The number of seats that took it.
    pub taken: u64,
    /// The wins of the seats that took it, in units of 1/840 of a win.
    pub owners_wins: u64,
    /// The number of games that were played again without it.
    pub trials: u64,
    /// How much more their seats won with the card than without it, in units of 1/840 of a win.
    pub gained: i64,
    /// Sums over games, for the interval: the square of the gain, the product of the gain and the number of trials,
    /// and the square of the number of trials.
    pub sums: [i64; 3],
    /// The share of games that its owners won, from 0 to 1.
    pub owners: f64,
    /// The 95 % confidence interval of that share (Wilson): lower and upper end.
    pub owners_interval: [f64; 2],
    /// The owner's share of wins with the card, minus the share without it.
    pub effect: f64,
    /// The 95 % confidence interval of the effect: lower and upper end.
    pub interval: [f64; 2],
    /// The p-value: how often chance alone would give an effect this far from the usual one.
    pub p: f64,
    /// Whether the effect differs from the usual one, at a false discovery rate of 5 % over all cards (Benjamini
    /// and Hochberg).
    pub unusual: bool,
}

/// A difference from the older pack.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Shift {
    /// The bot.
    pub bot: String,
    /// What is compared: a card's id, `seat 1`, or `turns`.
    pub what: String,
    /// The old value: an effect, a share of wins, or a number of turns.
    pub before: f64,
    /// The new value.
    pub now: f64,
    /// The 95 % confidence interval of the change: lower and upper end.
    pub interval: [f64; 2],
    /// Whether it has really changed, at a false discovery rate of 5 % over this list.
    pub sure: bool,
}

/// A card is too strong or too weak if its effect differs from the usual one by at least this share of wins.
const MARGIN: f64 = 0.05;
/// A card is dead if good players take it this many times less often than the usual card.
const LEFT: f64 = 4.0;
/// The number of cards of each game that are tried for comparison, in addition to the measured ones.
const OTHERS: usize = 2;
/// Fewer offers or trials than this are not evaluated.
const FEWEST: u64 = 30;

impl Balance {
    /// Results without games of a panel of bots whose names the game knows.
    pub fn new(book: &dyn DynGame, panel: &[String], seed: u64) -> Self {
        let about = book.about();
        let (options, packs) = crate::reports::conditions(&about);
        let bot = |bot: &String| PanelResult {
            bot: bot.clone(),
            games: 0,
            turns: 0,
            turns_squares: 0,
            wins: vec![0; about.players.into()],
            cards: Vec::new(),
            usual_effect: 0.0,
            usual_take: 0.0,
        };
        Balance {
            version: Version,
            players: about.players,
            seed,
            options,
            packs,
            cards: Vec::new(),
            panel: panel.iter().map(bot).collect(),
            shifts: Vec::new(),
            seconds: 0.0,
            game: about.game,
        }
    }

    /// The ids of the cards that packs bring along, without those of the other packs. A pack that replaces an official one
    /// has cards with the same ids; then these are all cards.
    ///
    /// # Errors
    /// When a pack has errors, or the game is unknown.
    pub fn own_cards(
        game: &str,
        packs: &[PackSource],
        beside: &[PackSource],
    ) -> Result<Vec<String>, SetupError> {
        let ids = |packs: &[PackSource]| -> Result<BTreeSet<String>, SetupError> {
            let list = cards(game, packs)?;
            Ok(list.into_iter().map(|card| card.id).collect())
        };
        let (with_them, without) = (ids(&[packs, beside].concat())?, ids(beside)?);
        let own: Vec<String> = with_them.difference(&without).cloned().collect();
        Ok(match own.is_empty() {
            true => with_them.into_iter().collect(),
            false => own,
        })
    }

    /// How to play a game for these cards: with `trials` replays, and some other cards for comparison.
    pub fn sample(cards: &[String], trials: usize) -> CardSample<'_> {
        CardSample {
            first: cards,
            most: trials,
            others: OTHERS,
        }
    }

    /// Adds the next games of a bot of the panel.
    pub fn add(&mut self, place: usize, games: &[CardGame], seconds: f64) {
        let result = &mut self.panel[place];
        games.iter().for_each(|game| add(result, game));
        self.seconds += seconds;
    }

    /// Adds the results of the next games of each bot, which were played elsewhere or earlier.
    ///
    /// # Errors
    /// What differs, if they are of another run or of other seeds, or that the numbers are not possible.
    pub fn merge(&mut self, part: &Balance) -> Result<(), &'static str> {
        let bots = |of: &Balance| {
            of.panel
                .iter()
                .map(|one| one.bot.clone())
                .collect::<Vec<_>>()
        };
        let follows = || {
            let mut both = self.panel.iter().zip(&part.panel);
            both.all(|(own, more)| {
                more.games == 0 || Some(part.seed) == self.seed.checked_add(own.games)
            })
        };
        for (what, same) in [
            ("the game is another one", part.game == self.game),
            (
                "the number of players is another one",
                part.players == self.players,
            ),
            ("the bots are others", bots(part) == bots(self)),
            ("the first seed is another one", follows()),
            ("the options are others", part.options == self.options),
            ("the packs are others", part.packs == self.packs),
        ] {
            if !same {
                return Err(what);
            }
        }
        let sums = self.panel.iter().zip(&part.panel);
        let Some(panel) = sums
            .map(|(own, more)| both(own, more))
            .collect::<Option<Vec<_>>>()
        else {
            return Err("the numbers are not possible");
        };
        self.panel = panel;
        self.seconds += part.seconds.max(0.0);
        Ok(())
    }

    /// Calculates shares, intervals and verdicts from the sums. `cards` are the measured ones.
    pub fn conclude(&mut self, cards: &[String]) {
        for result in &mut self.panel {
            conclude_bot(result, cards);
        }
        self.cards = cards
            .iter()
            .map(|card| verdict(&self.panel, card))
            .collect();
    }

    /// Compares with the results of an older pack.
    pub fn compare(&mut self, before: &Balance) {
        self.shifts = shifts(before, self);
    }
}

/// The sums of two results of one bot; `None` if they are not possible.
fn both(own: &PanelResult, more: &PanelResult) -> Option<PanelResult> {
    let fits = |card: &CardResult| {
        card.taken <= card.offered
            && card.sums[0] >= 0
            && card.trials <= card.taken
            && card.owners_wins <= card.taken.saturating_mul(WHOLE as u64)
    };
    if own.wins.len() != more.wins.len() || !more.cards.iter().all(fits) {
        return None;
    }
    let mut sum = own.clone();
    sum.games = own.games.checked_add(more.games)?;
    sum.turns = own.turns.checked_add(more.turns)?;
    sum.turns_squares = own.turns_squares.checked_add(more.turns_squares)?;
    for (wins, more) in sum.wins.iter_mut().zip(&more.wins) {
        *wins = wins.checked_add(*more)?;
    }
    for more in &more.cards {
        let card = of(&mut sum.cards, &more.card);
        for (sum, more) in [
            (&mut card.offered, more.offered),
            (&mut card.taken, more.taken),
            (&mut card.owners_wins, more.owners_wins),
            (&mut card.trials, more.trials),
        ] {
            *sum = sum.checked_add(more)?;
        }
        card.gained = card.gained.checked_add(more.gained)?;
        for (sum, more) in card.sums.iter_mut().zip(more.sums) {
            *sum = sum.checked_add(more)?;
        }
    }
    Some(sum)
}

/// A share of a win in units of 1/840.
fn parts(share: f64) -> i64 {
    (share * WHOLE).round() as i64
}

/// Adds a game to a bot's results.
fn add(result: &mut PanelResult, game: &CardGame) {
    let turns = u64::from(game.turns);
    result.games += 1;
    result.turns += turns;
    result.turns_squares += turns * turns;
    for (wins, share) in result.wins.iter_mut().zip(&game.shares) {
        *wins += parts(*share).unsigned_abs();
    }
    for (card, _) in &game.offered {
        of(&mut result.cards, card).offered += 1;
    }
    for (card, seat) in &game.taken {
        let won = game.shares.get(seat.index()).copied().unwrap_or_default();
        let entry = of(&mut result.cards, card);
        entry.taken += 1;
        entry.owners_wins += parts(won).unsigned_abs();
    }
    // All trials of one card in one game form one cluster.
    let mut done: Vec<&str> = Vec::new();
    for trial in &game.trials {
        if done.contains(&trial.card.as_str()) {
            continue;
        }
        done.push(&trial.card);
        let of_card = game.trials.iter().filter(|other| other.card == trial.card);
        let (mut number, mut gained) = (0, 0);
        for one in of_card {
            number += 1;
            gained += parts(one.free) - parts(one.banned);
        }
        let entry = of(&mut result.cards, &trial.card);
        entry.trials += number as u64;
        entry.gained += gained;
        for (sum, more) in
            entry
                .sums
                .iter_mut()
                .zip([gained * gained, gained * number, number * number])
        {
            *sum += more;
        }
    }
}

fn of<'a>(cards: &'a mut Vec<CardResult>, card: &str) -> &'a mut CardResult {
    let at = match cards.binary_search_by(|known| known.card.as_str().cmp(card)) {
        Ok(at) => at,
        Err(at) => {
            let new = CardResult {
                card: card.to_string(),
                ..CardResult::default()
            };
            cards.insert(at, new);
            at
        }
    };
    &mut cards[at]
}

/// The effect of a card; `None` if there were too few trials.
fn effect(card: &CardResult) -> Option<Estimate> {
    let estimate = Estimate::clustered(card.trials, card.gained, card.sums)?;
    (card.trials >= FEWEST).then_some(estimate)
}

fn take(card: &CardResult) -> f64 {
    card.taken as f64 / card.offered.max(1) as f64
}

/// The usual effect of a card: that of the cards that are not measured, taken together, or the median if all are
/// measured.
fn usual(result: &PanelResult, wanted: &[String]) -> f64 {
    let others = || {
        let others = result.cards.iter();
        others.filter(|card| !wanted.contains(&card.card))
    };
    let trials: u64 = others().map(|card| card.trials).sum();
    if trials >= FEWEST {
        let gained: i64 = others().map(|card| card.gained).sum();
        return gained as f64 / WHOLE / trials as f64;
    }
    let measured = result.cards.iter().filter_map(effect);
    median(measured.map(|effect| effect.value).collect())
}

fn conclude_bot(result: &mut PanelResult, wanted: &[String]) {
    let usual = exact(usual(result, wanted));
    let offered = result.cards.iter().filter(|card| card.offered >= FEWEST);
    result.usual_take = exact(median(offered.map(take).collect()));
    result.usual_effect = usual;
    let chance = |card: &CardResult| effect(card).map(|effect| effect.chance_of(usual));
    let chances: Vec<Option<f64>> = result.cards.iter().map(chance).collect();
    let found = discoveries(&chances.iter().flatten().copied().collect::<Vec<_>>());
    let mut found = found.into_iter();
    for (card, chance) in result.cards.iter_mut().zip(chances) {
        let games = card.taken as f64;
        card.owners = exact(card.owners_wins as f64 / WHOLE / games.max(1.0));
        card.owners_interval = wilson(card.owners, games);
        let estimate = Estimate::clustered(card.trials, card.gained, card.sums);
        card.effect = exact(estimate.map_or(0.0, |estimate| estimate.value));
        card.interval = estimate.map_or([-1.0, 1.0], Estimate::interval);
        card.p = chance.unwrap_or(1.0);
        card.unusual = chance.is_some() && found.next() == Some(true);
    }
}

/// The verdict on a card, from the games of the last and strongest bot of the panel, and the differences of the
/// other bots.
fn verdict(panel: &[PanelResult], card: &str) -> CardVerdict {
    let (verdict, reason) = match panel.last() {
        Some(best) => reasons(panel, best, card),
        None => (CardBalance::Undecided, String::new()),
    };
    CardVerdict {
        card: card.to_string(),
        verdict,
        reason,
    }
}

fn found<'a>(result: &'a PanelResult, card: &str) -> Option<&'a CardResult> {
    result.cards.iter().find(|known| known.card == card)
}

fn reasons(panel: &[PanelResult], best: &PanelResult, card: &str) -> (CardBalance, String) {
    let Some(own) = found(best, card).filter(|own| own.offered >= FEWEST) else {
        let what = format!("{} was seldom offered it: play more games", best.bot);
        return (CardBalance::Undecided, what);
    };
    if take(own) * LEFT < best.usual_take {
        let what = format!(
            "{} leaves it: taken {} of the times it was offered, the usual card {}",
            best.bot,
            percent(take(own)),
            percent(best.usual_take)
        );
        return (CardBalance::Dead, what);
    }
    let Some(estimate) = effect(own) else {
        let what = format!("only {} games were played again without it", own.trials);
        return (CardBalance::Undecided, what);
    };
    let over = estimate.value - best.usual_effect;
    let said = format!(
        "{} for its owner with {} (usual: {})",
        points(estimate),
        best.bot,
        signed(best.usual_effect)
    );
    match over {
        over if over >= MARGIN && own.unusual => match weak_miss_it(panel, best, card, estimate) {
            Some(weak) => (CardBalance::StrongForGoodPlayers, format!("{said}; {weak}")),
            None => (CardBalance::TooStrong, said),
        },
        over if over <= -MARGIN && own.unusual => (CardBalance::TooWeak, said),
        _ if estimate.interval()[1] - estimate.interval()[0] > 4.0 * MARGIN => {
            (CardBalance::Undecided, format!("{said}: play more games"))
        }
        _ => (CardBalance::Fair, said),
    }
}

/// Explains if the weakest measured bot gains much less from the card than the best one.
fn weak_miss_it(
    panel: &[PanelResult],
    best: &PanelResult,
    card: &str,
    estimate: Estimate,
) -> Option<String> {
    let weaker = panel.iter().filter(|result| result.bot != best.bot);
    let (result, own, weak) = weaker
        .filter_map(|result| {
            let own = found(result, card)?;
            Some((result, own, effect(own)?))
        })
        .next_back()?;
    let over = weak.value - result.usual_effect;
    let shifted = Estimate {
        value: estimate.value - best.usual_effect - over,
        error: estimate.error.hypot(weak.error),
    };
    (over < MARGIN && shifted.interval()[0] > 0.0).then(|| {
        format!(
            "{} with {}, which takes it {} of the times it was offered",
            points(weak),
            result.bot,
            percent(take(own))
        )
    })
}

/// The differences from a document of the older pack.
fn shifts(before: &Balance, now: &Balance) -> Vec<Shift> {
    let mut list = Vec::new();
    for result in &now.panel {
        let Some(old) = before.panel.iter().find(|one| one.bot == result.bot) else {
            continue;
        };
        let mut push = |what: String, old: Estimate, new: Estimate| {
            let change = new.minus(old);
            list.push((
                Shift {
                    bot: result.bot.clone(),
                    what,
                    before: exact(old.value),
                    now: exact(new.value),
                    interval: change.interval(),
                    sure: false,
                },
                change.chance_of(0.0),
            ));
        };
        let turns =
            |of: &PanelResult| Estimate::mean(of.games, of.turns as f64, of.turns_squares as f64);
        push("turns".into(), turns(old), turns(result));
        for (seat, (was, is)) in old.wins.iter().zip(&result.wins).enumerate() {
            let share = |wins: u64, games: u64| {
                let share = wins as f64 / WHOLE / games.max(1) as f64;
                Estimate {
                    value: share,
                    error: (share * (1.0 - share) / games.max(1) as f64).sqrt(),
                }
            };
            let what = format!("seat {}", Seat(seat as u8));
            push(what, share(*was, old.games), share(*is, result.games));
        }
        for card in &result.cards {
            if let (Some(was), Some(is)) = (found(old, &card.card).and_then(effect), effect(card)) {
                push(card.card.clone(), was, is);
            }
        }
    }
    let sure = discoveries(&list.iter().map(|(_, chance)| *chance).collect::<Vec<_>>());
    list.into_iter()
        .zip(sure)
        .map(|((shift, _), sure)| Shift { sure, ..shift })
        .collect()
}

/// A share of games in percent.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A difference of shares in percentage points.
fn signed(share: f64) -> String {
    format!("{:+.1} %", 100.0 * share)
}

/// A difference of shares with half the width of its interval.
fn points(estimate: Estimate) -> String {
    let [low, high] = estimate.interval();
    format!(
        "{:+.1} % ± {:.1}",
        100.0 * estimate.value,
        50.0 * (high - low)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use cardwright::{Setup, rulebook};
    use serde_json::Value;

    #[test]
    fn nothing_is_counted_before_the_first_game() {
        fn check(value: &Value) {
            match value {
                Value::Array(list) => list.iter().for_each(check),
                Value::Object(map) => map.values().for_each(check),
                Value::Number(number) => assert_eq!(number.as_f64(), Some(0.0)),
                _ => {}
            }
        }
        let book = rulebook("moon-bots", &Setup::players(3)).unwrap();
        let panel = ["greedy", "random"].map(String::from);
        let document = Balance::new(&*book, &panel, 7);
        let told = serde_json::to_value(&document.panel).unwrap();
        assert_eq!(told[1]["wins"].as_array().map(Vec::len), Some(3));
        check(&told);
    }
}
