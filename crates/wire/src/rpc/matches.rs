//! The methods about matches. A request that names a seat sees and does only what that seat's client may.

use super::faults::{RpcError, codes};
use super::limits::MATCHES;
use super::message::done;
use super::params::{Asked, Give, LoadMatch, NewMatch, OfMatch, Seen, SeenFrom, Undo, World};
use super::waiting::{After, Said};
use super::{Service, tools};
use crate::{Actor, Table, Version, play, saves, scenes};
use cardwright::{HUMAN, Match, Seat, SeatMatch, Session, Viewer, game};
use serde_json::{Value, json};

impl Service {
    pub(super) fn match_new(&mut self, given: NewMatch) -> Result<After, RpcError> {
        self.room_for_one()?;
        let info = game(&given.game)?;
        let named = given.players_named(info)?;
        let players = tools::players(info, named, given.position.as_deref())?;
        let seats = given
            .seats
            .unwrap_or_else(|| vec![HUMAN.into(); usize::from(players)]);
        let setup = tools::setup(players, given.packs, given.options)?.at_table(info.id, &seats);
        if given.by_hand && given.seed.is_some() {
            return Err(RpcError::params(
                "seed",
                "a match with dice by hand has no seed",
            ));
        }
        let seed = (!given.by_hand).then(|| given.seed.unwrap_or_else(|| self.next_seed()));
        let book = self.book(info.id, setup)?;
        let play = match &given.position {
            Some(position) => Match::start_from(book, position, seed)?,
            None => Match::start(book, seed),
        };
        self.take(Session::new(play, seats)?)
    }

    pub(super) fn match_load(&mut self, given: LoadMatch) -> Result<After, RpcError> {
        self.room_for_one()?;
        let session = match given.save {
            Value::String(text) => Session::load(&text)?,
            object => Session::load(&object.to_string())?,
        };
        self.take(session)
    }

    /// Makes a match that a seat cannot distinguish from the real one, for trying out actions.
    pub(super) fn match_world(&mut self, given: World) -> Result<After, RpcError> {
        self.room_for_one()?;
        let session = self.session(&given.of)?;
        let players = session.seats().len();
        let Viewer::Seat(seat) = given.seat.0 else {
            return Err(RpcError::params(
                "seat",
                "a world is sampled for a seat: give its number",
            ));
        };
        if seat.index() >= players {
            return Err(no_seat(seat, players));
        }
        let seats = given.seats.unwrap_or_else(|| vec![HUMAN.into(); players]);
        let mut world = Session::new(session.world(seat, given.luck), seats)?;
        if let Some(action) = &given.action {
            let taken = world.play(action);
            taken.map_err(|error| RpcError::not_taken(&world, &error))?;
        }
        let after = self.take(world)?;
        self.worlds.insert(after.of.clone());
        Ok(after)
    }

    /// Stores a match, in which bots may act first.
    fn take(&mut self, session: Session) -> Result<After, RpcError> {
        self.room_for(session.actions_played())?;
        self.made += 1;
        let of = format!("m{}", self.made);
        self.matches.insert(of.clone(), session);
        Ok(After {
            of,
            said: Said::Begun,
        })
    }

    /// A seed for a match whose client chose none: below 2^53, so that every language can represent it.
    fn next_seed(&mut self) -> u64 {
        self.seed = self
            .seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.seed >> 11
    }

    fn room_for_one(&self) -> Result<(), RpcError> {
        match self.matches.len() < MATCHES {
            true => Ok(()),
            false => Err(RpcError::limit(
                format!("a client holds at most {MATCHES} matches"),
                "close one with `match/close`",
            )),
        }
    }

    pub(super) fn room_for(&self, more: usize) -> Result<(), RpcError> {
        let held: usize = self
            .matches
            .values()
            .map(|session| session.actions_played())
            .sum();
        let most = self.most_actions;
        match held.saturating_add(more) <= most {
            true => Ok(()),
            false => Err(RpcError::limit(
                format!("the matches of a client hold at most {most} answers together"),
                "close matches with `match/close`",
            )),
        }
    }

