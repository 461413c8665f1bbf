//! What can be wrong with a request.

use crate::{Actor, Broken, Refusal, play};
use cardwright::odds::{NoOdds, OddsError};
use cardwright::{
    BeginSessionError, LoadError, Match, MatchError, NotationError, PositionError, SeatError,
    SessionError, SessionLoadError, SetupError, StarterError, TextError,
};
use serde_json::{Value, json};
use std::fmt::Display;

/// The codes of errors.
pub mod codes {
    /// The line is not JSON.
    pub const PARSE: i64 = -32700;
    /// The line is no request.
    pub const REQUEST: i64 = -32600;
    /// There is no such method.
    pub const NO_METHOD: i64 = -32601;
    /// The parameters are not those of the method.
    pub const PARAMS: i64 = -32602;
    /// This library is at fault.
    pub const INTERNAL: i64 = -32603;
    /// The rules do not allow the answer.
    pub const REFUSED: i64 = 1;
    /// The answer cannot be read.
    pub const UNREADABLE: i64 = 2;
    /// Somebody else is asked.
    pub const NOT_ASKED: i64 = 3;
    /// The game cannot be set up so.
    pub const SETUP: i64 = 4;
    /// There is no such match.
    pub const NO_MATCH: i64 = 5;
    /// The saved match cannot be taken up.
    pub const LOAD: i64 = 6;
    /// The position is not possible.
    pub const POSITION: i64 = 7;
    /// It is more than a client may have.
    pub const LIMIT: i64 = 8;
    /// There are no odds.
    pub const ODDS: i64 = 9;
    /// There is no such seat.
    pub const NO_SEAT: i64 = 10;
    /// The simulation or other long work was cancelled, or the bots were stopped.
    pub const CANCELLED: i64 = 11;

    /// There are no rulings, or one does not hold or cannot be read.
    pub const RULINGS: i64 = 12;

    /// Every code, with the `kind` in its data and what it says.
    pub const ALL: [(i64, &str, &str); 17] = [
        (PARSE, "parse", "the line is not JSON"),
        (REQUEST, "request", "the line is no request"),
        (NO_METHOD, "no-method", "there is no such method"),
        (
            PARAMS,
            "params",
            "the parameters are not those of the method; `path` says which",
        ),
        (INTERNAL, "internal", "the library is at fault"),
        (
            REFUSED,
            "refused",
            "the rules do not allow the answer; `refusal` says why",
        ),
        (
            UNREADABLE,
            "unreadable",
            "the answer cannot be read; `unreadable` says where",
        ),
        (
            NOT_ASKED,
            "not-asked",
            "somebody else is asked; `actor` says who",
        ),
        (
            SETUP,
            "setup",
            "the game cannot be set up so; of packs with errors `diagnostics` has every one",
        ),
        (NO_MATCH, "no-match", "there is no such match"),
        (LOAD, "load", "the saved match cannot be taken up"),
        (
            POSITION,
            "position",
            "the position is not possible; `flaws` has every reason",
        ),
        (LIMIT, "limit", "it is more than a client may have"),
        (ODDS, "odds", "there are no odds"),
        (NO_SEAT, "no-seat", "there is no such seat"),
        (
            CANCELLED,
            "cancelled",
            "the work was cancelled, or the bots were stopped",
        ),
        (
            RULINGS,
            "rulings",
            "there are no rulings, or one does not hold or cannot be read",
        ),
    ];
}

/// Why a request failed: a code, a sentence, and data.
#[derive(Clone, PartialEq, Debug)]
pub struct RpcError {
    /// One of [`codes`].
    pub code: i64,
    /// One sentence.
    pub message: String,
    /// An object whose `kind` says what it is.
    pub data: Value,
}

impl RpcError {
    pub(super) fn new(code: i64, message: impl Into<String>, data: Value) -> Self {
        RpcError {
            code,
            message: message.into(),
            data,
        }
    }

    pub(super) fn params(path: &str, reason: &str) -> Self {
        let place = if path.is_empty() {
            String::new()
        } else {
            format!(" at `{path}`")
        };
        let data = json!({ "kind": "params", "path": path, "reason": reason });
        RpcError::new(
            codes::PARAMS,
            format!("wrong parameters{place}: {reason}"),
            data,
        )
    }

    pub(super) fn limit(message: impl Into<String>, help: &str) -> Self {
        RpcError::new(
            codes::LIMIT,
            message,
            json!({ "kind": "limit", "help": help }),
        )
    }

    pub(super) fn internal(error: &dyn Display) -> Self {
        RpcError::new(
            codes::INTERNAL,
            format!("a fault of this library: {error}"),
            json!({ "kind": "internal" }),
        )
    }

