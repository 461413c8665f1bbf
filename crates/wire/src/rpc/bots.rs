//! Bots that act before a request is answered: one action at a time, so that the host can read lines in between.

use super::Service;
use super::faults::{RpcError, codes};
use super::limits::WAITING;
use super::message::{Request, done, replied};
use super::params::OfMatch;
use super::waiting::{After, Playing, Said};
use crate::{Actor, Played, Version, play};
use cardwright::Next;
use serde_json::{Value, json};
use std::collections::VecDeque;

impl Service {
    /// Queues a request if bots are acting in its match; otherwise returns it.
    pub(super) fn wait_for_bots(&mut self, request: Request) -> Result<Option<Request>, RpcError> {
        let playing = match request.of_match() {
            Some(of) if request.method != "match/cancel" => self
                .playing
                .iter_mut()
                .find(|playing| playing.after.of == of),
            _ => None,
        };
        match playing {
            None => Ok(Some(request)),
            Some(playing) if playing.waiting.len() >= WAITING => {
                let message =
                    format!("at most {WAITING} requests may wait while bots answer in a match");
                Err(RpcError::limit(
                    message,
                    "wait, or stop the bots with `match/cancel`",
                ))
            }
            Some(playing) => {
                playing.waiting.push_back(request);
                Ok(None)
            }
        }
    }

    /// Replies to a request, immediately if no bot has to act. In a batch, bots act immediately.
    pub(super) fn answer_after_bots(
        &mut self,
        id: Option<Value>,
        after: After,
        in_batch: bool,
    ) -> Result<Option<Value>, RpcError> {
        let mut playing = Playing {
            id,
            after,
            given: 0,
            stopped: None,
            waiting: VecDeque::new(),
        };
        loop {
            if self.is_done(&mut playing) {
                return self.said(playing.stopped, &playing.after).map(Some);
            }
            if !in_batch {
                self.playing.push_back(playing);
                return Ok(None);
            }
            self.one_more(&mut playing)?;
        }
    }

    /// Whether no more bots have to act in a match, or they may not.
    fn is_done(&self, playing: &mut Playing) -> bool {
        if playing.stopped.is_some() {
            return true;
        }
        let next = self
            .matches
            .get(&playing.after.of)
            .map(|session| session.next());
        if !matches!(next, Some(Next::Bot(_))) {
            return true;
        }
        let most = self.most_bot_actions;
        if playing.given >= most {
            let message = format!("bots give at most {most} answers before a request is answered");
            playing.stopped = Some(RpcError::limit(
                message,
                "let them continue with `match/bots`",
            ));
        } else if let Err(full) = self.room_for(1) {
            playing.stopped = Some(full);
        }
        playing.stopped.is_some()
    }

    fn one_more(&mut self, playing: &mut Playing) -> Result<(), RpcError> {
        playing.given += 1;
        let session = self.session(&playing.after.of)?;
        session
            .play_bot()
            .map(drop)
            .map_err(|error| RpcError::internal(&error))
    }

    /// Lets a bot act in the first match where one has to; returns the lines to send.
    pub(super) fn one_answer(&mut self) -> Vec<String> {
        let Some(mut playing) = self.playing.pop_front() else {
            return Vec::new();
        };
        if playing.stopped.is_none()
            && let Err(fault) = self.one_more(&mut playing)
        {
            playing.stopped = Some(fault);
        }
        if self.is_done(&mut playing) {
            return self.end(playing);
        }
        self.playing.push_back(playing);
        Vec::new()
    }

    /// Sends the reply, and continues with the requests that waited for it.
    fn end(&mut self, playing: Playing) -> Vec<String> {
        let Playing {
            id,
            after,
            stopped,
            mut waiting,
            ..
        } = playing;
        let said = self.said(stopped, &after);
        let reply = id.map(|id| replied(&id, said).to_string());
        let mut replies: Vec<String> = reply.into_iter().collect();
        while let Some(request) = waiting.pop_front() {
            replies.extend(self.reply(request, false).map(|reply| reply.to_string()));
            // If bots have to act again, the remaining requests wait again.
            if let Some(again) = self
                .playing
                .iter_mut()
                .find(|playing| playing.after.of == after.of)
            {
                again.waiting = waiting;
                break;
            }
        }
        replies
    }

