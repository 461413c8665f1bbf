//! The laws that every game obeys, checked during a random game.
//!
//! They are the contract of [`crate::Game`] as code. Run them on a new game from the first day.

use crate::game::{bot_of, random_action};
use crate::known::{consider, known_actions, open_rules, refuse_unasked};
use crate::play::perft::actions;
use crate::{
    Actor, Game, Lines, Match, NoLog, Observation, RandomBot, Seat, Viewer, below, fingerprint,
    playout, stream,
};
use std::collections::HashSet;
use std::sync::Arc;

/// The maximum number of actions from earlier questions that are tried at each question and must be refused.
const STRANGERS: usize = 24;

/// Predictions of viewers are compared only at one of this many questions, because it takes long.
const ENTRY_POINTS_EVERY: u32 = 12;

/// The number of listed actions whose predictions are compared.
const LISTED_TRIED: usize = 3;

/// The maximum number of chance questions with different weights that are compared with the dealer in a game.
const DEALS_LOOKED_AT: usize = 6;

/// The number of draws from the dealer for each possible action.
const DRAWS: u32 = 400;

/// The number of actions played after two that only one seat can distinguish.
const FOLLOWED: usize = 6;

/// The number of actions of a game with a seeded dealer that are undone and played again.
const SEEDED: u32 = 60;

/// One of this many actions is also checked in a copy and after loading a save.
const LOADED_EVERY: u32 = 7;

/// The maximum number of listed actions tried at each question; from longer lists, some are chosen at random. A board
/// of hundreds of cells lists thousands of actions, and a game asks hundreds of questions.
const TRIED: usize = 150;

/// Plays the random game of a seed and checks during it that
/// - every question has at least two actions (unless the game asks single ones on purpose), and no action twice;
/// - random play takes the actions that drawing from the lists would take;
/// - every listed action applies, its notation is unique, and every action of a player has a number;
/// - an action that is not listed is refused and changes nothing;
/// - a state saved as JSON and loaded is the same state;
/// - resources stay in their limits ([`Rules::check_invariants`](crate::Rules::check_invariants)), and the game ends
///   within [`Rules::max_game_length`](crate::Rules::max_game_length);
/// - worlds that differ only in what a seat may not know look the same to that seat, in views, questions, lists,
///   refusals and previews;
/// - worlds that differ only in what two seats may not know look the same to a spectator;
/// - actions that only one player sees look the same to everybody else, at once and later, until somebody reveals the
///   card; a table that has not entered the card reveals it to nobody;
/// - the dealer's actions are distributed according to the odds;
/// - undo is exact, also with a seeded dealer and after saving; logging changes nothing; the replay leads to the same
///   end.
///
/// # Errors
/// The first violated law, with the number of the question.
pub fn check_match<G: Game>(game: &Arc<G>, seed: u64) -> Result<(), String> {
    check_part(game, seed, 0, u64::MAX)?;
    check_seeded(game, seed)?;
    check_seed(&**game, seed)
}

