//! One room: its match, its settings, and its listeners.

use crate::HttpError;
use crate::listeners::{About, Listeners, Outbox, Right};
use crate::store::{Kept, Write};
use crate::tokens::{digest, hex};
use axum::extract::ws::Utf8Bytes;
use cardwright::{Actor, Match, Replay, Seat, Session, Viewer, read_replay, write_replay};
use cardwright_wire::rpc::{LINES, SeatEndpoint};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A room in memory. Changes that are not on disk yet are in doubt until they are confirmed.
pub(crate) struct Room {
    pub id: String,
    session: Session,
    pub about: About,
    listeners: Listeners,
    /// The time since when the current player has been asked.
    pub since: Instant,
    pub used: Instant,
    /// Whether a change may not be on disk, so that the room must be loaded again before use.
    pub in_doubt: bool,
    /// The number of writes to the room; the store refuses a writer that missed another's write.
    pub writes: u64,
    /// When the store was last known to have the same data.
    pub confirmed: Instant,
}

/// The result of handling a message.
pub(crate) struct Outcome {
    pub replies: Vec<String>,
    /// The change that must be on disk before anybody sees it.
    pub write: Option<Write>,
    /// The number of actions in the change.
    pub answers: usize,
    /// Whether the replies already contain everything that happened.
    pub told_all: bool,
}

impl Room {
    /// Creates a room, and the change to store. Bots at the start have acted; before each action, `stop` may stop them
    /// with a reason.
    pub(crate) fn begin(
        id: String,
        mut session: Session,
        about: About,
        stop: &dyn Fn() -> Option<HttpError>,
    ) -> Result<(Self, Write), HttpError> {
        while session
            .play_bot()
            .map_err(|error| HttpError::internal(&error))?
            .is_some()
        {
            if let Some(why) = stop() {
                return Err(why);
            }
        }
        let whole = session.replay(session.seats().to_vec());
        let start = write_replay(&Replay {
            actions: Vec::new(),
            fingerprints: Vec::new(),
            ..whole.clone()
        });
        let write = Write::Room {
            id: id.clone(),
            start,
            about: text(&about),
            actions: whole.actions,
            fingerprint: session.fingerprint(),
        };
        Ok((Room::of(id, session, about, 0), write))
    }

    fn of(id: String, session: Session, about: About, writes: u64) -> Self {
        let (listeners, now) = (Listeners::default(), Instant::now());
        let (since, used, confirmed) = (now, now, now);
        Room {
            id,
            session,
            about,
            listeners,
            since,
            used,
            in_doubt: false,
            writes,
            confirmed,
        }
    }

    /// Records that the change is on disk.
    pub(crate) fn confirm(&mut self) {
        self.in_doubt = false;
        self.writes += 1;
        self.confirmed = Instant::now();
    }

    /// Makes a room from its stored form; `resume` resumes its match.
    pub(crate) fn load(
        kept: Kept,
        resume: impl FnOnce(&Replay) -> Result<Match, HttpError>,
    ) -> Result<Self, HttpError> {
        let broken = |error: &dyn std::fmt::Display| {
            HttpError::internal(&format!("a stored room is damaged: {error}"))
        };
        let mut replay = read_replay(&kept.start).map_err(|error| broken(&error))?;
        let about: About = serde_json::from_str(&kept.about).map_err(|error| broken(&error))?;
        replay.actions = kept.actions;
        let print = |(count, print): (usize, u64)| (count, format!("{print:016x}"));
        replay.fingerprints = kept.fingerprints.into_iter().map(print).collect();
        let session =
            Session::new(resume(&replay)?, replay.seats.clone()).map_err(|error| broken(&error))?;
        Ok(Room::of(kept.id, session, about, kept.writes))
    }

    /// Whether a token belongs to the host.
    pub(crate) fn is_host(&self, token: Option<&str>) -> bool {
        token.is_some_and(|token| hex(&digest(token)) == self.about.host)
    }

    /// The seat of a token.
    fn seat_of(&self, token: &str) -> Result<usize, HttpError> {
        match self.about.viewer(&Right::of(Some(token)))? {
            Viewer::Seat(seat) => Ok(seat.index()),
            _ => Err(HttpError::token("only seats have tokens")),
        }
    }

