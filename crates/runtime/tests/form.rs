//! Tables of words, fields and actions: every error with its place, omitted keys, and keys that replace others.
#![allow(clippy::unwrap_used, reason = "tests")]

use cardwright_kernel::Seat;
use cardwright_runtime::form::{
    Actions, Fields, Form, List, Via, read_action, read_position, toml_text, write_position,
};
use cardwright_runtime::ids::IdSet;
use cardwright_runtime::position::TextErrors;
use cardwright_runtime::{actions, fields, toml, words};

/// The context for reading values: none here.
struct Board;

words! {
    /// A colour.
    Colour, "a colour" { White = "white", Black = "black" }
    /// A seat by its side.
    Side, "a side" { Near = "near", Far = "far" }
}

cardwright_runtime::ids! {
    /// A field, named by its number.
    Field in u8: 4
}

impl<C> Form<C> for Field {
    fn read(
        _: &C,
        value: &cardwright_runtime::form::Value<'_>,
        errors: &mut TextErrors,
    ) -> Option<Self> {
        use cardwright_runtime::ids::Id;
        Field::of(errors.whole::<u8>(value)?.into())
    }

    fn show(&self, _: &C) -> cardwright_runtime::form::Json {
        u8::from(*self).into()
    }
}

impl Via<Seat> for Side {
    fn of(seat: &Seat) -> Self {
        Side::ALL[seat.index() & 1]
    }

    fn value(self) -> Seat {
        Seat(self as u8)
    }
}

#[derive(Clone, Default)]
struct Pile {
    white: u8,
    black: u8,
}

#[derive(Clone)]
struct State {
    turn: u16,
    seat: Seat,
    lamps: [Colour; 2],
    pile: Pile,
    fields: IdSet<Field>,
    points: [u32; 2],
}

fields! {
    /// Discs by colour.
    Pile as "Pile" = Pile::default(), in Board {
        /// White ones.
        white: white,
        /// Black ones.
        black: black,
    }
    /// Two lamps.
    [Colour; 2] as "Lamps", in Board {
        /// The left one.
        left: [0],
        /// The right one.
        right: [1],
    }
    /// A game.
    State as "Game", in Board {
        /// The number of the turn.
        turn: turn,
        /// Whose turn it is.
        to_move: seat as Side,
        /// The lamps.
        lamps: lamps,
        /// The discs.
        pile: pile,
        /// The occupied fields.
        fields: fields,
        /// The points.
        points: points as List<u32, 2>,
    }
}

actions! {
    /// An action.
    Action as "Action" in Board {
        /// Light a lamp.
        Light {
            /// In which colour.
            colour: Colour,
            /// The seat.
            side: Side,
        } = "light", "light white near", "light the {side} lamp in {colour}";
        /// Turn to a side.
        Turn {
            /// The side.
            side: Side,
        } = "turn", "turn far", "turn to the {side} side";
    }
}

fn start() -> State {
    State {
        turn: 1,
        seat: Seat(0),
        lamps: [Colour::White; 2],
        pile: Pile { white: 3, black: 3 },
        fields: IdSet::EMPTY,
        points: [0; 2],
    }
}

/// Reads a position. Returns it as written, or each error with its place, what is wrong and what to write.
fn read(text: &str) -> Vec<String> {
    let root = toml::parse(text).unwrap();
    let (mut state, mut errors) = (start(), TextErrors::default());
    read_position(&mut state, &Board, &root, &mut errors, |value, errors| {
        errors.wrong(value, "options", "seen");
    });
    if errors.list.is_empty() {
        let written = write_position(&state, &Board);
        return written.lines().map(String::from).collect();
    }
    let told = errors.list.iter().map(|error| {
        let place = &text[error.span.clone()];
        format!("{place}: {} ({})", error.message, error.help)
    });
    told.collect()
}

#[test]
fn keys_that_are_not_written_stay_and_new_tables_begin_afresh() {
    let written =
        read("lamps = { right = 'black' }\npile = { white = 1 }\nfields = [3, 0]\npoints = [3, 7]");
    assert_eq!(
        written,
        [
            "turn = 1",
            "to_move = \"near\"",
            "lamps = { left = \"white\", right = \"black\" }",
            "pile = { white = 1, black = 0 }",
            "fields = [0, 3]",
            "points = [3, 7]",
        ]
    );
    assert_eq!(
        read("to_move = 'far'\nturn = 300")[..2],
        ["turn = 300", "to_move = \"far\""]
    );
}