/// Checks the laws of [`check_match`] during a part of a random game: after `skip` unchecked actions, at most `most`
/// actions are checked. Many short parts cover more setups in the same time than one whole game.
///
/// # Errors
/// The first violated law, with the number of the question.
pub fn check_part<G: Game>(game: &Arc<G>, seed: u64, skip: u64, most: u64) -> Result<(), String> {
    let mut play = Match::new(game.clone(), None);
    let mut luck = stream(seed, 99);
    let open = open_rules(game);
    let mut seen: Vec<G::Action> = Vec::new();
    let mut dealt = Deals::default();
    for _ in 0..skip {
        let list = play.legal();
        if list.is_empty() {
            break;
        }
        remember(&mut seen, &list, &mut luck);
        let action = list[below(&mut luck, list.len() as u32) as usize];
        play.play(action)
            .map_err(|refusal| format!("the listed {action:?} is refused: {refusal}"))?;
    }
    let last = (play.actions_played() as u64).saturating_add(most);
    loop {
        let here = |law: String| {
            format!(
                "{law} (seed {seed}, question {})",
                play.actions_played() + 1
            )
        };
        check_state(&**game, play.state()).map_err(here)?;
        let list = actions(&**game, play.state());
        check_actions(&**game, play.state(), &list, &mut luck).map_err(here)?;
        check_strangers(&**game, play.state(), &list, &seen).map_err(here)?;
        check_worlds([&**game, &*open], play.state(), &seen, &mut luck).map_err(here)?;
        check_siblings(&*open, play.state(), &mut luck).map_err(here)?;
        dealt.check(&**game, play.state(), seed).map_err(here)?;
        if matches!(play.actor(), Actor::Over(_)) || play.actions_played() as u64 >= last {
            break;
        }
        if play.actions_played() as u64 >= u64::from(game.max_game_length()) {
            return Err(here(format!(
                "the game is not over after {} actions",
                game.max_game_length()
            )));
        }
        remember(&mut seen, &list, &mut luck);
        let action = list[below(&mut luck, list.len() as u32) as usize];
        check_undo(&mut play, action)?;
    }
    check_replay(game, &play)
}

/// The name of a bot that looks at other players' cards, to test that [`check_bot`] detects it.
pub const PEEKING: &str = "peeking";

/// Plays the random game of a seed and asks a bot for an action at every `every`-th question of a player on average, at
/// most `most` times. The bot must give the same action, and know the same, in another world that its seat cannot
/// distinguish, and no world that it may look into may contradict what its seat sees. Returns how often the bot was
/// asked.
///
/// # Errors
/// The first violated law, or that no bot has this name.
pub fn check_bot<G: Game>(
    game: &G,
    bot: &str,
    seed: u64,
    every: u32,
    most: u32,
) -> Result<u32, String> {
    let mut state = game.start(&mut NoLog);
    let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 96));
    let mut asked = 0;
    while asked < most {
        let action = match game.actor(&state) {
            Actor::Over(_) => break,
            Actor::Chance => game.deal(&state, &mut dealer),
            Actor::Seat(seat) => {
                let list = actions(game, &state);
                if below(&mut luck, every) == 0 {
                    asked += 1;
                    check_choice(game, bot, &state, (seat, &list), &mut luck)
                        .map_err(|law| format!("{bot}: {law} (seed {seed}, number {asked})"))?;
                }
                list[below(&mut luck, list.len() as u32) as usize]
            }
        };
        game.apply_unchecked(&mut state, action, &mut NoLog);
    }
    Ok(asked)
}

fn check_choice<G: Game>(
    game: &G,
    bot: &str,
    state: &G::State,
    (seat, list): (Seat, &[G::Action]),
    luck: &mut crate::Rng,
) -> Result<(), String> {
    let other = game.determinize(state, seat, luck);
    let seed = u64::from(luck.bits());
    let known = Observation::new(game, state, seat).known();
    let mut chosen = Vec::new();
    for world in [state, &other] {
        let observation = Observation::new(game, world, seat);
        if observation.known() != known {
            return Err("what it knows differs in a world that its seat cannot tell apart".into());
        }
        for look in [&known, &game.determinize(&known, seat, luck)] {
            let viewer = Viewer::Seat(seat);
            if game.view(look, viewer) != game.view(state, viewer)
                || game.actor(look) != game.actor(state)
                || actions(game, look) != list
            {
                return Err("a world that it samples contradicts what its seat sees".into());
            }
        }
        let mut luck = stream(seed, 1);
        chosen.push(match bot {
            PEEKING => fingerprint(world) as usize % list.len(),
            bot => bot_of(game, bot).ok_or("there is no such bot")?.choose(
                &observation,
                list,
                &mut luck,
            ),
        });
    }
    match chosen[0] == chosen[1] {
        true => Ok(()),
        false => Err(format!("it tells apart two worlds: {chosen:?}")),
    }
}

/// The chance questions checked in a game, one for each list of weights.
#[derive(Default)]
struct Deals(Vec<Vec<u32>>);

