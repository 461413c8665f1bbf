//! One room: a match, who may answer in it, and who listens.

use crate::HttpError;
use crate::listeners::{About, Listeners, Outbox, Right};
use crate::store::{Kept, Write};
use crate::tokens::{digest, hex};
use axum::extract::ws::Utf8Bytes;
use cardwright::{Actor, Match, Replay, Seat, Session, Viewer, read_replay, write_replay};
use cardwright_wire::rpc::{LINES, SeatEndpoint};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// A room in memory. What it has in memory beyond what is on the disk is in doubt until it is confirmed.
pub(crate) struct Room {
    pub id: String,
    session: Session,
    pub about: About,
    listeners: Listeners,
    /// Since when who is asked is asked.
    pub since: Instant,
    pub used: Instant,
    /// Something was done that the disk may not have: the room is loaded anew before it is used again.
    pub in_doubt: bool,
    /// How often it was written to; the store refuses who does not know of another's write.
    pub writes: u64,
    /// When the store was last seen to have it as it is here.
    pub confirmed: Instant,
}

/// What a message came to.
pub(crate) struct Outcome {
    pub replies: Vec<String>,
    /// What must be on the disk before anybody is told.
    pub write: Option<Write>,
    /// How many answers that are.
    pub answers: usize,
    /// Whether the replies tell whoever asked all that happened.
    pub told_all: bool,
}

impl Room {
    /// A new room, and what must be kept of it. Bots that begin have answered; they stop where `stop` says why, before each
    /// answer.
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

    /// What was written is on the disk.
    pub(crate) fn confirm(&mut self) {
        self.in_doubt = false;
        self.writes += 1;
        self.confirmed = Instant::now();
    }