    pub(super) fn session(&mut self, name: &str) -> Result<&mut Session, RpcError> {
        let shown = super::message::shortened(name);
        self.matches.get_mut(name).ok_or_else(|| {
            let data = json!({ "kind": "no-match", "match": shown });
            RpcError::new(
                codes::NO_MATCH,
                format!("there is no match `{shown}`"),
                data,
            )
        })
    }

    /// The match as the viewer's client may use it; `None` for the host.
    fn client(
        &mut self,
        name: &str,
        viewer: Option<crate::Viewer>,
    ) -> Result<Option<SeatMatch<&mut Session>>, RpcError> {
        let session = self.session(name)?;
        match viewer.map(|viewer| viewer.0) {
            None | Some(Viewer::Referee) => Ok(None),
            Some(Viewer::Spectator) => Ok(Some(session.spectator())),
            Some(Viewer::Seat(seat)) => {
                let players = session.seats().len();
                session
                    .seat(seat)
                    .map(Some)
                    .ok_or_else(|| no_seat(seat, players))
            }
        }
    }

    /// Checks that the viewer's seat exists.
    fn looks(&mut self, name: &str, viewer: Option<crate::Viewer>) -> Result<Viewer, RpcError> {
        Ok(self
            .client(name, viewer)?
            .map_or(Viewer::Referee, |client| client.viewer()))
    }

    pub(super) fn match_close(&mut self, given: OfMatch) -> Result<Value, RpcError> {
        self.session(&given.of)?;
        self.matches.remove(&given.of);
        self.worlds.remove(&given.of);
        Ok(json!({ "version": Version }))
    }

    pub(super) fn match_save(&mut self, given: Seen) -> Result<Value, RpcError> {
        if let Some(client) = self.client(&given.of, given.seat)? {
            return done(&saves::copied(&client.copy())?);
        }
        if self.worlds.contains(&given.of) {
            let data = json!({ "kind": "load", "reason": "a sampled world has no history" });
            return Err(RpcError::new(
                codes::LOAD,
                "a sampled world has no history, so it cannot be saved",
                data,
            ));
        }
        let session = self.session(&given.of)?;
        done(&saves::saved(&session.replay(session.seats().to_vec()))?)
    }

    pub(super) fn match_question(&mut self, given: Asked) -> Result<Value, RpcError> {
        let viewer = self.looks(&given.of, given.seat)?;
        let most = given.limit.unwrap_or(usize::MAX);
        let session = self.session(&given.of)?;
        done(&play::question_page(session, viewer, given.from, most)?)
    }

    pub(super) fn match_play(&mut self, given: Give) -> Result<After, RpcError> {
        self.room_for(1)?;
        let viewer = self.looks(&given.of, given.seat)?;
        let taken = match self.client(&given.of, given.seat)? {
            Some(mut client) => client.play(&given.action).map_err(Taken::Seat),
            None => self
                .session(&given.of)?
                .play(&given.action)
                .map_err(Taken::Host),
        };
        let session = self.session(&given.of)?;
        taken.map_err(|error| match error {
            Taken::Seat(error) => RpcError::not_taken_from(session, &error),
            Taken::Host(error) => RpcError::not_taken(session, &error),
        })?;
        Ok(After {
            of: given.of,
            said: Said::Played(viewer),
        })
    }

    pub(super) fn match_undo(&mut self, given: Undo) -> Result<Value, RpcError> {
        let session = self.session(&given.of)?;
        let taken = session.undo(given.count);
        let actor = Actor::from(session.actor());
        Ok(
            json!({ "version": Version, "taken": taken, "actions_played": session.actions_played(), "actor": actor }),
        )
    }

    pub(super) fn match_lines(&mut self, given: SeenFrom) -> Result<Value, RpcError> {
        let viewer = self.looks(&given.of, given.seat)?;
        let most = given.limit.unwrap_or(usize::MAX);
        let session = self.session(&given.of)?;
        done(&play::lines_page(session, viewer, given.from, most)?)
    }