    pub(super) fn unreadable(error: &NotationError) -> Self {
        let data = json!({ "kind": "unreadable", "unreadable": play::unreadable(error) });
        RpcError::new(codes::UNREADABLE, error.to_string(), data)
    }

    fn refused(refusal: Refusal) -> Self {
        let message = refusal.message.clone();
        RpcError::new(
            codes::REFUSED,
            message,
            json!({ "kind": "refused", "refusal": refusal }),
        )
    }

    pub(super) fn not_taken(play: &Match, error: &MatchError) -> Self {
        match error {
            MatchError::Notation(error) => RpcError::unreadable(error),
            MatchError::Refused(refusal) => RpcError::refused(play::refusal(&**play, refusal)),
        }
    }

    pub(super) fn not_taken_from(play: &Match, error: &SeatError) -> Self {
        match error {
            SeatError::Notation(error) => RpcError::unreadable(error),
            SeatError::Refused { refusal, .. } => {
                RpcError::refused(play::refusal(&**play, refusal))
            }
            other => {
                let actor = Actor::from(play.actor());
                RpcError::new(
                    codes::NOT_ASKED,
                    other.to_string(),
                    json!({ "kind": "not-asked", "actor": actor }),
                )
            }
        }
    }

    pub(super) fn odds(error: OddsError) -> Self {
        match error {
            OddsError::Setup(error) => error.into(),
            OddsError::None(NoOdds::Position(flaws)) => RpcError::position(&flaws),
            OddsError::None(why) => RpcError::new(
                codes::ODDS,
                why.to_string(),
                json!({ "kind": "odds", "error": why }),
            ),
            other => RpcError::new(
                codes::ODDS,
                other.to_string(),
                json!({ "kind": "odds", "error": other }),
            ),
        }
    }

    pub(super) fn position(flaws: &[TextError]) -> Self {
        let first = flaws.first().map_or("no reason", |flaw| &flaw.message);
        let message = format!("the position is not possible: {first}");
        RpcError::new(
            codes::POSITION,
            message,
            json!({ "kind": "position", "flaws": flaws }),
        )
    }

    fn load(error: &dyn Display) -> Self {
        RpcError::new(
            codes::LOAD,
            error.to_string(),
            json!({ "kind": "load", "reason": error.to_string() }),
        )
    }
}

impl From<Broken> for RpcError {
    fn from(error: Broken) -> Self {
        RpcError::internal(&error)
    }
}

impl From<SetupError> for RpcError {
    fn from(error: SetupError) -> Self {
        let data = match &error {
            SetupError::Packs(found) => json!({ "kind": "setup", "diagnostics": found.to_json() }),
            SetupError::UnknownGame { help, .. } => json!({ "kind": "setup", "help": help }),
            SetupError::Options(reasons) => json!({ "kind": "setup", "reasons": reasons }),
            _ => json!({ "kind": "setup" }),
        };
        let message = match &error {
            SetupError::Packs(_) => "the packs have errors: see `diagnostics`".to_string(),
            other => other.to_string(),
        };
        RpcError::new(codes::SETUP, message, data)
    }
}

impl From<StarterError> for RpcError {
    fn from(error: StarterError) -> Self {
        match error {
            StarterError::Game(error) => error.into(),
            StarterError::Name { ref help, .. } => {
                let data = json!({ "kind": "setup", "help": help });
                RpcError::new(codes::SETUP, error.to_string(), data)
            }
            other => RpcError::internal(&other),
        }
    }
}

impl From<SessionError> for RpcError {
    fn from(error: SessionError) -> Self {
        let help = if let SessionError::NoBot { help, .. } = &error {
            help.as_str()
        } else {
            ""
        };
        RpcError::new(
            codes::SETUP,
            error.to_string(),
            json!({ "kind": "setup", "help": help }),
        )
    }
}

impl From<BeginSessionError> for RpcError {
    fn from(error: BeginSessionError) -> Self {
        match error {
            BeginSessionError::Setup(error) => error.into(),
            BeginSessionError::Seats(error) => error.into(),
            other => RpcError::internal(&other),
        }
    }
}

impl From<PositionError> for RpcError {
    fn from(error: PositionError) -> Self {
        match error {
            PositionError::Setup(error) => error.into(),
            PositionError::TextErrors(flaws) => RpcError::position(&flaws),
            other => RpcError::internal(&other),
        }
    }
}

impl From<SessionLoadError> for RpcError {
    fn from(error: SessionLoadError) -> Self {
        match error {
            SessionLoadError::Load(LoadError::Setup(error)) => error.into(),
            SessionLoadError::Seats(error) => error.into(),
            other => RpcError::load(&other),
        }
    }
}