    /// The settings of the room after the token of a seat is replaced.
    pub(crate) fn renewed(&self, token: &str, new: &str) -> Result<About, HttpError> {
        let seat = self.seat_of(token)?;
        let mut about = self.about.clone();
        about.seats[seat] = Some(hex(&digest(new)));
        Ok(about)
    }

    /// The settings of the room after a seat is freed, because its player leaves or the host removes the player.
    pub(crate) fn without(&self, seat: usize, token: Option<&str>) -> Result<About, HttpError> {
        let own = token.is_some_and(|token| self.seat_of(token) == Ok(seat));
        if !own && !self.is_host(token) {
            return Err(HttpError::token(
                "only the host or the player of the seat may free it",
            ));
        }
        let mut about = self.about.clone();
        match about.seats.get_mut(seat).and_then(Option::take) {
            Some(_) => about.left.push(seat),
            None => return Err(HttpError::no_seat()),
        }
        Ok(about)
    }

    /// The settings of the room after spectators are allowed or forbidden.
    pub(crate) fn open_to(
        &self,
        spectators: bool,
        token: Option<&str>,
    ) -> Result<About, HttpError> {
        if !self.is_host(token) {
            return Err(HttpError::token("only the host may decide who watches"));
        }
        Ok(About {
            spectators,
            ..self.about.clone()
        })
    }

    /// Changes the settings, which are stored with `write`. Lost rights take effect when the change is confirmed.
    pub(crate) fn change(&mut self, about: About) -> Write {
        self.in_doubt = true;
        self.about = about;
        Write::About {
            room: self.id.clone(),
            after: self.writes,
            about: text(&self.about),
        }
    }

    /// Handles a message of a viewer. Nobody may be notified of it before `write` is on disk.
    pub(crate) fn call(&mut self, viewer: Viewer, listener: Option<u64>, line: &[u8]) -> Outcome {
        let (before, asked, since) = (
            self.session.actions_played(),
            self.session.actor(),
            self.since,
        );
        if let Some(told) = listener.and_then(|number| self.listeners.told(number)) {
            self.session.set_told(viewer, told);
        }
        let replies = SeatEndpoint::new(&mut self.session, viewer, &self.id).handle(line);
        if self.session.actions_played() > before {
            if let (Some(clock), Actor::Seat(seat)) = (&mut self.about.clock, asked) {
                clock.answered(seat.index(), since.elapsed());
            }
            if let Some(listener) = listener {
                self.listeners.set_told(listener, self.session.told(viewer));
            }
        }
        let told = self.session.actions_played();
        self.answer_for_absent();
        self.outcome(replies, before, told)
    }

    /// Handles the end of the current player's time, unless the player has acted in the meantime.
    pub(crate) fn alarm(&mut self, answered: usize) -> Outcome {
        let before = self.session.actions_played();
        if let (Actor::Seat(seat), Some(clock), true) = (
            self.session.actor(),
            &mut self.about.clock,
            before == answered,
        ) {
            clock.run_out(seat.index());
            self.answer_for_absent();
        }
        self.outcome(Vec::new(), before, before)
    }

    /// The result, with the number of actions before it and of those that the replies tell about.
    fn outcome(&mut self, replies: Vec<String>, before: usize, told: usize) -> Outcome {
        let new: Vec<String> = self
            .session
            .notation()
            .get(before..)
            .unwrap_or_default()
            .to_vec();
        let answers = new.len();
        let write = (answers > 0).then(|| Write::Actions {
            room: self.id.clone(),
            after: self.writes,
            from: before,
            actions: new,
            fingerprint: self.session.fingerprint(),
            about: self.about.clock.is_some().then(|| text(&self.about)),
        });
        if write.is_some() {
            self.since = Instant::now();
            self.in_doubt = true;
        }
        Outcome {
            replies,
            write,
            answers,
            told_all: self.session.actions_played() == told,
        }
    }

    /// Continues after a player has left: if it is that seat's turn, a bot acts.
    pub(crate) fn go_on(&mut self) -> Outcome {
        let before = self.session.actions_played();
        self.answer_for_absent();
        self.outcome(Vec::new(), before, before)
    }

