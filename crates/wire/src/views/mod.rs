//! What a viewer sees, for each game.

mod lunar_command;
mod moon_bots;
mod robot_empire;
mod robotory;

pub use lunar_command::{LunarCommand, Piece, Station, Supply, Ufo};
pub use moon_bots::{Aimed, Forbidden, MoonBots, Pending, Robot, Staying};
pub use robot_empire::{EmpirePlayer, EmpireUnit, RobotEmpire};
pub use robotory::{Discs, Pile, Robotory, Robots};

use crate::format::{Broken, as_wire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a viewer sees of a game; the document's `game` says which it is.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum View {
    /// Of Moon-Bots.
    MoonBots(Box<MoonBots>),
    /// Of Robotory.
    Robotory(Box<Robotory>),
    /// Of Lunar Command.
    LunarCommand(Box<LunarCommand>),
    /// Of Robot Empire.
    RobotEmpire(Box<RobotEmpire>),
}

/// The view of a game.
pub(crate) fn view(game: &str, value: &Value) -> Result<View, Broken> {
    match game {
        "moon-bots" => as_wire("a view", value).map(View::MoonBots),
        "robot-empire" => as_wire("a view", value).map(View::RobotEmpire),
        "robotory" => as_wire("a view", value).map(View::Robotory),
        "lunar-command" => as_wire("a view", value).map(View::LunarCommand),
        _ => Err(Broken { what: "a view", why: format!("no words for {game}") }),
    }
}