    pub(super) fn match_view(&mut self, given: Seen) -> Result<Value, RpcError> {
        let viewer = self.looks(&given.of, given.seat)?;
        let table: Table = play::table(self.session(&given.of)?, viewer)?;
        done(&table)
    }

    pub(super) fn match_scene(&mut self, given: Seen) -> Result<Value, RpcError> {
        let viewer = self.looks(&given.of, given.seat)?;
        done(&scenes::scene(self.session(&given.of)?, viewer)?)
    }

    pub(super) fn match_why(&mut self, given: Give) -> Result<Value, RpcError> {
        let found = match self.client(&given.of, given.seat)? {
            Some(client) => client.why(&given.action),
            None => self.session(&given.of)?.why(&given.action, Viewer::Referee),
        };
        let why = found.map_err(|error| RpcError::unreadable(&error))?;
        done(&play::why(&why)?)
    }

    pub(super) fn match_hint(&mut self, given: &OfMatch) -> Result<Value, RpcError> {
        done(&play::hint(self.session(&given.of)?))
    }

    pub(super) fn match_position(&mut self, given: Seen) -> Result<Value, RpcError> {
        let viewer = self.looks(&given.of, given.seat)?;
        done(&play::position(self.session(&given.of)?, viewer))
    }

    pub(super) fn match_actions(&mut self, given: OfMatch) -> Result<Value, RpcError> {
        done(&play::actions(self.session(&given.of)?))
    }
}

/// Why an action was rejected.
enum Taken {
    Seat(cardwright::SeatError),
    Host(cardwright::MatchError),
}

fn no_seat(seat: Seat, players: usize) -> RpcError {
    let data = json!({ "kind": "no-seat", "seat": seat, "players": players });
    RpcError::new(
        codes::NO_SEAT,
        format!("there is no seat {seat}; the match has {players} players"),
        data,
    )
}

#[cfg(test)]
#[cfg(all(feature = "robotory", feature = "robot-empire"))]
mod tests {
    use super::*;