impl Deals {
    /// Checks that the dealer's actions are distributed according to the odds, with a chi-square test.
    fn check<G: Game>(&mut self, game: &G, state: &G::State, seed: u64) -> Result<(), String> {
        let mut odds = Vec::new();
        game.chance_outcomes(state, &mut odds);
        let weights: Vec<u32> = odds.iter().map(|(_, weight)| *weight).collect();
        if odds.len() < 2 || self.0.len() >= DEALS_LOOKED_AT || self.0.contains(&weights) {
            return Ok(());
        }
        self.0.push(weights);
        let (draws, mut rng) = (DRAWS * odds.len() as u32, stream(seed, 98));
        let mut counts = vec![0u32; odds.len()];
        for _ in 0..draws {
            let dealt = game.deal(state, &mut rng);
            match odds.iter().position(|(action, _)| *action == dealt) {
                Some(at) => counts[at] += 1,
                None => return Err(format!("the dealer gives {dealt:?}, which has no odds")),
            }
        }
        // Integer arithmetic gives the same result on every machine. Each square is divided by the expected number.
        let total: i128 = odds.iter().map(|(_, weight)| i128::from(*weight)).sum();
        let away = |(count, (_, weight)): (&u32, &(G::Action, u32))| {
            let expected = i128::from(draws) * i128::from(*weight);
            (i128::from(*count) * total - expected).pow(2) / (expected * total)
        };
        let chi: i128 = counts.iter().zip(&odds).map(away).sum();
        let free = odds.len() as i128 - 1;
        if chi > most_away(free) {
            let list: Vec<_> = odds
                .iter()
                .zip(&counts)
                .map(|((action, weight), n)| format!("{action:?} {weight}: {n}"))
                .collect();
            return Err(format!(
                "the dealer is biased (chi-square {chi}, {free} degrees of freedom): {}",
                list.join(", ")
            ));
        }
        Ok(())
    }
}

/// The maximum chi-square of a fair dealer: false alarms are rarer than one in 10^10, by the bound of Laurent and Massart
/// (`free + 2 √(free t) + 2 t` with t = 25).
fn most_away(free: i128) -> i128 {
    free + 10 * (free.isqrt() + 1) + 50
}

/// Checks with a seeded dealer that undo is exact, before and after saving and loading, and that an action played again
/// after an undo has the same result, also in a copy.
fn check_seeded<G: Game>(game: &Arc<G>, seed: u64) -> Result<(), String> {
    let (mut play, mut luck) = (Match::new(game.clone(), Some(seed)), stream(seed, 97));
    let written = |play: &Match<G>| (play.replay(Vec::new()), play.lines().to_vec());
    for number in 0..SEEDED {
        let here = |law: &str| format!("{law} (seed {seed}, seeded dealer, action {})", number + 1);
        let list = play.legal();
        if !matches!(play.actor(), Actor::Seat(_)) {
            break;
        }
        let action = list[below(&mut luck, list.len() as u32) as usize];
        let before = written(&play);
        let mut copy = play.clone();
        play.play(action)
            .map_err(|refusal| here(&refusal.to_string()))?;
        let after = written(&play);
        if !play.undo() || written(&play) != before {
            return Err(here("undo does not restore everything"));
        }
        play.play(action)
            .map_err(|refusal| here(&refusal.to_string()))?;
        if written(&play) != after {
            return Err(here("the same action has another result after undo"));
        }
        if number % LOADED_EVERY != 0 {
            continue;
        }
        copy.play(action)
            .map_err(|refusal| here(&refusal.to_string()))?;
        if written(&copy) != after {
            return Err(here("a copy continues differently"));
        }
        let mut loaded = Match::from_replay(game.clone(), &before.0)
            .map_err(|error| here(&error.to_string()))?;
        loaded
            .play(action)
            .map_err(|refusal| here(&refusal.to_string()))?;
        if written(&loaded) != after || !loaded.undo() || written(&loaded) != before {
            return Err(here(
                "a saved and loaded match continues or undoes differently",
            ));
        }
    }
    Ok(())
}