    /// Lets bots act for seats whose time is up or whose players have left.
    fn answer_for_absent(&mut self) {
        let bots = self.session.rulebook().bots();
        let bot = bots
            .iter()
            .find(|bot| **bot == "greedy")
            .or(bots.first())
            .copied()
            .unwrap_or("random");
        while let Actor::Seat(seat) = self.session.actor() {
            if !self.about.is_absent(seat.index()) {
                return;
            }
            let answer = self.session.ask_bot(bot).unwrap_or_default();
            let taken = self
                .session
                .play(&answer)
                .and_then(|()| self.session.play_bots());
            if let Err(error) = taken {
                tracing::error!(room = self.id, %error, "a bot's answer is refused");
                return;
            }
        }
    }

    /// When the current player's time ends, and the number of actions so far; `None` without a clock, or if no person
    /// has to act.
    pub(crate) fn deadline(&self) -> Option<(Duration, usize)> {
        let (Some(clock), Actor::Seat(seat)) = (&self.about.clock, self.session.actor()) else {
            return None;
        };
        let left = clock
            .left(seat.index())
            .saturating_sub(self.since.elapsed());
        let waits = self.session.is_person(seat) && !self.about.is_absent(seat.index());
        waits.then(|| (left, self.session.actions_played()))
    }

    /// Accounts for the time since an alarm was set, if the room was not in memory in between.
    pub(crate) fn keep_time(&mut self, alarm: Instant, answered: usize) {
        if let (Some(clock), Actor::Seat(seat), true) = (
            &self.about.clock,
            self.session.actor(),
            answered == self.session.actions_played(),
        ) && let Some(since) = alarm.checked_sub(clock.left(seat.index()))
        {
            self.since = self.since.min(since);
        }
    }

    // Listeners.

    /// Adds a listener that already has some lines; returns its number and what it sees.
    pub(crate) fn enter(
        &mut self,
        right: Right,
        from: usize,
        out: Outbox,
    ) -> Result<(u64, Value), HttpError> {
        let viewer = self.about.viewer(&right)?;
        let all = self.session.lines(viewer, 0).len();
        let from = from.min(all);
        let page = cardwright_wire::lines_page(&self.session, viewer, from, LINES)
            .map_err(|error| HttpError::internal(&error))?;
        let number = self.listeners.enter(right, viewer, all, out);
        let mut about = self.info();
        about["viewer"] = json!(cardwright_wire::Viewer(viewer));
        about["from"] = from.into();
        about["lines"] = json!(page.lines);
        if let Some(next) = page.next {
            about["next"] = next.into();
        }
        self.tell_presence(Some(number));
        Ok((number, about))
    }

    pub(crate) fn leave(&mut self, number: u64) {
        self.listeners.leave(number);
        self.tell_presence(None);
    }

    pub(crate) fn listeners(&self) -> usize {
        self.listeners.count()
    }

    /// The number of listeners for this viewer.
    pub(crate) fn listeners_as(&self, viewer: Viewer) -> usize {
        self.listeners.of(viewer)
    }

    /// Disconnects listeners that have lost their right, and notifies the others.
    pub(crate) fn keep_entitled(&mut self) {
        self.listeners.keep_entitled(&self.about);
        self.tell_presence(None);
    }

    /// Notifies all other listeners of new events, each as far as it may know them.
    pub(crate) fn tell_news(&mut self, but: Option<u64>) {
        let (answered, actor) = (
            self.session.actions_played(),
            cardwright_wire::Actor::from(self.session.actor()),
        );
        let session = &self.session;
        let news = |viewer: Viewer, told: &mut usize| {
            let mut notes = Vec::new();
            // Events are sent in pages; at least one is sent, because the question has changed.
            loop {
                let Ok(page) = cardwright_wire::lines_page(session, viewer, *told, LINES) else {
                    return notes;
                };
                let params = json!({
                    "version": cardwright_wire::Version, "actions_played": answered, "actor": actor, "from": *told,
                    "lines": page.lines,
                });
                *told += page.lines.len();
                notes.push(note("match/news", &params));
                if page.next.is_none() {
                    return notes;
                }
            }
        };
        self.listeners.tell(&self.about, but, news);
        if self.about.clock.is_some() {
            self.tell_presence(None);
        }
    }