    /// The result of a request, or the kind of its error.
    fn ask(service: &mut Service, method: &str, params: Value) -> Result<Value, Value> {
        let line =
            json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }).to_string();
        let reply: Value = serde_json::from_str(&service.handle(line.as_bytes())[0]).unwrap();
        match reply.get("result") {
            Some(result) => Ok(result.clone()),
            None => Err(reply["error"]["data"]["kind"].clone()),
        }
    }

    fn of() -> Value {
        json!({ "match": "m1" })
    }

    /// However a match begins, a client has at most so many.
    #[test]
    fn every_way_to_begin_a_match_is_limited() {
        let mut service = Service::new(1);
        let new = json!({ "game": "robotory" });
        ask(&mut service, "match/new", new.clone()).unwrap();
        let save = ask(&mut service, "match/save", of()).unwrap();
        let ways = [
            ("match/new", new),
            ("match/load", json!({ "save": save["save"].clone() })),
            ("match/load", json!({ "save": save["save"].to_string() })),
            ("match/world", json!({ "match": "m1", "seat": 1 })),
        ];
        let names: Vec<Value> = ways
            .iter()
            .map(|(method, params)| {
                ask(&mut service, method, params.clone()).unwrap()["match"].clone()
            })
            .collect();
        assert_eq!(names, ["m2", "m3", "m4", "m5"]);
        while service.matches.len() < MATCHES {
            ask(&mut service, ways[0].0, ways[0].1.clone()).unwrap();
        }
        for (method, params) in ways {
            assert_eq!(
                ask(&mut service, method, params.clone()),
                Err("limit".into()),
                "{method}"
            );
            let last = service.matches.keys().last().unwrap().clone();
            ask(&mut service, "match/close", json!({ "match": last })).unwrap();
            assert!(ask(&mut service, method, params).is_ok(), "{method}");
        }
    }

    /// A seed is used, chosen if there is none, and absent if dice are entered by hand.
    #[test]
    fn a_match_has_the_seed_it_is_given() {
        let seed = |service: &mut Service, more: Value| {
            let mut new = json!({ "game": "robot-empire" });
            new.as_object_mut()
                .unwrap()
                .extend(more.as_object().unwrap().clone());
            let made = ask(service, "match/new", new)?;
            let save = ask(service, "match/save", json!({ "match": made["match"] }))?;
            Ok::<Value, Value>(save["save"]["seed"].clone())
        };
        let mut service = Service::new(1);
        assert_eq!(seed(&mut service, json!({ "seed": 7 })), Ok(7.into()));
        assert_eq!(
            seed(&mut service, json!({ "by_hand": true })),
            Ok(Value::Null)
        );
        assert_eq!(
            seed(&mut service, json!({ "by_hand": true, "seed": 7 })),
            Err("params".into())
        );
        let chosen: Vec<Value> = (0..3)
            .map(|_| seed(&mut service, json!({})).unwrap())
            .collect();
        assert!(
            chosen
                .iter()
                .all(|seed| seed.as_u64().is_some_and(|seed| seed < 1 << 53))
        );
        assert!(chosen[0] != chosen[1] && chosen[1] != chosen[2]);
        let again = seed(&mut Service::new(1), json!({})).unwrap();
        assert_eq!(again, chosen[0], "it depends on the service's seed alone");
        assert_ne!(seed(&mut Service::new(2), json!({})).unwrap(), again);
    }

    /// Each method about a match refuses a match and a seat that do not exist.
    #[test]
    fn matches_and_seats_that_do_not_exist_are_refused() {
        let mut service = Service::new(1);
        ask(&mut service, "match/new", json!({ "game": "robotory" })).unwrap();
        for method in super::super::METHODS
            .iter()
            .filter(|method| method.starts_with("match/"))
        {
            if ["match/new", "match/load"].contains(method) {
                continue;
            }
            let with = |of: &str, seat: Option<Value>| {
                let mut params = json!({ "match": of });
                if ["match/play", "match/why"].contains(method) {
                    params["action"] = "x".into();
                }
                if let Some(seat) = seat {
                    params["seat"] = seat;
                }
                params
            };
            let needs = (*method == "match/world").then(|| json!(1));
            let absent = ask(&mut service, method, with("m2", needs));
            assert_eq!(absent, Err("no-match".into()), "{method}");
            let has_seat = ![
                "match/bots",
                "match/cancel",
                "match/close",
                "match/hint",
                "match/undo",
                "match/actions",
            ]
            .contains(method);
            let expected = if has_seat { "no-seat" } else { "params" };
            let absent = ask(&mut service, method, with("m1", Some(json!(3))));
            assert_eq!(absent, Err(expected.into()), "{method}");
        }
        for seat in ["spectator", "referee"] {
            let world = ask(
                &mut service,
                "match/world",
                json!({ "match": "m1", "seat": seat }),
            );
            assert_eq!(world, Err("params".into()));
        }
    }

    /// A hint is one of the allowed actions, with the games behind it, and changes nothing.
    #[test]
    fn a_hint_is_an_allowed_action() {
        let mut service = Service::new(1);
        let new = json!({ "game": "moon-bots", "players": 2, "seed": 7 });
        ask(&mut service, "match/new", new).unwrap();
        let of = || json!({ "match": "m1" });
        let before = ask(&mut service, "match/question", of()).unwrap();
        let hint = ask(&mut service, "match/hint", of()).unwrap();
        assert_eq!(ask(&mut service, "match/question", of()).unwrap(), before);
        let choices = before["choices"].as_array().unwrap();
        let allowed = |action: &Value| choices.iter().any(|one| one["action"] == *action);
        assert!(allowed(&hint["action"]), "{hint}");
        let weighed = hint["weighed"].as_array().unwrap();
        let games: Vec<_> = weighed.iter().map(|one| one["games"].as_u64()).collect();
        assert!(
            games.len() > 1 && games.is_sorted_by(|a, b| a >= b),
            "{hint}"
        );
        for one in weighed {
            let share = one["share"].as_f64().unwrap();
            assert!(
                allowed(&one["action"]) && (0.0..=1.0).contains(&share),
                "{one}"
            );
        }
        let again = ask(&mut service, "match/hint", of()).unwrap();
        assert_eq!(again, hint, "the same position gives the same hint");
    }

    /// A sampled world is played on, has its own seats, and cannot be saved; the real match stays as it is.
    #[test]
    fn a_world_is_for_trying_out() {
        let mut service = Service::new(1);
        ask(
            &mut service,
            "match/new",
            json!({ "game": "robotory", "seed": 7 }),
        )
        .unwrap();
        let asked = ask(&mut service, "match/question", of()).unwrap();
        let (seat, action) = (&asked["actor"]["seat"], &asked["choices"][0]["action"]);
        let bots = json!(["random", "random"]);
        let world = json!({ "match": "m1", "seat": 1, "action": action, "seats": bots });
        let world = ask(&mut service, "match/world", world).unwrap();
        assert_eq!(
            (&world["match"], &world["seats"]),
            (&json!("m2"), &bots),
            "{seat}"
        );
        assert!(
            world["actions_played"].as_u64() > Some(1),
            "bots play it to the end"
        );
        assert_eq!(
            ask(&mut service, "match/save", json!({ "match": "m2" })),
            Err("load".into())
        );
        let wrong = json!({ "match": "m1", "seat": 1, "action": "x" });
        assert_eq!(
            ask(&mut service, "match/world", wrong),
            Err("unreadable".into())
        );
        assert_eq!(ask(&mut service, "match/question", of()).unwrap(), asked);
        // Its name may be used for no other match, but a match of that name could be saved.
        ask(&mut service, "match/close", json!({ "match": "m2" })).unwrap();
        assert!(service.worlds.is_empty());
        // A host may undo.
        for (count, taken) in [
            (json!({}), 1),
            (json!({ "count": 2 }), 1),
            (json!({ "count": 1 }), 0),
        ] {
            if taken == 1 {
                let play = json!({ "match": "m1", "action": action });
                ask(&mut service, "match/play", play).unwrap();
            }
            let mut undo = of();
            undo.as_object_mut()
                .unwrap()
                .extend(count.as_object().unwrap().clone());
            let undone = ask(&mut service, "match/undo", undo).unwrap();
            assert_eq!(
                (&undone["taken"], &undone["actions_played"]),
                (&json!(taken), &json!(0))
            );
        }
    }

    /// For every start and length, a page of lines or choices has what the whole list has there, and says where the
    /// next one begins.
    #[test]
    fn pages_put_together_are_the_whole() {
        let mut service = Service::new(1);
        let new = json!({ "game": "robotory", "seats": ["human", "random"], "seed": 7 });
        ask(&mut service, "match/new", new).unwrap();
        for (method, list) in [("match/lines", "lines"), ("match/question", "choices")] {
            let mut page = |from: usize, limit: Option<usize>| {
                let params = json!({ "match": "m1", "from": from, "limit": limit });
                ask(&mut service, method, params).unwrap()
            };
            let whole = page(0, None);
            let all = whole[list].as_array().unwrap().clone();
            assert!(whole.get("next").is_none());
            let ends = [0, 1, 2, all.len() - 1, all.len(), all.len() + 1];
            for from in ends {
                for limit in ends {
                    let found = page(from, Some(limit));
                    let expected: Vec<_> = all.iter().skip(from).take(limit).cloned().collect();
                    assert_eq!(
                        found[list].as_array(),
                        Some(&expected),
                        "{method} {from} {limit}"
                    );
                    let end = from.saturating_add(limit);
                    let next = (limit > 0 && end < all.len()).then_some(end as u64);
                    assert_eq!(found["next"].as_u64(), next, "{method} {from} {limit}");
                }
            }
        }
    }
}
