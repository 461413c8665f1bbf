//! One room: a match, who may answer in it, and who listens.

use crate::HttpError;
use crate::clock::Clock;
use crate::store::{Kept, Write};
use crate::tokens::digest;
use cardwright::{Actor, Match, Replay, Seat, Session, Viewer, read_replay, write_replay};
use cardwright_wire::rpc::Door;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::Sender;

/// What is kept of a room beside its match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct About {
    /// The digest of the host's token.
    pub host: String,
    /// The digest of each seat's token; none where a bot sits.
    pub seats: Vec<Option<String>>,
    /// Whether whoever has the room's id may watch.
    pub spectators: bool,
    pub clock: Option<Clock>,
}

/// Somebody who is told what happens.
struct Listener {
    viewer: Viewer,
    /// How many lines it has.
    told: usize,
    out: Sender<String>,
}

/// A room in memory. What it has in memory beyond what is on the disk is in doubt until it is confirmed.
pub(crate) struct Room {
    pub id: String,
    session: Session,
    pub about: About,
    listeners: BTreeMap<u64, Listener>,
    next: u64,
    /// Since when who is asked is asked.
    since: Instant,
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
    /// A new room, and what must be kept of it. Bots that begin have answered.
    pub(crate) fn begin(id: String, mut session: Session, about: About) -> Result<(Self, Write), HttpError> {
        session.play_bots().map_err(|error| HttpError::internal(&error))?;
        let whole = session.replay(session.seats().to_vec());
        let start = write_replay(&Replay { actions: Vec::new(), fingerprints: Vec::new(), ..whole.clone() });
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
        let (listeners, now) = (BTreeMap::new(), Instant::now());
        let (since, used, confirmed) = (now, now, now);
        Room { id, session, about, listeners, next: 0, since, used, in_doubt: false, writes, confirmed }
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
        let broken =
            |error: &dyn std::fmt::Display| HttpError::internal(&format!("a kept room is broken: {error}"));
        let mut replay = read_replay(&kept.start).map_err(|error| broken(&error))?;
        let about: About = serde_json::from_str(&kept.about).map_err(|error| broken(&error))?;
        replay.actions = kept.actions;
        let print = |(count, print): (usize, u64)| (count, format!("{print:016x}"));
        replay.fingerprints = kept.fingerprints.into_iter().map(print).collect();
        let session = Session::new(resume(&replay)?, replay.seats.clone()).map_err(|error| broken(&error))?;
        Ok(Room::of(kept.id, session, about, kept.writes))
    }

    /// Who a token belongs to; a spectator without one, where there may be some.
    pub(crate) fn viewer(&self, token: Option<&str>) -> Result<Viewer, HttpError> {
        let Some(token) = token else {
            return match self.about.spectators {
                true => Ok(Viewer::Spectator),
                false => Err(HttpError::token("this room has no spectators")),
            };
        };
        let found = digest(token);
        let seat = self.about.seats.iter().position(|own| own.as_deref() == Some(&*found));
        seat.map(|seat| Viewer::Seat(Seat(seat as u8)))
            .ok_or_else(|| HttpError::token("the token is no seat's in this room"))
    }

    /// Whether a token is the host's.
    pub(crate) fn is_host(&self, token: Option<&str>) -> bool {
        token.is_some_and(|token| digest(token) == self.about.host)
    }

    /// Gives a seat another token.
    pub(crate) fn renew(&mut self, seat: Seat, token: &str) -> Write {
        if let Some(own) = self.about.seats.get_mut(seat.index()) {
            *own = Some(digest(token));
        }
        Write::About { room: self.id.clone(), after: self.writes, about: text(&self.about) }
    }

    /// Takes a message of a viewer. Nobody may be told of it before `write` is on the disk.
    pub(crate) fn call(&mut self, viewer: Viewer, listener: Option<u64>, line: &[u8]) -> Outcome {
        let (before, asked, since) = (self.session.answered(), self.session.actor(), self.since);
        if let Some(listener) = listener.and_then(|number| self.listeners.get(&number)) {
            self.session.set_told(viewer, listener.told);
        }
        let replies = Door::new(&mut self.session, viewer, &self.id).handle(line);
        if self.session.answered() > before {
            if let (Some(clock), Actor::Seat(seat)) = (&mut self.about.clock, asked) {
                clock.answered(seat.index(), since.elapsed());
            }
            if let Some(listener) = listener.and_then(|number| self.listeners.get_mut(&number)) {
                listener.told = self.session.told(viewer);
            }
        }
        let told = self.session.answered();
        if told > before {
            self.answer_for_absent();
        }
        Outcome { told_all: self.session.answered() == told, ..self.outcome(replies, before) }
    }

    /// The time of who is asked is up, unless it has answered meanwhile.
    pub(crate) fn alarm(&mut self, answered: usize) -> Outcome {
        let before = self.session.answered();
        if let (Actor::Seat(seat), Some(clock), true) =
            (self.session.actor(), &mut self.about.clock, before == answered)
        {
            clock.run_out(seat.index());
            self.answer_for_absent();
        }
        self.outcome(Vec::new(), before)
    }

    fn outcome(&mut self, replies: Vec<String>, before: usize) -> Outcome {
        let new: Vec<String> = self.session.notation().get(before..).unwrap_or_default().to_vec();
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
        Outcome { replies, write, answers, told_all: true }
    }

    /// Lets a bot answer for seats whose time is up.
    fn answer_for_absent(&mut self) {
        let bots = self.session.rulebook().bots();
        let bot = bots.iter().find(|bot| **bot == "greedy").or(bots.first()).copied().unwrap_or("random");
        while let (Actor::Seat(seat), Some(clock)) = (self.session.actor(), &self.about.clock) {
            if !clock.is_up(seat.index()) {
                return;
            }
            let answer = self.session.ask_bot(bot).unwrap_or_default();
            let taken = self.session.answer(&answer).and_then(|()| self.session.play_bots());
            if let Err(error) = taken {
                tracing::error!(room = self.id, %error, "a bot's answer is refused");
                return;
            }
        }
    }

