//! The errors of requests.

use crate::{Actor, Broken, Refusal, play};
use cardwright::odds::{NoOdds, OddsError};
use cardwright::{
    BeginSessionError, LoadError, Match, MatchError, NotationError, PositionError, SeatError,
    SessionError, SessionLoadError, SetupError, StarterError, TextError,
};
use serde_json::{Value, json};
use std::fmt::Display;

/// The error codes of the protocol.
pub mod codes {
    /// The line is not JSON.
    pub const PARSE: i64 = -32700;
    /// The line is not a valid request.
    pub const REQUEST: i64 = -32600;
    /// The method does not exist.
    pub const NO_METHOD: i64 = -32601;
    /// The parameters do not match the method.
    pub const PARAMS: i64 = -32602;
    /// This library has an error.
    pub const INTERNAL: i64 = -32603;
    /// The rules do not allow the action.
    pub const REFUSED: i64 = 1;
    /// The action cannot be read.
    pub const UNREADABLE: i64 = 2;
    /// It is another player's turn.
    pub const NOT_ASKED: i64 = 3;
    /// The setup is not valid for the game.
    pub const SETUP: i64 = 4;
    /// There is no match with this name.
    pub const NO_MATCH: i64 = 5;
    /// The saved match cannot be resumed.
    pub const LOAD: i64 = 6;
    /// The position is not possible.
    pub const POSITION: i64 = 7;
    /// The request exceeds a limit for clients.
    pub const LIMIT: i64 = 8;
    /// No odds can be calculated.
    pub const ODDS: i64 = 9;
    /// There is no such seat.
    pub const NO_SEAT: i64 = 10;
    /// The simulation or other long work was cancelled, or the bots were stopped.
    pub const CANCELLED: i64 = 11;

    /// There are no rulings, or one of them fails or cannot be read.
    pub const RULINGS: i64 = 12;

    /// This build does not contain the texts of the rules.
    pub const TEXTS: i64 = 13;

    /// Every error code, with the `kind` in its data and a description.
    pub const ALL: [(i64, &str, &str); 18] = [
        (PARSE, "parse", "the line is not JSON"),
        (REQUEST, "request", "the line is not a request"),
        (NO_METHOD, "no-method", "there is no such method"),
        (
            PARAMS,
            "params",
            "the parameters do not fit the method; `path` says where",
        ),
        (INTERNAL, "internal", "a fault of the library"),
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
            "the game cannot be set up like this; `diagnostics` has the errors of packs",
        ),
        (NO_MATCH, "no-match", "there is no such match"),
        (LOAD, "load", "the saved match cannot be loaded"),
        (
            POSITION,
            "position",
            "the position is not possible; `errors` has every reason",
        ),
        (LIMIT, "limit", "the client has reached a limit"),
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
        (
            TEXTS,
            "texts",
            "the texts of the rules are not in this build; `help` says what to send",
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
    /// An object whose `kind` names the error.
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
            format!("an internal error of the library: {error}"),
            json!({ "kind": "internal" }),
        )
    }

    pub(super) fn unreadable(error: &NotationError) -> Self {
        let data = json!({ "kind": "unreadable", "unreadable": play::unreadable(error) });
        RpcError::new(codes::UNREADABLE, error.to_string(), data)
    }

    pub(super) fn no_texts() -> Self {
        let help = "send the files of `docs/rules` and `rulings.jsonl` with `rules/texts` first";
        RpcError::new(
            codes::TEXTS,
            "the texts of the rules are not in this build",
            json!({ "kind": "texts", "help": help }),
        )
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
            json!({ "kind": "position", "errors": flaws }),
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