    /// Lets bots act until none has to.
    pub(super) fn let_bots_end(&mut self) -> Vec<String> {
        let mut replies = Vec::new();
        while !self.playing.is_empty() {
            replies.extend(self.one_answer());
        }
        replies
    }

    fn said(&mut self, stopped: Option<RpcError>, after: &After) -> Result<Value, RpcError> {
        if let Some(mut fault) = stopped {
            // The client that started the match does not know its name yet.
            fault.data["match"] = after.of.clone().into();
            return Err(fault);
        }
        let session = self.session(&after.of)?;
        let Said::Played(viewer) = after.said else {
            let about = session.rulebook().about();
            return Ok(json!({
                "version": Version,
                "match": after.of,
                "game": about.game,
                "players": about.players,
                "seats": session.seats(),
                "actor": Actor::from(session.actor()),
                "actions_played": session.actions_played(),
            }));
        };
        let news = session.news(viewer);
        done(&Played {
            version: Version,
            actions_played: session.actions_played(),
            actor: session.actor().into(),
            lines: play::lines(news)?,
        })
    }

    pub(super) fn match_bots(&mut self, given: OfMatch) -> Result<After, RpcError> {
        self.session(&given.of)?;
        Ok(After {
            of: given.of,
            said: Said::Played(cardwright::Viewer::Referee),
        })
    }

    /// Stops the bots of a match: the request that waits for them is answered next.
    pub(super) fn match_cancel(&mut self, given: OfMatch) -> Result<Value, RpcError> {
        let answered = self.session(&given.of)?.actions_played();
        let playing = self
            .playing
            .iter_mut()
            .find(|playing| playing.after.of == given.of);
        let cancelled = playing.is_some();
        if let Some(playing) = playing {
            let data = json!({ "kind": "cancelled", "actions_played": answered });
            playing.stopped = Some(RpcError::new(
                codes::CANCELLED,
                "the bots were stopped",
                data,
            ));
        }
        Ok(json!({ "version": Version, "cancelled": cancelled }))
    }
}

#[cfg(test)]
#[cfg(feature = "robotory")]
mod tests {
    use super::*;

    fn line(id: usize, method: &str, params: &Value) -> Value {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
    }

    fn begin(service: &mut Service, line: &Value) -> Vec<Value> {
        let replies = service.begin(line.to_string().as_bytes());
        replies
            .iter()
            .map(|reply| serde_json::from_str(reply).unwrap())
            .collect()
    }

    fn worked(service: &mut Service) -> Vec<Value> {
        let mut told = Vec::new();
        while service.is_busy() {
            told.extend(
                service
                    .work()
                    .iter()
                    .map(|reply| serde_json::from_str::<Value>(reply).unwrap()),
            );
        }
        told
    }

    /// A request is answered once the bots have acted, one at a time; others about its match wait in their order, and
    /// others do not. In a batch, bots act at once.
    #[test]
    fn requests_wait_for_bots_in_their_order() {
        let bots = json!({ "game": "robotory", "seats": ["random", "random"], "seed": 7 });
        let of = json!({ "match": "m1" });
        let mut service = Service::new(1);
        assert_eq!(
            begin(&mut service, &line(1, "match/new", &bots)),
            [] as [Value; 0]
        );
        assert_eq!(
            begin(&mut service, &line(2, "match/view", &of)),
            [] as [Value; 0]
        );
        let other = begin(
            &mut service,
            &line(3, "match/new", &json!({ "game": "robotory" })),
        );
        assert_eq!(
            (&other[0]["id"], &other[0]["result"]["match"]),
            (&json!(3), &json!("m2"))
        );
        let mut steps = 0;
        let mut told = Vec::new();
        while told.is_empty() {
            let before = service.session_of("m1").unwrap().actions_played();
            told = service.work();
            steps += 1;
            assert!(
                service.session_of("m1").unwrap().actions_played() > before,
                "a bot has acted"
            );
        }
        assert!(steps > 10 && !service.is_busy());
        let told: Vec<Value> = told
            .iter()
            .map(|reply| serde_json::from_str(reply).unwrap())
            .collect();
        assert_eq!(
            (told.len(), &told[0]["id"], &told[1]["id"]),
            (2, &json!(1), &json!(2))
        );
        let played = told[0]["result"]["actions_played"].clone();
        assert_eq!(
            told[1]["result"]["actions_played"], played,
            "the game is over"
        );
        let batch = json!([
            line(4, "match/new", &bots),
            line(5, "match/view", &json!({ "match": "m3" }))
        ]);
        let replies = begin(&mut service, &batch);
        assert_eq!(replies[0][0]["result"]["actions_played"], played);
        assert_eq!(replies[0][1]["result"]["actions_played"], played);
        assert!(!service.is_busy());
        // A batch waits for what was asked for before it.
        assert!(begin(&mut service, &line(6, "match/new", &bots)).is_empty());
        let replies = begin(&mut service, &json!([line(7, "initialize", &json!({}))]));
        assert_eq!(
            (&replies[0]["id"], &replies[1][0]["id"]),
            (&json!(6), &json!(7))
        );
    }

