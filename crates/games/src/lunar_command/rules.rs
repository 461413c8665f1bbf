//! The numbered clauses that the code cites. Their text stands in `docs/rules/lunar-command.md`; tests hold the two
//! together.

use cardwright_kernel::{Clause, RuleId};

/// Declares each clause once: its name in code, its number, its title.
macro_rules! clauses {
    ($($name:ident = $id:literal, $title:literal;)*) => {
        $(#[doc = concat!($id, ": ", $title, ".")] pub const $name: RuleId = RuleId($id);)*

        /// Every clause of the rules, in order.
        pub const CLAUSES: &[Clause] = &[$(Clause { id: $name, title: $title }),*];
    };
}

clauses! {
    SIDES = "LC-1.1", "two colours, green and orange";
    BOARD = "LC-1.2", "the board and its cells";
    PIECES = "LC-1.3", "the pieces and their sizes";
    FIGURES = "LC-1.4", "robots, astronauts, UFOs";
    CONTACT = "LC-1.5", "what touches";
    AIRLOCK = "LC-1.6", "doors and entrances of an airlock";
    OPEN = "LC-1.7", "nothing is hidden";
    CORNERS = "LC-2.1", "the starting corners";
    STARTS = "LC-2.2", "where figures and UFOs start";
    SUPPLIES = "LC-2.3", "the supplies";
    FIRST = "LC-2.4", "who begins";
    TURN = "LC-3.1", "a turn: roll and carry out one option";
    DIE = "LC-3.2", "the faces of the die";
    MUST_ACT = "LC-3.3", "an option that allows something is carried out";
    PASSED = "LC-3.4", "a turn that allows nothing passes";
    ASKED = "LC-3.5", "only the seat on turn is asked, and only real questions";
    ORDER = "LC-3.6", "in which order things happen";
    WHITE = "LC-4.1", "white: a wall of either shape";
    COLOUR = "LC-4.2", "colour: a coloured piece of one's own";
    SUPPLY = "LC-4.3", "only from the supply";
    ON_BOARD = "LC-4.4", "all cells on the board";
    FREE = "LC-4.5", "no cell with a piece or a figure";
    COVERED = "LC-4.6", "no cell under a UFO";
    ENTRANCE = "LC-4.7", "no cell that is an entrance";
    SAME_TYPE = "LC-4.8", "pieces of one type do not touch";
    CONNECTED = "LC-4.9", "connection to a starting dome";
    NEUTRAL = "LC-4.10", "white pieces belong to nobody";
    CUT_OFF = "LC-4.11", "connection is asked once";
    SUCCESSION = "LC-4.12", "succession of coloured pieces";
    DOME = "LC-4.13", "domes";
    FREE_ENTRANCES = "LC-4.14", "the entrances of a new airlock";
    NOTHING_ELSE = "LC-4.15", "nothing else is asked";
    STATION = "LC-5.1", "what a station is";
    CLOSES = "LC-5.2", "when a station is scored";
    SPLIT = "LC-5.3", "stations that are split or become smaller";
    TOGETHER = "LC-5.4", "several stations at once";
    OUTER_WALL = "LC-5.5", "the outer wall";
    STARTING_DOMES = "LC-5.6", "starting domes count";
    POINTS = "LC-5.7", "the majority scores the figures inside";
    TIE = "LC-5.8", "a tie";
    OWNER = "LC-5.9", "who owns a station";
    CHANGES_HANDS = "LC-5.10", "a station may change hands";
    WALK = "LC-6.1", "a spacewalk: four steps, one figure of each kind";
    STEP = "LC-6.2", "a step";
    ANYBODY = "LC-6.3", "every figure is everybody's";
    NOT_IN_A_DOOR = "LC-6.4", "nobody stops in a door";
    WALK_IN = "LC-6.5", "walking in";
    INSIDE = "LC-6.6", "walking inside";
    SECOND = "LC-6.7", "the second figure";
    PINNED = "LC-6.8", "covered figures do not walk";
    COVER = "LC-7.1", "the cover of a UFO";
    UFO_CENTRE = "LC-7.2", "where a UFO may be moved";
    NOT_ASTRONAUTS = "LC-7.3", "over robots, not over astronauts";
    COVERS_APART = "LC-7.4", "covers do not overlap";
    ANYWHERE = "LC-7.5", "the border, entrances, the former cover";
    TARGET = "LC-8.1", "11 points win at once";
    BEYOND = "LC-8.2", "when both reach 11";
    EXHAUSTED = "LC-8.3", "the end by exhaustion";
    RANKED = "LC-8.4", "who wins then";
    QUIET = "LC-8.5", "forty turns without anything new";
    ENDS = "LC-8.6", "every game ends";
    TEAMS = "LC-9.1", "teams of two";
    OWN_CORNER = "LC-9.2", "each from the own corner";
    SHARED = "LC-9.3", "what a team shares";
    ABDUCTION = "LC-10.1", "abduction, as an option";
    ABDUCTED = "LC-10.2", "which astronauts and which UFOs";
    ABDUCT_TO = "LC-10.3", "where astronauts are carried";
    ABDUCT_HOME = "LC-10.4", "into a station of one's own";
    ON_ITS_HEAD = "LC-10.5", "anywhere else: the UFO stays on its head";
    FREED = "LC-10.6", "an abducted astronaut is scored";
    HOUSE = "LC-11.1", "house rules are options";
    HOUSE_SETUP = "LC-11.2", "which set-ups are possible";
    HOUSE_DIE = "LC-11.3", "which dice are possible";
    WRITTEN = "LC-11.4", "positions that are set up";
}
