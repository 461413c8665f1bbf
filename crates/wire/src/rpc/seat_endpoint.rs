//! The protocol for the client of one viewer of one match: a player or a spectator, never the host.

use super::faults::{RpcError, codes};
use super::limits::{CHOICES, LINES, PROTOCOL, SEAT_REPLIES};
use super::message::{self, Request, done};
use super::params::{Asked, Give, OfMatch, Seen, SeenFrom};
use super::tools;
use crate::{Played, Version, play, saves, scenes};
use cardwright::{Seat, SeatMatch, Session, Viewer, meant};
use serde_json::{Value, json};

/// The names of the methods that a seat endpoint answers, sorted.
pub const SEAT_METHODS: [&str; 10] = [
    "initialize",
    "match/actions",
    "match/lines",
    "match/play",
    "match/position",
    "match/question",
    "match/save",
    "match/scene",
    "match/view",
    "match/why",
];

/// Gives the client of one viewer access to a match, for hosts whose clients do not trust each other. It accepts the
/// messages of the protocol and replies like a [`Service`](super::Service) called for that viewer's seat; `match` and
/// `seat` may be left out. Requests for another match or seat, and requests reserved for the host, are refused. Long
/// lists are split into pages ([`CHOICES`](super::CHOICES), [`LINES`](super::LINES)), and the replies to a batch are
/// limited in size.
///
/// ```
/// use cardwright::{Seat, Session, Setup, Viewer};
/// use cardwright_wire::rpc::SeatEndpoint;
///
/// let seats = vec!["human".into(), "human".into()];
/// let mut session = Session::begin("robotory", &Setup::players(2), 7, seats)?;
/// let mut endpoint = SeatEndpoint::new(&mut session, Viewer::Seat(Seat(1)), "r1");
/// let line = br#"{"jsonrpc":"2.0","id":1,"method":"match/play","params":{"action":"place white a1"}}"#;
/// assert!(endpoint.handle(line)[0].contains("not-asked"));
/// let line = br#"{"jsonrpc":"2.0","id":2,"method":"match/view","params":{"seat":1}}"#;
/// assert!(endpoint.handle(line)[0].contains("another seat"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SeatEndpoint<'a> {
    session: &'a mut Session,
    viewer: Viewer,
    name: &'a str,
}

impl<'a> SeatEndpoint<'a> {
    /// The endpoint of a viewer for the match called `name`. A [`Viewer::Referee`] is treated as a spectator.
    pub fn new(session: &'a mut Session, viewer: Viewer, name: &'a str) -> Self {
        let viewer = if let Viewer::Seat(seat) = viewer {
            Viewer::Seat(seat)
        } else {
            Viewer::Spectator
        };
        SeatEndpoint {
            session,
            viewer,
            name,
        }
    }

    /// Handles a line and returns the lines to send back. It never fails: errors are reported in a reply.
    pub fn handle(&mut self, line: &[u8]) -> Vec<String> {
        message::answer(line, SEAT_REPLIES, |request, _| {
            let id = request.id.clone();
            let found = self.call(request);
            id.map(|id| message::replied(&id, found))
        })
    }

    fn call(&mut self, request: Request) -> Result<Value, RpcError> {
        if request.method == "initialize" {
            let mut about = tools::initialize(request.params()?)?;
            about["methods"] = json!(SEAT_METHODS);
            return Ok(about);
        }
        if !SEAT_METHODS.contains(&request.method.as_str()) {
            let data =
                json!({ "kind": "no-method", "help": meant(&request.method, &SEAT_METHODS) });
            let shown = message::shortened(&request.method);
            let message = format!("protocol {PROTOCOL} has no method `{shown}` for a seat");
            return Err(RpcError::new(codes::NO_METHOD, message, data));
        }
        let request = self.filled(request);
        match request.method.as_str() {
            "match/actions" => {
                let OfMatch { of } = request.params()?;
                self.own(&of, None)?;
                done(&play::actions(self.session))
            }
            "match/lines" => {
                let SeenFrom {
                    of,
                    seat,
                    from,
                    limit,
                } = request.params()?;
                self.own(&of, seat)?;
                let most = limit.unwrap_or(LINES).min(LINES);
                done(&play::lines_page(self.session, self.viewer, from, most)?)
            }
            "match/question" => {
                let Asked {
                    of,
                    seat,
                    from,
                    limit,
                } = request.params()?;
                self.own(&of, seat)?;
                let most = limit.unwrap_or(CHOICES).min(CHOICES);
                done(&play::question_page(self.session, self.viewer, from, most)?)
            }
            "match/play" => self.play(&request.params()?),
            "match/why" => {
                let Give { of, seat, action } = request.params()?;
                self.own(&of, seat)?;
                let why = self
                    .client()?
                    .why(&action)
                    .map_err(|error| RpcError::unreadable(&error))?;
                done(&play::why(&why)?)
            }
            method => {
                let Seen { of, seat } = request.params()?;
                self.own(&of, seat)?;
                match method {
                    "match/scene" => done(&scenes::scene(self.session, self.viewer)?),
                    "match/view" => done(&play::table(self.session, self.viewer)?),
                    "match/position" => done(&play::position(self.session, self.viewer)),
                    _ => done(&saves::copied(&self.client()?.copy())?),
                }
            }
        }
    }