fn check_state<G: Game>(game: &G, state: &G::State) -> Result<(), String> {
    let flaws = game.check_invariants(state);
    if !flaws.is_empty() {
        return Err(format!("the state breaks its bounds: {}", flaws.join("; ")));
    }
    let saved = serde_json::to_string(state)
        .map_err(|error| format!("the state cannot be saved: {error}"))?;
    let loaded: G::State = serde_json::from_str(&saved)
        .map_err(|error| format!("the saved state cannot be loaded: {error}"))?;
    if loaded != *state || fingerprint(&loaded) != fingerprint(state) {
        return Err("the state is not the same after saving and loading".into());
    }
    let Some(position) = game.write_position(state) else {
        return Ok(());
    };
    match game.read_position(&position) {
        Ok(read) if game.alike(&read, state) => Ok(()),
        Ok(_) => Err(format!(
            "the state is not the same after writing it as a position:\n{position}"
        )),
        Err(flaws) => Err(format!(
            "the written position is refused: {flaws:?}\n{position}"
        )),
    }
}

fn check_actions<G: Game>(
    game: &G,
    state: &G::State,
    list: &[G::Action],
    luck: &mut crate::Rng,
) -> Result<(), String> {
    let over = matches!(game.actor(state), Actor::Over(_));
    if over != list.is_empty() {
        return Err(format!(
            "over is {over} but there are {} actions",
            list.len()
        ));
    }
    if list.len() == 1 && !game.asks_single(state) {
        return Err(format!(
            "a question with one action is asked: {:?}",
            list[0]
        ));
    }
    let counted = game.count(state).unwrap_or(list.len() as u64);
    if counted != list.len() as u64 {
        return Err(format!(
            "{} actions are listed and {counted} counted",
            list.len()
        ));
    }
    check_random(game, state)?;
    check_steps(game, state, list)?;
    let mut texts = HashSet::new();
    for action in tried(list, luck) {
        let text = game.write_action(state, *action);
        if let Some(refusal) = game.refuse(state, *action) {
            return Err(format!("the listed action `{text}` is refused: {refusal}"));
        }
        match game.read_action(state, &text) {
            Ok(read) if read == *action => {}
            Ok(read) => {
                return Err(format!(
                    "`{text}` was written for {action:?} and is read as {read:?}"
                ));
            }
            Err(error) => {
                return Err(format!(
                    "`{text}` was written for {action:?} and cannot be read: {error}"
                ));
            }
        }
        let mut next = state.clone();
        game.apply_unchecked(&mut next, *action, &mut NoLog);
        let mut logged = state.clone();
        game.apply_unchecked(&mut logged, *action, &mut Lines::new());
        if next != logged {
            return Err(format!("`{text}` has another result when a log is kept"));
        }
        if !texts.insert(text.clone()) {
            return Err(format!("the action `{text}` is listed twice"));
        }
    }
    Ok(())
}

/// Checks that the first step of every action of a seat has a number, and equals the notation if it is the whole
/// action.
fn check_steps<G: Game>(game: &G, state: &G::State, list: &[G::Action]) -> Result<(), String> {
    let asked = matches!(game.actor(state), Actor::Seat(_));
    if !asked || list.is_empty() {
        return Ok(());
    }
    let (steps, whole) = (game.action_space(), game.is_flat());
    for (action, number) in list.iter().zip(game.action_ids(state, list)) {
        let text = game.write_action(state, *action);
        let Some(step) = number.and_then(|number| steps.get(number as usize)) else {
            return Err(format!("the action `{text}` has no number"));
        };
        if whole && *step != text {
            return Err(format!("the action `{text}` has the number of `{step}`"));
        }
        if game
            .action_data(state, *action)
            .get("kind")
            .is_none_or(|kind| !kind.is_string())
        {
            return Err(format!("the action `{text}` has no kind"));
        }
    }
    Ok(())
}

