//! The error messages for actions, positions and options, with hints; each sentence is here once.

use cardwright_kernel::NotationError;
use std::fmt::Display;

/// What is wrong, and what to do instead.
pub(crate) struct Message {
    pub(crate) text: String,
    pub(crate) help: String,
}

impl Message {
    /// The error about a place in a line of notation, in bytes from 0.
    pub(crate) fn at(self, at: usize) -> NotationError {
        NotationError::new(at, self.text, self.help)
    }
}

/// Declares messages. Each row has a name, the parameters, the sentence, and a hint about what to do instead.
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
    twice(hex) = "the path enters {hex} twice", "end the path earlier, or go around";
    robot_there(robot, hex) = "the {robot} robot cannot enter {hex}", "go around it";
    no_disc_there(robot, hex) = "the {robot} robot cannot enter {hex}", "place a disc there first";
    no_fuel(robot, hex) = "the {robot} robot cannot burn the disc on {hex}", "the {robot} robot enters only {robot} discs";
    supply_full(player) = "the supply of {player} is full", "place a disc or move a robot";
    not_exactly(number, take, mixtures) = "a refill takes exactly {number} now, not {take}", "take {mixtures}";
    colour_short(colour, mixtures) = "the reserve does not have that many {colour} discs", "take {mixtures}";

    // Lines that cannot be read as an action.
    unknown_hex(hex, hexes) = "the board has no hex `{hex}`", "the hexes are {hexes}";
    long_path(most) = "the path has too many hexes", "no board has more than {most}, and a path enters none twice";
    no_number(word) = "`{word}` is not a number of discs", "write a whole number up to 99";
    colour_twice(colour) = "{colour} is named twice", "name each colour once";

    // Impossible positions.
    two_seats() = "there are two seats", "write light or dark";
    late_turn(turn) = "with so many discs left it cannot be turn {turn}",
        "write the number of the turn, from 1; with fewer discs, more turns are possible";
    off_board() = "something is off the board", "write hexes of the board";
    two_robots() = "two robots are on one hex", "give every robot its own hex";
    two_discs(hexes) = "two discs are on {hexes}", "a hex carries one disc at most";
    robot_on_disc(hexes) = "a robot and a disc are on {hexes}", "a robot burns the disc that it enters: remove one of the two";
    large_supply(player, hand, supply) = "{player} holds {hand}, but a full supply is {supply}", "write fewer discs";
    large_reserve(holds, colour, began) = "the reserve holds {holds} {colour} discs; it begins with {began} and never grows",
        "write fewer discs";
    many_discs(discs, colour, most) = "there are {discs} {colour} discs, but the game has {most}",
        "count board, supplies and reserve together; burned discs are gone";

    // Invalid options.
    no_value(value, values) = "`{value}` is not an end rule", "write {values}";
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
        "make the columns longer: each hex needs three neighbours, or the red robot could be locked in";
    light_columns(named, columns) = "it names {named} columns, but the board has {columns}", "write one number for each column";
    light_rows() = "a column has fewer hexes than that", "write at most the number in `columns`";
    no_camp(player) = "{player} has no hex", "leave both players at least one hex";
    no_start(hex, hexes) = "the board has no hex `{hex}`", "write one of {hexes}";
    same_start(hex) = "another robot starts on {hex} too", "give every robot its own hex";
}