    fn tell_presence(&mut self, but: Option<u64>) {
        let params = json!({
            "version": cardwright_wire::Version, "seats": self.seats(), "watching": self.watching(),
        });
        let note = note("room/presence", &params);
        self.listeners
            .tell(&self.about, but, |_, _| vec![note.clone()]);
    }

    /// Notifies all listeners that the room closes, and disconnects them.
    pub(crate) fn close(&mut self, reason: &str) {
        let note = note(
            "room/closed",
            &json!({ "version": cardwright_wire::Version, "reason": reason }),
        );
        self.listeners.close(&self.about, &note);
    }

    // Public information.

    fn watching(&self) -> usize {
        self.listeners.of(Viewer::Spectator)
    }

    fn seats(&self) -> Value {
        let here = |seat: usize| self.listeners.of(Viewer::Seat(Seat(seat as u8))) > 0;
        let seats = self.session.seats().iter().enumerate().map(|(seat, who)| {
            let mut one = json!({ "seat": seat + 1, "who": who });
            if self.about.left.contains(&seat) {
                one["left"] = true.into();
            }
            if self.about.seats.get(seat).is_some_and(Option::is_some) {
                one["connected"] = here(seat).into();
                if let Some(clock) = &self.about.clock {
                    let running = self.session.actor() == Actor::Seat(Seat(seat as u8));
                    let spent = if running {
                        self.since.elapsed()
                    } else {
                        Duration::ZERO
                    };
                    one["clock"] = clock.left(seat).saturating_sub(spent).as_secs_f64().into();
                }
            }
            one
        });
        seats.collect()
    }

    /// The information for everyone with the room's id.
    pub(crate) fn info(&self) -> Value {
        let about = self.session.rulebook().about();
        let options: serde_json::Map<String, Value> = about
            .options
            .iter()
            .map(|option| (option.name.clone(), option.value.clone().into()))
            .collect();
        let packs = about
            .packs
            .iter()
            .map(|pack| json!({ "id": pack.id, "version": pack.version, "digest": pack.digest }));
        json!({
            "version": cardwright_wire::Version,
            "room": self.id,
            "game": about.game,
            "players": about.players,
            "options": options,
            "packs": packs.collect::<Value>(),
            "spectators": self.about.spectators,
            "seats": self.seats(),
            "watching": self.watching(),
            "actor": cardwright_wire::Actor::from(self.session.actor()),
            "actions_played": self.session.actions_played(),
        })
    }

    /// The game, packs and options, for showing the cards.
    pub(crate) fn setup(&self) -> (String, cardwright::Setup) {
        let replay = self.session.replay(Vec::new());
        (replay.game.clone(), cardwright::Setup::of(&replay))
    }
}

fn text(about: &About) -> String {
    // It contains only texts, numbers and lists, which JSON can represent.
    serde_json::to_string(about).unwrap_or_default()
}