/// The whole list, or [`TRIED`] actions of a longer one, in order and without repetition.
fn tried<'a, A>(list: &'a [A], luck: &mut crate::Rng) -> impl Iterator<Item = &'a A> {
    let mut left = list.len();
    let mut wanted = left.min(TRIED);
    let whole = wanted == left;
    list.iter().filter(move |_| {
        let taken = whole || (below(luck, left as u32) as usize) < wanted;
        left -= 1;
        wanted -= usize::from(taken);
        taken
    })
}

/// Checks that random play equals drawing each action from the list and carrying it out.
fn check_random<G: Game>(game: &G, state: &G::State) -> Result<(), String> {
    let mut legal = Vec::new();
    for (seed, most) in [(0, 1), (1, 1), (2, 3), (3, 12)] {
        let (mut fast, mut slow) = (state.clone(), state.clone());
        let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 1));
        let (mut plain_dealer, mut plain_luck) = (dealer.clone(), luck.clone());
        let given = game.play_at_random(&mut fast, &mut dealer, &mut luck, &mut legal, most);
        let mut actions = 0;
        while actions < most
            && let Some(action) =
                random_action(game, &slow, &mut plain_dealer, &mut plain_luck, &mut legal)
        {
            game.apply_unchecked(&mut slow, action, &mut NoLog);
            actions += 1;
        }
        if (&fast, &dealer, &luck, given) != (&slow, &plain_dealer, &plain_luck, actions) {
            return Err(format!(
                "{given} random actions have another result than {actions} actions from the lists"
            ));
        }
    }
    Ok(())
}

fn check_strangers<G: Game>(
    game: &G,
    state: &G::State,
    list: &[G::Action],
    seen: &[G::Action],
) -> Result<(), String> {
    for action in seen.iter().filter(|action| !list.contains(action)) {
        let mut next = state.clone();
        match game.apply(&mut next, *action, &mut NoLog) {
            Ok(()) => return Err(format!("the unlisted action {action:?} was taken")),
            Err(refusal) if refusal.cites.is_empty() => {
                return Err(format!(
                    "the refusal of {action:?} cites nothing: {refusal}"
                ));
            }
            Err(_) if next != *state => {
                return Err(format!("the refused {action:?} changed the state"));
            }
            Err(_) => {}
        }
    }
    Ok(())
}

/// Checks that two worlds which differ only in what a viewer may not know are equal in everything the viewer can learn.
fn check_worlds<G: Game>(
    [game, open]: [&G; 2],
    state: &G::State,
    seen: &[G::Action],
    luck: &mut crate::Rng,
) -> Result<(), String> {
    for seat in (0..game.players()).map(Seat) {
        let other = game.determinize(state, seat, luck);
        check_entry_points(game, [state, &other], Viewer::Seat(seat))?;
        let next = Seat((seat.0 + 1) % game.players());
        if below(luck, ENTRY_POINTS_EVERY) == 0 {
            check_previews(open, [state, &other], seen, Viewer::Seat(seat))?;
            // Only the referee may know what neither of the two players may know.
            let other = game.determinize(&other, next, luck);
            check_entry_points(game, [state, &other], Viewer::Spectator)?;
            check_previews(open, [state, &other], seen, Viewer::Spectator)?;
        }
    }
    Ok(())
}

/// Checks that after two actions which only one seat sees, all others get the same log, table and end, until somebody
/// plays what was possible after only one of them, or reveals the card.
fn check_siblings<G: Game>(
    game: &G,
    state: &G::State,
    luck: &mut crate::Rng,
) -> Result<(), String> {
    let list = actions(game, state);
    let drawn = |list: &[G::Action], luck: &mut _| list[below(luck, list.len() as u32) as usize];
    if list.is_empty() {
        return Ok(());
    }
    let one = drawn(&list, luck);
    let Some(seat) = game.seen_by(state, one) else {
        return Ok(());
    };
    let siblings: Vec<_> = list
        .into_iter()
        .filter(|other| *other != one && game.seen_by(state, *other) == Some(seat))
        .collect();
    if siblings.is_empty() {
        return Ok(());
    }
    let mut taken = [one, drawn(&siblings, luck)];
    let mut worlds = [state.clone(), state.clone()];
    let [one, other] = taken.map(|action| game.write_action(state, action));
    for _ in 0..FOLLOWED {
        check_told(game, &mut worlds, taken, seat)
            .and_then(|()| check_stand_ins(game, &worlds, [&one, &other], seat))
            .map_err(|law| format!("after `{one}` or `{other}`, which {seat} alone sees, {law}"))?;
        let list = actions(game, &worlds[0]);
        if list.is_empty() {
            break;
        }
        let next = drawn(&list, luck);
        let text = game.write_action(&worlds[0], next);
        let same = game.read_action(&worlds[1], &text).ok();
        match same.filter(|same| game.refuse(&worlds[1], *same).is_none()) {
            Some(same) if game.shows(&text).is_none() && !game.reveals(&worlds[0], next) => {
                taken = [next, same];
            }
            _ => break,
        }
    }
    Ok(())
}