    /// Fills in the match and the seat of a request that names none.
    fn filled(&self, mut request: Request) -> Request {
        let params = request.params.get_or_insert_with(|| json!({}));
        if let Some(params) = params.as_object_mut() {
            params.entry("match").or_insert_with(|| self.name.into());
            if request.method != "match/actions" {
                params
                    .entry("seat")
                    .or_insert_with(|| json!(crate::Viewer(self.viewer)));
            }
        }
        request
    }

    /// Refuses requests about another match or for another seat.
    fn own(&self, of: &str, seat: Option<crate::Viewer>) -> Result<(), RpcError> {
        if of != self.name {
            let shown = message::shortened(of);
            let data = json!({ "kind": "no-match", "match": shown });
            return Err(RpcError::new(
                codes::NO_MATCH,
                format!("there is no match `{shown}` here"),
                data,
            ));
        }
        match seat.is_none_or(|seat| seat.0 == self.viewer) {
            true => Ok(()),
            false => {
                let data = json!({ "kind": "no-seat", "viewer": crate::Viewer(self.viewer) });
                Err(RpcError::new(
                    codes::NO_SEAT,
                    "this client has another seat",
                    data,
                ))
            }
        }
    }

    fn client(&mut self) -> Result<SeatMatch<&mut Session>, RpcError> {
        match self.viewer {
            Viewer::Seat(seat) => self.session.seat(seat).ok_or_else(|| no_seat(seat)),
            _ => Ok(self.session.spectator()),
        }
    }

    fn play(&mut self, given: &Give) -> Result<Value, RpcError> {
        self.own(&given.of, given.seat)?;
        let taken = self.client()?.play(&given.action);
        taken.map_err(|error| RpcError::not_taken_from(self.session, &error))?;
        self.session
            .play_bots()
            .map_err(|error| RpcError::internal(&error))?;
        done(&Played {
            version: Version,
            actions_played: self.session.actions_played(),
            actor: self.session.actor().into(),
            lines: play::lines(self.session.news(self.viewer))?,
        })
    }
}

fn no_seat(seat: Seat) -> RpcError {
    RpcError::new(
        codes::NO_SEAT,
        format!("there is no seat {seat}"),
        json!({ "kind": "no-seat", "seat": seat }),
    )
}

#[cfg(test)]
#[cfg(all(feature = "robotory", feature = "robot-empire"))]
mod tests {
    use super::*;
    use crate::rpc::Service;
    use cardwright::Setup;

    fn line(method: &str, params: &Value) -> Vec<u8> {
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
            .to_string()
            .into_bytes()
    }

    /// Each method in all its forms: its parameters without match and seat.
    fn requests(action: &str) -> Vec<(&'static str, Value)> {
        let mut all = vec![
            ("match/actions", json!({})),
            ("match/position", json!({})),
            ("match/save", json!({})),
            ("match/scene", json!({})),
            ("match/view", json!({})),
        ];
        for action in [action, "no action", "place white a1", "end turn"] {
            all.push(("match/why", json!({ "action": action })));
        }
        for method in ["match/lines", "match/question"] {
            for from in [0, 1, 2, 9_999] {
                all.extend(
                    [0, 1, 2, 9_999].map(|limit| (method, json!({ "from": from, "limit": limit }))),
                );
            }
            all.push((method, json!({})));
        }
        all
    }