fn note(method: &str, params: &Value) -> Utf8Bytes {
    let note = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    note.to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use crate::clients::Clients;
    use crate::clock::{Clock, ClockRules};
    use crate::listeners::Inbox;
    use cardwright::Setup;
    use std::net::IpAddr;
    use std::sync::Arc;

    /// A room with two people and a clock.
    fn room() -> Room {
        let session =
            Session::begin("robotory", &Setup::players(2), 1, vec!["human".into(); 2]).unwrap();
        let clock = Clock::new(
            ClockRules {
                seconds: 60,
                increment: 0,
            },
            2,
        )
        .unwrap();
        let seats = vec![Some(hex(&digest("one"))), Some(hex(&digest("two")))];
        let about = About {
            host: hex(&digest("host")),
            seats,
            spectators: true,
            clock: Some(clock),
            left: Vec::new(),
        };
        Room::begin("room".into(), session, about, &|| None)
            .unwrap()
            .0
    }

    fn play(room: &mut Room) -> Outcome {
        let Actor::Seat(seat) = room.session.actor() else {
            panic!("nobody is asked")
        };
        let action = room.session.question().choices[0].action.clone();
        let line = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/play", "params": { "action": action } });
        room.call(Viewer::Seat(seat), None, line.to_string().as_bytes())
    }

    /// What a new listener of the room is sent: its number, its queue, and the reply.
    fn enter(room: &mut Room, token: Option<&str>, from: usize) -> (u64, Inbox, Value) {
        let clients = Arc::new(Clients::new(Limits::default(), Instant::now()));
        let (out, inbox) = Outbox::new(clients, IpAddr::from([127, 0, 0, 1]).into());
        let (number, about) = room.enter(Right::of(token), from, out).unwrap();
        (number, inbox, about)
    }

    /// The notifications that wait for a listener.
    fn notes(inbox: &mut Inbox) -> Vec<(String, Value)> {
        let all = std::iter::from_fn(|| inbox.notes.try_recv().ok());
        all.map(|note| {
            let note: Value = serde_json::from_str(&note.text).unwrap();
            let method = note["method"].as_str().unwrap().to_owned();
            (method, note["params"].clone())
        })
        .collect()
    }

    /// A listener gets each line once: on entering, in the reply to its own action, or in the news of another's.
    #[test]
    fn each_line_is_sent_once() {
        let mut room = room();
        let asked = |room: &Room| match room.session.actor() {
            Actor::Seat(seat) => seat,
            _ => panic!("nobody is asked"),
        };
        let tokens = ["one", "two"];
        let first = asked(&room).index();
        play(&mut room);
        let (me, mut mine, about) = enter(&mut room, Some(tokens[first]), 0);
        let (_, mut other, later) = enter(&mut room, Some(tokens[1 - first]), usize::MAX);
        let all = room.session.lines(Viewer::Seat(Seat(first as u8)), 0).len();
        assert_eq!(
            (&about["from"], &about["viewer"]),
            (&json!(0), &json!(first + 1))
        );
        assert_eq!((&later["from"], &later["lines"]), (&json!(all), &json!([])));
        assert!(about.get("next").is_none());
        let mut lines = about["lines"].as_array().unwrap().clone();
        assert_eq!(lines.len(), all);
        notes(&mut mine);
        notes(&mut other);
        // Both play in turn: the reply tells one player, a message the other.
        for _ in 0..4 {
            let seat = asked(&room);
            let own = seat.index() == first;
            let action = room.session.question().choices[0].action.clone();
            let line = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/play", "params": { "action": action } });
            let listener = own.then_some(me);
            let outcome = room.call(Viewer::Seat(seat), listener, line.to_string().as_bytes());
            assert!(outcome.told_all);
            room.confirm();
            room.tell_news(listener);
            if own {
                let reply: Value = serde_json::from_str(&outcome.replies[0]).unwrap();
                lines.extend(reply["result"]["lines"].as_array().unwrap().clone());
            }
            let (news, presence): (Vec<_>, Vec<_>) = notes(&mut mine)
                .into_iter()
                .partition(|(method, _)| method == "match/news");
            assert_eq!((news.len(), presence.len()), (usize::from(!own), 1));
            for (_, news) in news {
                assert_eq!(news["from"], lines.len());
                assert_eq!(news["actions_played"], room.session.actions_played());
                lines.extend(news["lines"].as_array().unwrap().clone());
            }
        }
        let viewer = Viewer::Seat(Seat(first as u8));
        let expected = cardwright_wire::lines_page(&room.session, viewer, 0, LINES).unwrap();
        assert_eq!(json!(lines), json!(expected.lines));
        assert_eq!(notes(&mut other).len(), 8, "news and clocks");
    }

    /// All others learn who enters and leaves, who is connected, and what the clocks show.
    #[test]
    fn everybody_is_told_who_is_there() {
        let mut room = room();
        let seen = |inbox: &mut Inbox| {
            let all = notes(inbox);
            assert!(all.iter().all(|(method, _)| method == "room/presence"));
            let state = |(_, params): &(String, Value)| {
                let connected = [0, 1].map(|seat| params["seats"][seat]["connected"] == true);
                (params["watching"].as_u64().unwrap(), connected)
            };
            all.iter().map(state).collect::<Vec<_>>()
        };
        let (first, mut inbox, _) = enter(&mut room, None, 0);
        assert_eq!(seen(&mut inbox), [], "it knows already");
        let (one, _one, _) = enter(&mut room, Some("one"), 0);
        assert_eq!(seen(&mut inbox), [(1, [true, false])]);
        let (again, _again, about) = enter(&mut room, Some("one"), 0);
        let _other = enter(&mut room, None, 0);
        assert_eq!(seen(&mut inbox), [(1, [true, false]), (2, [true, false])]);
        assert_eq!(about["seats"][0]["connected"], true);
        room.leave(one);
        room.leave(again);
        assert_eq!(seen(&mut inbox), [(2, [true, false]), (2, [false, false])]);
        assert_eq!(
            (room.listeners(), room.listeners_as(Viewer::Spectator)),
            (2, 2)
        );
        room.about.seats[1] = None;
        room.about.left = vec![1];
        room.since -= Duration::from_secs(10);
        room.keep_entitled();
        let (_, last) = notes(&mut inbox).pop().unwrap();
        let Actor::Seat(asked) = room.session.actor() else {
            panic!("nobody is asked")
        };
        assert_eq!(asked.index(), 0, "the clock of the first seat runs");
        let left = last["seats"][0]["clock"].as_f64().unwrap();
        assert!((40.0..=50.0).contains(&left), "{last}");
        assert!(last["seats"][0].get("left").is_none());
        let gone = &last["seats"][1];
        assert_eq!(
            (&gone["left"], gone.get("connected"), gone.get("clock")),
            (&json!(true), None, None)
        );
        room.about.seats[1] = Some("x".into());
        assert_eq!(room.info()["seats"][1]["clock"], 60.0, "and no other does");
        room.leave(first);
        assert_eq!(room.watching(), 1);
    }

    /// Thinking costs the time of the player who acts, from the last action on; asking costs nothing.
    #[test]
    fn time_is_spent_by_acting() {
        let mut room = room();
        let left = |room: &Room| {
            let clock = room.about.clock.as_ref().unwrap();
            [0, 1].map(|seat| clock.left(seat).as_secs())
        };
        room.since -= Duration::from_secs(20);
        let line = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/question" }).to_string();
        room.call(Viewer::Seat(Seat(0)), None, line.as_bytes());
        assert_eq!(left(&room), [60, 60]);
        assert!(room.since.elapsed() >= Duration::from_secs(20));
        let outcome = play(&mut room);
        let [first, second] = left(&room);
        assert!(
            (30..=40).contains(&first) && second == 60,
            "{first} {second}"
        );
        assert!(
            room.since.elapsed() < Duration::from_secs(20),
            "the next one's time begins"
        );
        let about = |outcome: Outcome| match outcome.write {
            Some(Write::Actions { about, .. }) => about,
            _ => panic!("nothing to write"),
        };
        assert_eq!(
            about(outcome),
            Some(text(&room.about)),
            "clocks are stored too"
        );
        room.about.clock = None;
        assert_eq!(about(play(&mut room)), None);
        let old = room.confirmed - Duration::from_secs(9);
        room.confirmed = old;
        room.confirm();
        assert!(room.confirmed > old);
    }

    /// A bot of the usual strength acts for a player who has left, and then the replies do not tell everything.
    #[test]
    fn the_bot_of_who_has_left_is_greedy() {
        let mut room = room();
        room.about.clock = None;
        room.about.left = vec![1];
        let outcome = play(&mut room);
        assert!(outcome.answers == 2 && !outcome.told_all);
        let played = room.session.notation().to_vec();
        let bots = || vec!["human".into(), "human".into()];
        let mut other = Session::begin("robotory", &Setup::players(2), 1, bots()).unwrap();
        other.play(&played[0]).unwrap();
        assert_eq!(other.ask_bot("greedy").unwrap(), played[1]);
    }

    /// A stored room whose actions or fingerprints were changed is not used.
    #[test]
    fn a_damaged_room_is_not_loaded() {
        let mut session =
            Session::begin("robotory", &Setup::players(2), 1, vec!["human".into(); 2]).unwrap();
        let action = session.question().choices[0].action.clone();
        session.play(&action).unwrap();
        let whole = session.replay(session.seats().to_vec());
        let start = Replay {
            actions: Vec::new(),
            fingerprints: Vec::new(),
            ..whole
        };
        let kept = Kept {
            id: "room".into(),
            start: write_replay(&start),
            about: text(&room().about),
            actions: vec![action],
            fingerprints: vec![(1, session.fingerprint())],
            writes: 7,
        };
        let load = |change: fn(&mut Kept)| {
            let mut kept = kept.clone();
            change(&mut kept);
            Room::load(kept, |replay| {
                let book = cardwright::rulebook("robotory", &Setup::of(replay)).unwrap();
                Match::resume_with(book, replay).map_err(|error| HttpError::internal(&error))
            })
        };
        let room = load(|_| {}).unwrap();
        assert_eq!(
            (room.session.actions_played(), room.writes, &*room.id),
            (1, 7, "room")
        );
        for change in [
            (|kept| kept.fingerprints[0].1 ^= 1) as fn(&mut Kept),
            |kept| kept.actions[0] = "x".into(),
            |kept| kept.start = "x".into(),
            |kept| kept.about = "x".into(),
        ] {
            let status = load(change).map(drop).unwrap_err().status;
            assert_eq!(status.as_u16(), 503);
        }
    }

    /// An alarm that was set before the last action is too late: nobody loses time, and no bot acts.
    #[test]
    fn an_alarm_that_comes_late_does_nothing() {
        let mut room = room();
        let before = room.session.actions_played();
        assert_eq!(play(&mut room).answers, 1);
        let late = room.alarm(before);
        assert!(late.write.is_none() && late.answers == 0);
        assert!((0..2).all(|seat| {
            room.about
                .clock
                .as_ref()
                .is_some_and(|clock| !clock.is_up(seat))
        }));
        let now = room.alarm(room.session.actions_played());
        assert!(
            now.answers > 0 && now.write.is_some(),
            "who is asked and has no time left is answered for"
        );
    }

    /// Bots act for a player who has left, and stop if no person in their room is waiting.
    #[test]
    fn a_bot_takes_the_seat_of_who_has_left() {
        let mut room = room();
        let asked = |room: &Room| match room.session.actor() {
            Actor::Seat(seat) => seat.index(),
            _ => panic!("nobody is asked"),
        };
        let first = asked(&room);
        let (one, two) = (Some("one"), Some("two"));
        let names = [one, two];
        assert!(
            room.without(first, names[1 - first]).is_err(),
            "not another's seat"
        );
        assert!(room.without(9, Some("host")).is_err() && room.without(first, None).is_err());
        let about = room.without(first, Some("host")).unwrap();
        assert_eq!(about, room.without(first, names[first]).unwrap());
        let before = room.about.clone();
        assert!(matches!(room.change(about), Write::About { .. }) && room.in_doubt);
        assert_eq!(room.deadline(), None, "nobody's time runs");
        assert!(room.go_on().answers > 0);
        assert_eq!(asked(&room), 1 - first);
        assert!(
            room.without(first, Some("host")).is_err(),
            "nobody sits there"
        );
        assert_ne!(room.about, before);
        let bots = vec!["random".into(), "random".into()];
        let session = Session::begin("robotory", &Setup::players(2), 1, bots).unwrap();
        let stopped = Room::begin("other".into(), session, before, &|| Some(HttpError::gone()));
        assert_eq!(stopped.err(), Some(HttpError::gone()));
    }

    /// Time since the alarm was set also counts for a room that was not in memory in the meantime.
    #[test]
    fn a_clock_runs_while_its_room_is_out_of_memory() {
        let mut room = room();
        let now = Instant::now();
        let answered = room.session.actions_played();
        room.keep_time(now + Duration::from_secs(20), answered + 1);
        assert!(
            room.deadline().unwrap().0 > Duration::from_secs(55),
            "another question's alarm"
        );
        room.keep_time(now + Duration::from_secs(20), answered);
        let left = room.deadline().unwrap().0;
        assert!((18..=20).contains(&left.as_secs()), "{left:?}");
        room.keep_time(now + Duration::from_secs(99), answered);
        assert!(room.deadline().unwrap().0 <= left, "nobody gains time");
    }

    /// A change that may not be on disk is in doubt; a request that changed nothing is not.
    #[test]
    fn an_answer_is_in_doubt_until_it_is_kept() {
        let mut room = room();
        let question = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/question" }).to_string();
        assert!(
            room.call(Viewer::Spectator, None, question.as_bytes())
                .write
                .is_none()
                && !room.in_doubt
        );
        assert!(play(&mut room).write.is_some() && room.in_doubt);
    }
}