/// Carries out one action in each of two worlds, and checks that all other seats get the same log and table.
fn check_told<G: Game>(
    game: &G,
    worlds: &mut [G::State; 2],
    taken: [G::Action; 2],
    seat: Seat,
) -> Result<(), String> {
    let mut lines = [Lines::new(), Lines::new()];
    for ((world, action), lines) in worlds.iter_mut().zip(taken).zip(&mut lines) {
        game.apply_unchecked(world, action, lines);
    }
    let others = (0..game.players()).map(Seat).filter(|eyes| *eyes != seat);
    for viewer in others.map(Viewer::Seat).chain([Viewer::Spectator]) {
        let [one, other] = lines.each_ref().map(|lines| {
            let told = lines.iter().filter(|line| line.audience.includes(viewer));
            let told = told.map(|line| game.describe_event(&line.event));
            told.collect::<Vec<_>>()
        });
        if one != other {
            return Err(format!("{viewer} sees {one:?} or {other:?}"));
        }
        check_entry_points(game, worlds.each_ref(), viewer)?;
    }
    Ok(())
}

/// Checks that a table which has not entered what the seat saw shows the same for both actions.
fn check_stand_ins<G: Game>(
    game: &G,
    worlds: &[G::State; 2],
    stand_ins: [&str; 2],
    seat: Seat,
) -> Result<(), String> {
    let seats = (0..game.players()).map(Seat).map(Viewer::Seat);
    for eyes in seats.chain([Viewer::Spectator, Viewer::Referee]) {
        let [one, other] = [0, 1].map(|world| {
            let unseen = [(seat, stand_ins[world])];
            game.table_view(&worlds[world], eyes, &unseen)
        });
        if one != other {
            return Err(format!(
                "a table that has not seen it shows {eyes} {one:?} or {other:?}"
            ));
        }
    }
    Ok(())
}

fn check_entry_points<G: Game>(
    game: &G,
    [state, other]: [&G::State; 2],
    viewer: Viewer,
) -> Result<(), String> {
    if game.view(state, viewer) != game.view(other, viewer) {
        return Err(format!("{viewer} can tell apart two worlds by its view"));
    }
    let both = (game.actor(state), game.actor(other));
    if both.0 != both.1 {
        return Err(format!(
            "{viewer} can tell apart two worlds by who is asked: {both:?}"
        ));
    }
    if let (Actor::Seat(seat), Viewer::Seat(eyes)) = (both.0, viewer)
        && seat == eyes
        && actions(game, state) != actions(game, other)
    {
        return Err(format!("{viewer} can tell apart two worlds by its actions"));
    }
    let facts = (game.facts(state, viewer), game.facts(other, viewer));
    if facts.0 != facts.1 {
        let keys = facts.0.as_object().into_iter().flatten();
        let differ: Vec<&String> = keys
            .filter(|(key, value)| facts.1.get(key.as_str()) != Some(*value))
            .map(|(key, _)| key)
            .collect();
        return Err(format!(
            "{viewer} can tell apart two worlds by the facts {differ:?}"
        ));
    }
    let you = match (viewer, game.actor(state)) {
        (Viewer::Seat(seat), Actor::Seat(asked)) if asked == seat => Some(seat),
        _ => None,
    };
    if game.question(state, you) != game.question(other, you) {
        return Err(format!(
            "{viewer} can tell apart two worlds by the question"
        ));
    }
    if game.asking(state) != game.asking(other) {
        return Err(format!(
            "{viewer} can tell apart two worlds by what kind of question is asked"
        ));
    }
    Ok(())
}

