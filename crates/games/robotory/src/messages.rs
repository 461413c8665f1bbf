//! What can be wrong with an action, a position and an option, and what to do instead: each sentence once.

use cardwright_kernel::NotationError;
use std::fmt::Display;

/// What is wrong, and what to do instead.
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) help: String,
}

impl Message {
    /// It about a byte of a line of notation.
    pub(crate) fn at(self, at: usize) -> NotationError {
        NotationError::new(at, self.text, self.help)
    }
}

/// A row: a name, what the sentence is about, the sentence, and what to do instead.
macro_rules! messages {
    ($($name:ident($($about:ident),*) = $text:literal, $help:literal;)*) => {$(
        pub(crate) fn $name($($about: impl Display),*) -> Message {
            Message { text: format!($text), help: format!($help) }
        }
    )*};
}

messages! {
    // Actions that are not allowed.
    game_over() = "the game is over", "start a new game, or take back the last action";
    no_such_hex(hexes) = "the board has no such hex", "the hexes are {hexes}";
    no_disc(player, colour) = "{player} has no {colour} disc to place", "place a disc of the supply, or refill first";
    not_free(hex) = "{hex} is not free", "place the disc on a hex with neither robot nor disc";
    wrong_start(robot, hex, stands) = "the {robot} robot does not start from {hex}", "begin the path with {stands}";
    no_step() = "a move is at least one step", "name the hexes after the first, or do something else";
    not_next(hex, from) = "{hex} is not next to {from}", "go from hex to neighbouring hex";
    twice(hex) = "the path comes to {hex} twice", "end the path before, or go round";
    robot_there(robot, hex) = "the {robot} robot cannot enter {hex}", "go round it";
    no_disc_there(robot, hex) = "the {robot} robot cannot enter {hex}", "place a disc there first";
    no_fuel(robot, hex) = "the {robot} robot cannot burn the disc on {hex}", "the {robot} robot enters only {robot} discs";
    supply_full(player) = "the supply of {player} is full", "place a disc or move a robot";
    not_exactly(number, take, mixtures) = "a refill takes exactly {number} now, not {take}", "take {mixtures}";
    colour_short(colour, mixtures) = "the reserve has not that many {colour} discs", "take {mixtures}";

    // Lines that are no action.
    unknown_hex(hex, hexes) = "the board has no hex `{hex}`", "the hexes are {hexes}";
    long_path(most) = "the path has too many hexes", "no board has more than {most}, and a path enters none twice";
    no_number(word) = "`{word}` is not a number of discs", "write a whole number up to 99";
    colour_twice(colour) = "{colour} is named twice", "name each colour once";

    // Positions that cannot be.
    two_seats() = "there are two seats", "write light or dark";
    late_turn(turn) = "with so many discs left it cannot be turn {turn}",
        "write the number of the turn, from 1; every turn before it lowered the measure";
    off_board() = "something is off the board", "write hexes of the board";
    two_robots() = "two robots are on one hex", "give every robot a hex of its own";
    two_discs(hexes) = "two discs are on {hexes}", "a hex carries one disc at most";
    robot_on_disc(hexes) = "a robot and a disc are on {hexes}", "a robot burns the disc it enters: take one of them away";
    large_supply(player, hand, supply) = "{player} holds {hand}, and a full supply is {supply}", "write fewer discs";
    large_reserve(holds, colour, began) = "the reserve holds {holds} {colour} discs; it begins with {began} and never grows",
        "write fewer discs";
    many_discs(discs, colour, most) = "there are {discs} {colour} discs and the game has {most}",
        "count board, supplies and reserve together; burned discs are gone";

    // Options that make no sense.
    no_value(value, values) = "`{value}` is no end rule", "write {values}";
    no_option(known) = "there is no option of that name", "write one of {known}";
    not_possible(value, least, most) = "`{value}` is not possible", "write a whole number from {least} to {most}";
    odd_supply() = "it is odd", "a full supply begins with as many white discs as black ones";
    no_rows(value, least, most) = "`{value}` is not a list of such numbers",
        "write numbers from {least} to {most} with commas, such as 4,5,6,5,4";
    columns(number, most) = "there are {number} columns", "write 2 to {most} columns";
    many_hexes(number, most) = "there are {number} hexes", "use at most {most}";
    parity() = "two neighbouring columns are both even or both odd",
        "hexes of neighbouring columns interlock: let their numbers differ by one";
    locked_in(hexes) = "too few hexes touch {hexes}",
        "every hex needs three neighbours, or the red robot could be locked in: make the columns longer";
    light_columns(named, columns) = "it names {named} columns and the board has {columns}", "write one number for each column";
    light_rows() = "a column has fewer hexes than that", "write at most the number in `columns`";
    no_camp(player) = "{player} has no hex", "leave both players at least one hex";
    no_start(hex, hexes) = "the board has no hex `{hex}`", "write one of {hexes}";
    same_start(hex) = "another robot starts on {hex} too", "give every robot a hex of its own";
}