    /// When the time of who is asked is up, and how many answers there are now; `None` without a clock, or when a bot or
    /// nobody is asked.
    pub(crate) fn deadline(&self) -> Option<(Duration, usize)> {
        let (Some(clock), Actor::Seat(seat)) = (&self.about.clock, self.session.actor()) else { return None };
        let left = clock.left(seat.index()).saturating_sub(self.since.elapsed());
        self.session.is_person(seat).then(|| (left, self.session.answered()))
    }

    // Who listens.

    /// Somebody comes, who has so many lines; gives the number it goes by and what it is told.
    pub(crate) fn enter(
        &mut self,
        viewer: Viewer,
        from: usize,
        out: Sender<String>,
    ) -> Result<(u64, Value), HttpError> {
        let lines = self.session.lines(viewer, from);
        let number = self.next;
        self.next += 1;
        self.listeners.insert(number, Listener { viewer, told: from + lines.len(), out });
        let mut about = self.info();
        about["viewer"] = json!(cardwright_wire::Viewer(viewer));
        about["from"] = from.into();
        let lines = cardwright_wire::lines(lines).map_err(|error| HttpError::internal(&error))?;
        about["lines"] = json!(lines);
        self.tell_presence(Some(number));
        Ok((number, about))
    }

    pub(crate) fn leave(&mut self, number: u64) {
        self.listeners.remove(&number);
        self.tell_presence(None);
    }

    pub(crate) fn listeners(&self) -> usize {
        self.listeners.len()
    }

    /// Tells everybody else what has happened, each what it may know.
    pub(crate) fn tell_news(&mut self, but: Option<u64>) {
        let (answered, actor) = (self.session.answered(), cardwright_wire::Actor::from(self.session.actor()));
        let session = &self.session;
        self.listeners.retain(|number, listener| {
            if Some(*number) == but {
                return true;
            }
            let lines = session.lines(listener.viewer, listener.told);
            let from = listener.told;
            listener.told += lines.len();
            let Ok(lines) = cardwright_wire::lines(lines) else { return false };
            let params = json!({
                "version": cardwright_wire::Version, "answered": answered, "actor": actor, "from": from, "lines": lines,
            });
            // Who does not read is let go, and may come back with what it has.
            listener.out.try_send(note("match/news", &params)).is_ok()
        });
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
            .retain(|number, listener| Some(*number) == but || listener.out.try_send(note.clone()).is_ok());
    }

    /// Tells everybody that the room closes, and lets them go.
    pub(crate) fn close(&mut self, reason: &str) {
        let note = note("room/closed", &json!({ "version": cardwright_wire::Version, "reason": reason }));
        for listener in std::mem::take(&mut self.listeners).into_values() {
            let _ = listener.out.try_send(note.clone());
        }
    }

    // What lies open.

    fn watching(&self) -> usize {
        self.listeners.values().filter(|listener| listener.viewer == Viewer::Spectator).count()
    }

    fn seats(&self) -> Value {
        let here =
            |seat: usize| self.listeners.values().any(|one| one.viewer == Viewer::Seat(Seat(seat as u8)));
        let seats = self.session.seats().iter().enumerate().map(|(seat, who)| {
            let mut one = json!({ "seat": seat + 1, "who": who });
            if self.about.seats.get(seat).is_some_and(Option::is_some) {
                one["connected"] = here(seat).into();
                if let Some(clock) = &self.about.clock {
                    let running = self.session.actor() == Actor::Seat(Seat(seat as u8));
                    let spent = if running { self.since.elapsed() } else { Duration::ZERO };
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
        let options: serde_json::Map<String, Value> =
            about.options.iter().map(|option| (option.name.clone(), option.value.clone().into())).collect();
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

fn note(method: &str, params: &Value) -> String {
    json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ClockRules;
    use cardwright::Setup;

    /// A room of two people with a clock.
    fn room() -> Room {
        let session = Session::begin("robotory", &Setup::players(2), 1, vec!["human".into(); 2]).unwrap();
        let clock = Clock::new(ClockRules { seconds: 60, increment: 0 }, 2).unwrap();
        let seats = vec![Some(digest("one")), Some(digest("two"))];
        let about = About { host: digest("host"), seats, spectators: true, clock: Some(clock) };
        Room::begin("room".into(), session, about).unwrap().0
    }

    fn play(room: &mut Room) -> Outcome {
        let Actor::Seat(seat) = room.session.actor() else { panic!("nobody is asked") };
        let action = room.session.question().choices[0].action.clone();
        let line =
            json!({ "jsonrpc": "2.0", "id": 1, "method": "match/play", "params": { "action": action } });
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
        assert!((0..2).all(|seat| room.about.clock.as_ref().is_some_and(|clock| !clock.is_up(seat))));
        let now = room.alarm(room.session.answered());
        assert!(now.answers > 0 && now.write.is_some(), "who is asked and has no time left is answered for");
    }

    /// What may not be on the disk is in doubt, and what changed nothing is not.
    #[test]
    fn an_answer_is_in_doubt_until_it_is_kept() {
        let mut room = room();
        let question = json!({ "jsonrpc": "2.0", "id": 1, "method": "match/question" }).to_string();
        assert!(room.call(Viewer::Spectator, None, question.as_bytes()).write.is_none() && !room.in_doubt);
        assert!(play(&mut room).write.is_some() && room.in_doubt);
    }
}