/// Checks the predictions for a viewer about actions, its own and others', allowed or not.
fn check_previews<G: Game>(
    open: &G,
    [state, other]: [&G::State; 2],
    seen: &[G::Action],
    viewer: Viewer,
) -> Result<(), String> {
    for permutation in 0..4 {
        if open.known_to(state, viewer, permutation) != open.known_to(other, viewer, permutation) {
            return Err(format!(
                "{viewer} can tell apart two worlds by the state that it knows"
            ));
        }
    }
    if open.write_known_position(state, viewer) != open.write_known_position(other, viewer) {
        return Err(format!(
            "{viewer} can tell apart two worlds by the position that it knows"
        ));
    }
    if known_actions(open, state, viewer) != known_actions(open, other, viewer) {
        return Err(format!(
            "{viewer} can tell apart two worlds by the actions that it knows"
        ));
    }
    let listed = [state, other].map(|state| actions(open, state));
    let all = listed
        .iter()
        .flat_map(|list| list.iter().rev().take(LISTED_TRIED));
    for action in all.chain(seen.iter().take(LISTED_TRIED)) {
        let text = open.write_action(state, *action);
        if consider(open, state, viewer, &text) != consider(open, other, viewer, &text) {
            return Err(format!(
                "{viewer} can tell apart two worlds by the report about `{text}`"
            ));
        }
        for seat in (0..open.players()).map(Seat) {
            let [one, two] =
                [state, other].map(|state| refuse_unasked(open, state, seat, &text, viewer));
            if one != two {
                return Err(format!(
                    "{viewer} can tell apart two worlds by why {seat} may not `{text}`"
                ));
            }
        }
    }
    Ok(())
}

fn check_undo<G: Game>(play: &mut Match<G>, action: G::Action) -> Result<(), String> {
    let (before, lines) = (play.state().clone(), play.lines().len());
    let number = play.actions_played() + 1;
    for again in [true, false] {
        if let Err(refusal) = play.play(action) {
            return Err(format!(
                "the listed action {action:?} (number {number}) is refused: {refusal}"
            ));
        }
        if again && (!play.undo() || *play.state() != before || play.lines().len() != lines) {
            return Err(format!(
                "taking back {action:?} (number {number}) does not lead back"
            ));
        }
    }
    Ok(())
}

fn check_replay<G: Game>(game: &Arc<G>, play: &Match<G>) -> Result<(), String> {
    let replay = play.replay(Vec::new());
    let again = Match::from_replay(game.clone(), &replay).map_err(|error| error.to_string())?;
    match again.state() == play.state() && again.lines() == play.lines() {
        true => Ok(()),
        false => Err("the replay ends in another state".into()),
    }
}

fn check_seed<G: Game>(game: &G, seed: u64) -> Result<(), String> {
    let end = || {
        let mut state = game.start(&mut NoLog);
        let (mut dealer, mut luck) = (stream(seed, 0), stream(seed, 1));
        playout(
            game,
            &mut state,
            &mut RandomBot,
            &mut dealer,
            &mut luck,
            &mut Vec::new(),
        );
        fingerprint(&state)
    };
    match end() == end() {
        true => Ok(()),
        false => Err(format!("seed {seed} gives two different games")),
    }
}

fn remember<A: Copy + PartialEq>(seen: &mut Vec<A>, list: &[A], luck: &mut crate::Rng) {
    for action in list.iter().take(4) {
        if seen.contains(action) {
            continue;
        }
        if seen.len() < STRANGERS {
            seen.push(*action);
        } else {
            let place = below(luck, STRANGERS as u32) as usize;
            seen[place] = *action;
        }
    }
}

#[cfg(test)]
mod tests;