    /// A room as it is kept; `resume` continues its match.
    pub(crate) fn load(
        kept: Kept,
        resume: impl FnOnce(&Replay) -> Result<Match, HttpError>,
    ) -> Result<Self, HttpError> {
        let broken = |error: &dyn std::fmt::Display| {
            HttpError::internal(&format!("a kept room is broken: {error}"))
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

    /// Whether a token is the host's.
    pub(crate) fn is_host(&self, token: Option<&str>) -> bool {
        token.is_some_and(|token| hex(&digest(token)) == self.about.host)
    }

    /// The seat of a token.
    fn seat_of(&self, token: &str) -> Result<usize, HttpError> {
        match self.about.viewer(&Right::of(Some(token)))? {
            Viewer::Seat(seat) => Ok(seat.index()),
            _ => Err(HttpError::token("only a seat has a token")),
        }
    }

    /// The facts of the room once the seat of a token has another one.
    pub(crate) fn renewed(&self, token: &str, new: &str) -> Result<About, HttpError> {
        let seat = self.seat_of(token)?;
        let mut about = self.about.clone();
        about.seats[seat] = Some(hex(&digest(new)));
        Ok(about)
    }

    /// The facts of the room once nobody sits at a seat any more: whoever sits there leaves, or the host sends them away.
    pub(crate) fn without(&self, seat: usize, token: Option<&str>) -> Result<About, HttpError> {
        let own = token.is_some_and(|token| self.seat_of(token) == Ok(seat));
        if !own && !self.is_host(token) {
            return Err(HttpError::token(
                "only the host, or whoever sits there, frees a seat",
            ));
        }
        let mut about = self.about.clone();
        match about.seats.get_mut(seat).and_then(Option::take) {
            Some(_) => about.left.push(seat),
            None => return Err(HttpError::no_seat()),
        }
        Ok(about)
    }

    /// The facts of the room once it takes spectators, or none.
    pub(crate) fn open_to(
        &self,
        spectators: bool,
        token: Option<&str>,
    ) -> Result<About, HttpError> {
        if !self.is_host(token) {
            return Err(HttpError::token("only the host says who may watch"));
        }
        Ok(About {
            spectators,
            ..self.about.clone()
        })
    }

    /// Other facts, which are kept with `write`. What rights they take away is taken away when they are confirmed.
    pub(crate) fn change(&mut self, about: About) -> Write {
        self.in_doubt = true;
        self.about = about;
        Write::About {
            room: self.id.clone(),
            after: self.writes,
            about: text(&self.about),
        }
    }

    /// Takes a message of a viewer. Nobody may be told of it before `write` is on the disk.
    pub(crate) fn call(&mut self, viewer: Viewer, listener: Option<u64>, line: &[u8]) -> Outcome {
        let (before, asked, since) = (self.session.answered(), self.session.actor(), self.since);
        if let Some(told) = listener.and_then(|number| self.listeners.told(number)) {
            self.session.set_told(viewer, told);
        }
        let replies = SeatEndpoint::new(&mut self.session, viewer, &self.id).handle(line);
        if self.session.answered() > before {
            if let (Some(clock), Actor::Seat(seat)) = (&mut self.about.clock, asked) {
                clock.answered(seat.index(), since.elapsed());
            }
            if let Some(listener) = listener {
                self.listeners.set_told(listener, self.session.told(viewer));
            }
        }
        let told = self.session.answered();
        if told > before {
            self.answer_for_absent();
        }
        Outcome {
            told_all: self.session.answered() == told,
            ..self.outcome(replies, before)
        }
    }

    /// The time of who is asked is up, unless it has answered meanwhile.
    pub(crate) fn alarm(&mut self, answered: usize) -> Outcome {
        let before = self.session.answered();
        if let (Actor::Seat(seat), Some(clock), true) = (
            self.session.actor(),
            &mut self.about.clock,
            before == answered,
        ) {
            clock.run_out(seat.index());
            self.answer_for_absent();
        }
        self.outcome(Vec::new(), before)
    }

    fn outcome(&mut self, replies: Vec<String>, before: usize) -> Outcome {
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
            told_all: true,
        }
    }

    /// Somebody has left: if their seat is asked, a bot answers.
    pub(crate) fn go_on(&mut self) -> Outcome {
        let before = self.session.answered();
        self.answer_for_absent();
        self.outcome(Vec::new(), before)
    }

    /// Lets a bot answer for seats whose time is up, or whose people have left.
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
                .answer(&answer)
                .and_then(|()| self.session.play_bots());
            if let Err(error) = taken {
                tracing::error!(room = self.id, %error, "a bot's answer is refused");
                return;
            }
        }
    }

    /// When the time of who is asked is up, and how many answers there are now; `None` without a clock, or when a bot or
    /// nobody is asked.
    pub(crate) fn deadline(&self) -> Option<(Duration, usize)> {
        let (Some(clock), Actor::Seat(seat)) = (&self.about.clock, self.session.actor()) else {
            return None;
        };
        let left = clock
            .left(seat.index())
            .saturating_sub(self.since.elapsed());
        let waits = self.session.is_person(seat) && !self.about.is_absent(seat.index());
        waits.then(|| (left, self.session.answered()))
    }

    /// The time of who is asked has run since an alarm was set for this moment, though the room was not in memory meanwhile.
    pub(crate) fn keep_time(&mut self, alarm: Instant, answered: usize) {
        if let (Some(clock), Actor::Seat(seat), true) = (
            &self.about.clock,
            self.session.actor(),
            answered == self.session.answered(),
        ) && let Some(since) = alarm.checked_sub(clock.left(seat.index()))
        {
            self.since = self.since.min(since);
        }
    }

    // Who listens.

    /// Somebody comes, who has so many lines; gives the number it goes by and what it is told.
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

    /// How many listen as this viewer.
    pub(crate) fn listeners_as(&self, viewer: Viewer) -> usize {
        self.listeners.of(viewer)
    }

    /// Lets go whoever has no right to listen any more, and tells the others who is left.
    pub(crate) fn keep_entitled(&mut self) {
        self.listeners.keep_entitled(&self.about);
        self.tell_presence(None);
    }

    /// Tells everybody else what has happened, each what it may know.
    pub(crate) fn tell_news(&mut self, but: Option<u64>) {
        let (answered, actor) = (
            self.session.answered(),
            cardwright_wire::Actor::from(self.session.actor()),
        );
        let session = &self.session;
        let news = |viewer: Viewer, told: &mut usize| {
            let mut notes = Vec::new();
            // News come in pages, too; one of them at least, as somebody else is asked now.
            loop {
                let Ok(page) = cardwright_wire::lines_page(session, viewer, *told, LINES) else {
                    return notes;
                };
                let params = json!({
                    "version": cardwright_wire::Version, "answered": answered, "actor": actor, "from": *told,
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

    /// Tells everybody that the room closes, and lets them go.
    pub(crate) fn close(&mut self, reason: &str) {
        let note = note(
            "room/closed",
            &json!({ "version": cardwright_wire::Version, "reason": reason }),
        );
        self.listeners.close(&self.about, &note);
    }

    // What lies open.

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

    /// What everybody who has the room's id may know.
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
            "answered": self.session.answered(),
        })
    }

    /// Game, packs and options, for whoever wants to read the cards.
    pub(crate) fn setup(&self) -> (String, cardwright::Setup) {
        let replay = self.session.replay(Vec::new());
        (replay.game.clone(), cardwright::Setup::of(&replay))
    }
}

fn text(about: &About) -> String {
    // Texts, numbers and lists: there is nothing in it that JSON cannot say.
    serde_json::to_string(about).unwrap_or_default()
}

fn note(method: &str, params: &Value) -> Utf8Bytes {
    let note = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    note.to_string().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::{Clock, ClockRules};
    use cardwright::Setup;

    /// A room of two people with a clock.
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

    /// An alarm that was set before the last answer was given comes too late: nobody loses time, and no bot answers.
    #[test]
    fn an_alarm_that_comes_late_does_nothing() {
        let mut room = room();
        let before = room.session.answered();
        assert_eq!(play(&mut room).answers, 1);
        let late = room.alarm(before);
        assert!(late.write.is_none() && late.answers == 0);
        assert!((0..2).all(|seat| {
            room.about
                .clock
                .as_ref()
                .is_some_and(|clock| !clock.is_up(seat))
        }));
        let now = room.alarm(room.session.answered());
        assert!(
            now.answers > 0 && now.write.is_some(),
            "who is asked and has no time left is answered for"
        );
    }

    /// Bots play on for whoever has left, and stop when nobody waits for the room that they play in.
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

    /// Time that has passed since the alarm was set has passed for a room that was out of memory meanwhile, too.
    #[test]
    fn a_clock_runs_while_its_room_is_out_of_memory() {
        let mut room = room();
        let now = Instant::now();
        let answered = room.session.answered();
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

    /// What may not be on the disk is in doubt, and what changed nothing is not.
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