    /// At every step of a game against a bot, the endpoint of each viewer says what a service says to that viewer, with
    /// and without the name of the match and the seat.
    #[test]
    fn an_endpoint_says_what_a_service_says_to_its_seat() {
        for game in ["robotory", "robot-empire"] {
            let seats = vec!["human".to_string(), "random".into()];
            let mut service = Service::new(1);
            let new = json!({ "game": game, "seats": seats, "seed": 7 });
            assert!(service.handle(&line("match/new", &new))[0].contains("\"m1\""));
            let mut session = Session::begin(game, &Setup::players(2), 7, seats).unwrap();
            session.play_bots().unwrap();
            let viewers = [
                Viewer::Seat(Seat(0)),
                Viewer::Seat(Seat(1)),
                Viewer::Spectator,
            ];
            for step in 0..4 {
                let action = session.question().choices[0].action.clone();
                let same = |service: &mut Service,
                            session: &mut Session,
                            viewer,
                            method: &str,
                            bare: &Value| {
                    let mut whole = bare.clone();
                    whole["match"] = "m1".into();
                    if method != "match/actions" {
                        whole["seat"] = json!(crate::Viewer(viewer));
                    }
                    let before = session.actions_played();
                    let found =
                        SeatEndpoint::new(session, viewer, "m1").handle(&line(method, bare));
                    assert_eq!(
                        found,
                        service.handle(&line(method, &whole)),
                        "{game} {step}: {method} {whole}"
                    );
                    if session.actions_played() == before {
                        let again =
                            SeatEndpoint::new(session, viewer, "m1").handle(&line(method, &whole));
                        assert_eq!(found, again, "{method} {whole}");
                    }
                };
                for viewer in viewers {
                    for (method, bare) in requests(&action) {
                        same(&mut service, &mut session, viewer, method, &bare);
                    }
                }
                let asked = session.actor();
                for action in ["no action", "place white a1", &action] {
                    let bare = json!({ "action": action });
                    for viewer in viewers.into_iter().rev() {
                        same(&mut service, &mut session, viewer, "match/play", &bare);
                    }
                }
                assert!(
                    session.actions_played() > step && session.actor() == asked,
                    "the bot has answered"
                );
            }
        }
    }

    /// A seat's client gets nothing of other matches and seats, and no method of the host.
    #[test]
    fn an_endpoint_is_of_one_seat_of_one_match() {
        let seats = vec!["human".to_string(); 2];
        let mut session = Session::begin("robotory", &Setup::players(2), 7, seats).unwrap();
        let mut asked = |viewer, method: &str, params: Value| -> Value {
            let replies =
                SeatEndpoint::new(&mut session, viewer, "m1").handle(&line(method, &params));
            serde_json::from_str(&replies[0]).unwrap()
        };
        let (one, kind) = (Viewer::Seat(Seat(0)), |reply: &Value| {
            reply["error"]["data"]["kind"].clone()
        });
        for method in SEAT_METHODS
            .into_iter()
            .filter(|method| *method != "initialize")
        {
            let with = |mut params: Value| {
                if ["match/play", "match/why"].contains(&method) {
                    params["action"] = "x".into();
                }
                params
            };
            let other = asked(one, method, with(json!({ "match": "m2" })));
            assert_eq!(
                (kind(&other), &other["error"]["data"]["match"]),
                ("no-match".into(), &json!("m2"))
            );
            if method != "match/actions" {
                for (viewer, seat) in [
                    (one, json!(2)),
                    (one, json!("spectator")),
                    (Viewer::Spectator, json!(1)),
                ] {
                    let other = asked(viewer, method, with(json!({ "seat": seat })));
                    assert_eq!(kind(&other), "no-seat", "{method} {seat}");
                    assert_eq!(
                        other["error"]["data"]["viewer"],
                        json!(crate::Viewer(viewer))
                    );
                }
            }
            assert_eq!(
                kind(&asked(one, method, with(json!({ "x": 1 })))),
                "params",
                "{method}"
            );
            // The host's own client is a spectator here.
            let referee = asked(Viewer::Referee, method, with(json!({})));
            let spectator = asked(Viewer::Spectator, method, with(json!({})));
            assert_eq!(referee, spectator, "{method}");
        }
        for method in super::super::METHODS
            .into_iter()
            .filter(|method| !SEAT_METHODS.contains(method))
        {
            let refused = asked(one, method, json!({}));
            assert_eq!(kind(&refused), "no-method", "{method}");
            assert!(
                !refused["error"]["data"]["help"]
                    .as_str()
                    .unwrap()
                    .is_empty()
            );
        }
        let about = asked(one, "initialize", json!({}));
        assert_eq!(about["result"]["methods"], json!(SEAT_METHODS));
        let wrong = asked(one, "initialize", json!({ "protocol": PROTOCOL + 1 }));
        assert_eq!(kind(&wrong), "params");
    }
}
