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