    /// Bots are stopped on request: anyone who waits for them is told, and they can go on later.
    #[test]
    fn bots_are_stopped_and_go_on() {
        let mut service = Service::new(1);
        let bots = json!({ "game": "robotory", "seats": ["random", "random"], "seed": 7 });
        let of = json!({ "match": "m1" });
        begin(&mut service, &line(1, "match/new", &bots));
        service.work();
        let cancelled = begin(&mut service, &line(2, "match/cancel", &of));
        assert_eq!(cancelled[0]["result"]["cancelled"], true);
        let told = worked(&mut service);
        let data = &told[0]["error"]["data"];
        assert_eq!(
            (told.len(), &data["kind"], &data["match"]),
            (1, &json!("cancelled"), &json!("m1"))
        );
        assert_eq!(
            data["actions_played"],
            service.session_of("m1").unwrap().actions_played()
        );
        let cancelled = begin(&mut service, &line(3, "match/cancel", &of));
        assert_eq!(cancelled[0]["result"]["cancelled"], false, "none is acting");
        assert!(begin(&mut service, &line(4, "match/bots", &of)).is_empty());
        let told = worked(&mut service);
        assert!(
            told[0]["result"]["lines"]
                .as_array()
                .is_some_and(|lines| lines.len() > 10)
        );
        let none = begin(&mut service, &line(5, "match/bots", &of));
        assert_eq!(none[0]["result"]["lines"], json!([]), "the game is over");
    }

    /// Bots act only so often before a request is answered, and can continue then. In a batch too.
    #[test]
    fn bots_stop_after_so_many_actions() {
        assert_eq!(Service::new(1).most_bot_actions, super::super::BOT_ACTIONS);
        let bots = json!({ "game": "robotory", "seats": ["random", "random"], "seed": 7 });
        for in_batch in [false, true] {
            let mut service = Service::new(1);
            service.most_bot_actions = 5;
            let mut ask = |id: usize, method: &str, params: &Value| {
                let line = line(id, method, params);
                let sent = if in_batch { json!([line]) } else { line };
                let mut replies = begin(&mut service, &sent);
                replies.extend(worked(&mut service));
                let reply = if in_batch {
                    replies[0][0].clone()
                } else {
                    replies[0].clone()
                };
                (
                    reply["error"].clone(),
                    service.session_of("m1").unwrap().actions_played(),
                )
            };
            for (id, method, params) in [
                (1, "match/new", &bots),
                (2, "match/bots", &json!({ "match": "m1" })),
            ] {
                let (error, played) = ask(id, method, params);
                assert_eq!(played, 5 * id, "{method}");
                assert_eq!(
                    error["message"],
                    "bots give at most 5 answers before a request is answered"
                );
                let data = json!({ "kind": "limit", "help": "let them continue with `match/bots`", "match": "m1" });
                assert_eq!(error["data"], data);
            }
        }
    }

