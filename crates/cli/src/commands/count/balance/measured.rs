//! Evaluates the games of a panel: results of cards, and verdicts.

use super::super::arena::stats::{exact, wilson};
use super::stats::{Estimate, WHOLE, discoveries, median};
use crate::files::{self, Kind};
use crate::stop::CommandError;
use cardwright::{CardGame, DynGame, OptionUse, Seat};
use cardwright_wire::{
    Balance as Document, CardBalance, CardResult, CardVerdict, PanelResult, Shift, Version,
};
use std::path::Path;

/// A card is too strong or too weak if its effect differs from the usual one by at least this share of wins.
pub(super) const MARGIN: f64 = 0.05;
/// A card is dead if good players take it this many times less often than the usual card.
const LEFT: f64 = 4.0;
/// Fewer offers or trials than this are not evaluated.
const FEWEST: u64 = 30;

/// A document without games.
pub(super) fn empty(book: &dyn DynGame, panel: &[String], seed: u64) -> Document {
    let about = book.about();
    let option = |option: &OptionUse| format!("{}={}", option.name, option.value);
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
    Document {
        version: Version,
        players: about.players,
        seed,
        options: about.options.iter().map(option).collect(),
        packs: about
            .packs
            .iter()
            .map(|pack| format!("{} {} {}", pack.id, pack.version, pack.digest))
            .collect(),
        cards: Vec::new(),
        panel: panel.iter().map(bot).collect(),
        shifts: Vec::new(),
        seconds: 0.0,
        game: about.game,
    }
}

/// Reads a document from a file.
///
/// # Errors
/// When the file cannot be read, or has no such document.
pub(super) fn read(file: &Path) -> Result<Document, CommandError> {
    let text = files::read(file, Kind::Balance)?;
    serde_json::from_str(&text).map_err(|error| {
        let what = format!(
            "{}: this is not a file from `balance`: {}",
            file.display(),
            cardwright::json_fault(&error)
        );
        CommandError::usage(
            what,
            "give a file that `cardwright balance --file` wrote, or a new name",
        )
    })
}

/// Reads the document to which more games are added.
///
/// # Errors
/// When the file cannot be read, or is about other games.
pub(super) fn resumed(own: Document, file: &Path) -> Result<Document, CommandError> {
    let found = read(file)?;
    let bots = |document: &Document| {
        let bots = document.panel.iter().map(|one| one.bot.clone());
        bots.collect::<Vec<_>>()
    };
    for (what, same) in [
        ("the game is another one", found.game == own.game),
        (
            "the number of players is another one",
            found.players == own.players,
        ),
        ("the bots are others", bots(&found) == bots(&own)),
        ("the first seed is another one", found.seed == own.seed),
        ("the options are others", found.options == own.options),
        ("the packs are others", found.packs == own.packs),
    ] {
        if !same {
            return Err(CommandError::refused(
                format!("{}: {what}", file.display()),
                "resume with the same packs, bots, seed and options, or name a new file",
            ));
        }
    }
    let fits = |one: &PanelResult| {
        one.wins.len() == usize::from(own.players)
            && one.cards.iter().all(|card| {
                card.taken <= card.offered
                    && card.sums[0] >= 0
                    && card.trials <= card.taken
                    && card.owners_wins <= card.taken.saturating_mul(WHOLE as u64)
            })
    };
    match found.panel.iter().all(fits) {
        true => Ok(found),
        false => Err(CommandError::refused(
            format!("{}: the numbers are not possible", file.display()),
            "name a new file",
        )),
    }
}

/// A share of a win in units of 1/840.
fn parts(share: f64) -> i64 {
    (share * WHOLE).round() as i64
}

/// Adds a game to a bot's results.
pub(super) fn add(result: &mut PanelResult, game: &CardGame) {
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

/// Calculates shares, intervals and verdicts from the sums. `wanted` are the measured cards.
pub(super) fn conclude(document: &mut Document, wanted: &[String]) {
    for result in &mut document.panel {
        conclude_bot(result, wanted);
    }
    document.cards = wanted
        .iter()
        .map(|card| verdict(&document.panel, card))
        .collect();
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
pub(super) fn shifts(before: &Document, now: &Document) -> Vec<Shift> {
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
pub(super) fn percent(share: f64) -> String {
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
        let document = empty(&*book, &panel, 7);
        let told = serde_json::to_value(&document.panel).unwrap();
        assert_eq!(told[1]["wins"].as_array().map(Vec::len), Some(3));
        check(&told);
    }
}