#[test]
fn every_error_has_its_place() {
    assert_eq!(
        read(
            "options = 1\nturn = -1\nto_move = 'left'\nlamps = { middle = 'white' }\npile = 3\nfields = [1, 1]\npoints = [1]\nsize = 2"
        ),
        [
            "1: options (seen)",
            "-1: this is not a possible number (write a whole number, 0 or more)",
            "left: there is no side `left` (write near or far)",
            "middle: there is no key `middle` here (write one of left, right)",
            "3: this is not a table (write a table, such as { white = 0, black = 0 })",
            "1: this is in the list twice (write it once)",
            "[1]: this is not a list of 2 values (write 2 values in square brackets)",
            "size: there is no key `size` here (write one of options, turn, to_move, lamps, pile, fields, points)",
        ]
    );
    assert_eq!(
        read("lamps = { left = 1, right = 'red' }\nfields = 2\nto_move = 'near far'"),
        [
            "1: this is not a text (put it in quotes)",
            "red: there is no colour `red` (write white or black)",
            "2: this is not a list (write a list, such as [])",
            "near far: `far` is one word too many (end the line before it)",
        ]
    );
}

#[test]
fn keys_have_their_meanings() {
    assert_eq!(State::KEYS.len(), 6);
    assert_eq!(State::KEYS[1], ("to_move", " Whose turn it is."));
    assert_eq!(
        toml_text(&start().table(&Board).into())
            .matches(" = ")
            .count(),
        10
    );
}

#[test]
fn actions_are_read_written_and_numbered() {
    let all: Vec<_> = Action::all(&Board)
        .iter()
        .map(|action| action.write(&Board))
        .collect();
    let lights = [
        "light white near",
        "light white far",
        "light black near",
        "light black far",
    ];
    assert_eq!(all, [&lights[..], &["turn near", "turn far"]].concat());
    for line in all {
        assert_eq!(
            read_action::<Board, Action>(&Board, &line)
                .unwrap()
                .write(&Board),
            line
        );
    }
    let far: Action = read_action(&Board, "  LIGHT black  Far").unwrap();
    assert_eq!(far.phrase(&Board), "light the far lamp in black");
    let data = serde_json::to_string(&far.data(&Board)).unwrap();
    assert_eq!(data, r#"{"kind":"light","colour":"black","side":"far"}"#);
}

#[test]
fn lines_that_are_no_action_say_where_and_why() {
    let forms = "write `light white near` or `turn far`";
    for (line, error) in [
        ("", format!("column 1: an action is missing ({forms})")),
        (
            "trun far",
            format!("column 1: `trun` is not an action (did you mean `turn`? {forms})"),
        ),
        (
            "turn",
            "column 5: a side is missing (write near or far)".into(),
        ),
        (
            "light red far",
            "column 7: there is no colour `red` (write white or black)".into(),
        ),
        (
            "turn far off",
            "column 10: `off` is one word too many (end the line before it)".into(),
        ),
    ] {
        let read = read_action::<Board, Action>(&Board, line).unwrap_err();
        assert_eq!(read.to_string(), error);
    }
}

#[cfg(feature = "schema")]
#[test]
fn schemas_say_what_is_shown() {
    use cardwright_runtime::shapes::{SchemaGenerator, Shapes};
    let (shapes, mut made) = (
        Shapes::of_forms::<Board, State, Action>(),
        SchemaGenerator::default(),
    );
    let view = serde_json::to_value((shapes.view)(&mut made)).unwrap();
    let answer = serde_json::to_value((shapes.action)(&mut made)).unwrap();
    assert_eq!(
        (&view["$ref"], &answer["$ref"]),
        (&"#/$defs/Game".into(), &"#/$defs/Action".into())
    );
    let made = made.take_definitions(true);
    assert_eq!(
        made["Lamps"]["properties"]["left"]["description"],
        "The left one."
    );
    assert_eq!(made["Game"]["required"][1], "to_move");
    assert_eq!(made["Game"]["properties"]["points"]["maxItems"], 2);
    assert_eq!(
        made["Action"]["oneOf"][1]["properties"]["kind"]["const"],
        "turn"
    );
}