    /// All matches of a client together have at most so many actions, however they come about.
    #[test]
    fn actions_in_all_matches_are_limited() {
        assert_eq!(Service::new(1).most_actions, super::super::ACTIONS);
        let mut service = Service::new(1);
        service.most_actions = 10;
        let mut ask = |method: &str, params: Value| {
            let mut replies = begin(&mut service, &line(1, method, &params));
            replies.extend(worked(&mut service));
            let played: usize = service
                .matches
                .values()
                .map(|one| one.actions_played())
                .sum();
            (replies[0].clone(), played)
        };
        let limit = |(reply, _): &(Value, usize)| {
            let error = &reply["error"];
            let of_all =
                error["message"] == "the matches of a client hold at most 10 answers together";
            of_all && error["data"]["help"] == "close matches with `match/close`"
        };
        let new = json!({ "game": "robotory", "seed": 7 });
        ask("match/new", new.clone());
        let first = |of: &str| json!({ "match": of, "action": "1" });
        for played in 1..=4 {
            assert_eq!(ask("match/play", first("m1")).1, played);
        }
        let save = ask("match/save", json!({ "match": "m1" })).0["result"]["save"].clone();
        let copy = json!({ "save": save });
        assert_eq!(ask("match/load", copy.clone()).1, 8);
        let refused = ask("match/load", copy);
        assert!(limit(&refused) && refused.1 == 8, "{refused:?}");
        assert_eq!(ask("match/play", first("m2")).1, 9);
        // The last one, and bots that would go on.
        let mut bots = new;
        bots["seats"] = json!(["random", "random"]);
        let stopped = ask("match/new", bots);
        assert!(limit(&stopped) && stopped.1 == 10, "{stopped:?}");
        assert_eq!(stopped.0["error"]["data"]["match"], "m3");
        let refused = ask("match/play", first("m2"));
        assert!(limit(&refused) && refused.1 == 10, "{refused:?}");
        ask("match/close", json!({ "match": "m3" }));
        assert_eq!(ask("match/play", first("m2")).1, 10);
    }

    /// The service ends after what was asked for before.
    #[test]
    fn a_shutdown_waits_for_bots() {
        let mut service = Service::new(1);
        let bots = json!({ "game": "robotory", "seats": ["random", "random"] });
        assert!(begin(&mut service, &line(1, "match/new", &bots)).is_empty());
        let replies = begin(&mut service, &line(2, "shutdown", &json!({})));
        let ids: Vec<&Value> = replies.iter().map(|reply| &reply["id"]).collect();
        assert_eq!(ids, [1, 2]);
        assert!(service.is_over() && !service.is_busy());
    }

    /// Rulebooks are cached, so many at most.
    #[test]
    fn cached_rulebooks_are_limited() {
        let mut service = Service::new(1);
        for players in [2, 3, 4] {
            for rounds in ["7", "8", "9"] {
                let params = json!({ "game": "moon-bots", "players": players, "options": { "max_rounds": rounds } });
                begin(&mut service, &line(1, "match/new", &params));
            }
        }
        assert_eq!(
            (service.matches.len(), service.books.len()),
            (9, super::super::BOOKS)
        );
    }

    /// So many requests may wait for the bots of a match, and no more.
    #[test]
    fn waiting_requests_are_limited() {
        let mut service = Service::new(1);
        let bots = json!({ "game": "robotory", "seats": ["random", "random"] });
        let view = |id| line(id, "match/view", &json!({ "match": "m1" }));
        begin(&mut service, &line(0, "match/new", &bots));
        for id in 1..=WAITING {
            assert_eq!(begin(&mut service, &view(id)), [] as [Value; 0]);
        }
        let refused = begin(&mut service, &view(WAITING + 1));
        assert_eq!(refused[0]["error"]["data"]["kind"], "limit");
        let error = &refused[0]["error"];
        assert_eq!(
            error["message"],
            "at most 100 requests may wait while bots answer in a match"
        );
        assert_eq!(
            error["data"]["help"],
            "wait, or stop the bots with `match/cancel`"
        );
        let told = worked(&mut service);
        let ids: Vec<_> = told.iter().map(|reply| reply["id"].as_u64()).collect();
        assert_eq!(ids, (0..=WAITING as u64).map(Some).collect::<Vec<_>>());
    }
}
