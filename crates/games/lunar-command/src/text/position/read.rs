//! Parses the values of a written position, and reports everything that cannot be read.

use super::super::super::options::cells_of;
use super::super::super::play::stations::MAX_STATIONS;
use super::super::super::rulebook::Rulebook;
use super::super::super::state::{
    Cell, Colour, Face, Figure, Kind, MAX_ASTRONAUTS, MAX_ROBOTS, Mark, Piece, STEPS, State, Step,
    Ufo,
};
use super::super::notation::read_place;
use cardwright_kernel::{Rules, Seat};
use cardwright_runtime::position::TextErrors;
use cardwright_runtime::toml;
use toml_span::value::Value;

/// The keys of a position.
pub(super) const KEYS: [&str; 19] = [
    "options",
    "to_move",
    "turn",
    "quiet",
    "face",
    "steps",
    "walked",
    "progress",
    "score",
    "straight",
    "square",
    "dome",
    "airlock",
    "antenna",
    "robots",
    "astronauts",
    "ufos",
    "won",
    "waiting",
];

/// Parses a position and collects the errors.
pub(super) struct Reader<'a> {
    rules: &'a Rulebook,
    pub(super) flaws: TextErrors,
    /// Cells in stations, and the status of these stations.
    pub(super) marks: Vec<(Cell, Mark)>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(rules: &'a Rulebook) -> Self {
        Reader {
            rules,
            flaws: TextErrors::default(),
            marks: Vec::new(),
        }
    }

    pub(super) fn state(&mut self, root: &Value<'_>) -> State {
        let mut state = super::opening(self.rules);
        for (key, value) in toml::in_order(root) {
            match &*key.name {
                "options" => self.options(value),
                "to_move" => state.to_move = self.seat(value),
                "turn" => state.turn = self.flaws.whole(value).unwrap_or(1),
                "quiet" => state.quiet = self.flaws.whole(value).unwrap_or(0),
                "face" => state.step = self.face(value).map_or(state.step, Step::Act),
                "steps" => state.step = Step::Second(self.flaws.whole(value).unwrap_or(1)),
                "walked" => self.walked(value, &mut state),
                "progress" => state.progress = self.flaws.truth(value),
                "score" => self.score(value, &mut state),
                "straight" => self.white(Kind::Straight, value, &mut state),
                "square" => self.white(Kind::Square, value, &mut state),
                "dome" => self.coloured(Kind::Dome, value, &mut state),
                "airlock" => self.coloured(Kind::Airlock, value, &mut state),
                "antenna" => self.coloured(Kind::Antenna, value, &mut state),
                "robots" => state.robots = self.cells(value, MAX_ROBOTS).into_iter().collect(),
                "astronauts" => {
                    state.astronauts = self.cells(value, MAX_ASTRONAUTS).into_iter().collect()
                }
                "ufos" => self.ufos(value, &mut state),
                "won" => self.won(value),
                "waiting" => {
                    let cells = self.cells(value, MAX_STATIONS);
                    if !cells.is_empty() {
                        state.progress = true;
                        state.step = Step::Order;
                    }
                    self.marks
                        .extend(cells.into_iter().map(|cell| (cell, Mark::Waiting)));
                }
                _ => self.flaws.unknown(key, &KEYS),
            }
        }
        state.robots.sort_unstable();
        state.astronauts.sort_unstable();
        state.ufos.sort_unstable();
        state
    }

    /// Checks that the options named in a position are valid and are those in force.
    fn options(&mut self, value: &Value<'_>) {
        let texts = match toml::texts(value) {
            Ok(texts) => texts,
            Err(flaws) => return self.flaws.list.extend(flaws),
        };
        let theirs =
            match super::super::super::options::Options::read(self.rules.seats(), &texts.given) {
                Ok(theirs) => theirs.list(),
                Err(faults) => {
                    return self
                        .flaws
                        .list
                        .extend(faults.iter().map(|fault| fault.flaw(&texts.spans)));
                }
            };
        let ours = self.rules.about().options;
        let plain = |text: &str| match cells_of(text) {
            Ok(mut cells) if !cells.is_empty() => {
                cells.sort_unstable();
                format!("{cells:?}")
            }
            _ => text.to_string(),
        };
        for (theirs, ours) in theirs.iter().zip(&ours) {
            let edition = ("edition".to_string(), String::new());
            let named = texts
                .given
                .iter()
                .chain([&edition])
                .position(|(name, _)| *name == theirs.name);
            let printed = texts.given.iter().position(|(name, _)| name == "edition");
            let Some(span) = named.or(printed).and_then(|at| texts.spans.get(at)) else {
                continue;
            };
            if plain(&theirs.value) != plain(&ours.value) {
                let (name, value) = (&theirs.name, &theirs.value);
                let message = format!(
                    "the position is for `{name}` = {value}, but the game has another value"
                );
                let help = "start the game with that option, or delete the line";
                self.flaws.add(span.clone(), message, help);
            }
        }
    }

    fn seat(&mut self, value: &Value<'_>) -> Seat {
        let name = value.as_str().map(|name| name.replace('-', " "));
        let seat = (0..self.rules.seats())
            .map(Seat)
            .find(|seat| Some(self.rules.name(*seat)) == name.as_deref());
        if seat.is_none() {
            let names: Vec<_> = (0..self.rules.seats())
                .map(|seat| self.rules.name(Seat(seat)))
                .collect();
            let help = format!("write \"{}\"", names.join("\" or \""));
            self.flaws.wrong(value, "this is not a player", help);
        }
        seat.unwrap_or(Seat(0))
    }

    fn face(&mut self, value: &Value<'_>) -> Option<Face> {
        let face = value.as_str().and_then(Face::named);
        let face = face.filter(|face| self.rules.options().die.contains(face));
        if face.is_none() {
            self.flaws
                .wrong(value, "the die has no such face", self.rules.faces());
        }
        face
    }

    fn walked(&mut self, value: &Value<'_>, state: &mut State) {
        for (item, word) in self.flaws.texts(value, "[\"12,7\"]") {
            if let Some(kind) = Figure::ALL.into_iter().find(|kind| kind.name() == word) {
                state.walked |= 1 << kind.index();
            } else if let Ok(cell) = word.parse::<Cell>() {
                if state.walkers.try_push(cell).is_err() {
                    let help = format!("a spacewalk has {STEPS} steps");
                    self.flaws
                        .add(item, "not so many figures can have walked", help);
                }
            } else {
                let help = "write \"robot\" or \"astronaut\", and cells where figures stand that have walked";
                self.flaws
                    .add(item, format!("`{word}` is not a figure"), help);
            }
        }
        state.walkers.sort_unstable();
    }

    fn score(&mut self, value: &Value<'_>, state: &mut State) {
        self.flaws.is_table(value, "{ green = 3, orange = 0 }");
        for (key, number) in toml::in_order(value) {
            match Colour::ALL
                .into_iter()
                .find(|colour| colour.name() == key.name)
            {
                Some(colour) => state.score[colour.index()] = self.flaws.whole(number).unwrap_or(0),
                None => self.flaws.unknown(key, &Colour::ALL.map(Colour::name)),
            }
        }
    }

    fn white(&mut self, kind: Kind, value: &Value<'_>, state: &mut State) {
        for (cell, up) in self.places(kind, value) {
            self.add(state, Piece::new(kind, cell, up, None, false), value);
        }
    }

    fn coloured(&mut self, kind: Kind, value: &Value<'_>, state: &mut State) {
        self.flaws.is_table(value, "{ green = [\"12,7\"] }");
        let tells = self.rules.tells_members();
        for (key, list) in toml::in_order(value) {
            let (name, second) = match key.name.strip_suffix(" 2").or(key.name.strip_suffix("-2")) {
                Some(name) if tells => (name, true),
                _ => (&*key.name, false),
            };
            let Some(colour) = Colour::ALL.into_iter().find(|colour| colour.name() == name) else {
                let known: &[&str] = if tells {
                    &["green", "green 2", "orange", "orange 2"]
                } else {
                    &["green", "orange"]
                };
                self.flaws.unknown(key, known);
                continue;
            };
            for (cell, up) in self.places(kind, list) {
                let piece = Piece::new(kind, cell, up, Some(colour), second);
                let bare = state
                    .pieces
                    .iter_mut()
                    .find(|own| own.cell() == cell && own.built() == Kind::Square);
                match bare {
                    Some(bare) if kind == Kind::Dome => *bare = piece,
                    _ => self.add(state, piece, list),
                }
            }
        }
    }

    fn add(&mut self, state: &mut State, piece: Piece, value: &Value<'_>) {
        if state.pieces.is_full() {
            self.flaws.wrong(
                value,
                "there are more pieces than any game has",
                "write fewer",
            );
        } else {
            state.add(piece);
        }
    }

    /// Parses the places of pieces on the board.
    fn places(&mut self, kind: Kind, value: &Value<'_>) -> Vec<(Cell, bool)> {
        let example = if kind.is_long() {
            "\"12,7 across\" or \"12,7 up\""
        } else {
            "\"12,7\""
        };
        let mut found = Vec::new();
        for (span, text) in self.flaws.texts(value, "[\"12,7\"]") {
            let Some((cell, up)) = read_place(kind, &text) else {
                let help = format!("write {example}");
                self.flaws.add(
                    span,
                    format!("`{text}` is not a place for a {}", kind.name()),
                    help,
                );
                continue;
            };
            let (width, height) = kind.size(up);
            let far = cell.by(i16::from(width) - 1, i16::from(height) - 1);
            if far.is_some_and(|far| self.rules.board().has(cell) && self.rules.board().has(far)) {
                found.push((cell, up));
            } else {
                let message = format!("the {} on {text} is not on the board", kind.name());
                self.flaws
                    .add(span, message, "all its cells must be on the board");
            }
        }
        found
    }

    /// Parses cells of the board.
    fn cells(&mut self, value: &Value<'_>, most: usize) -> Vec<Cell> {
        let mut found = Vec::new();
        for (span, text) in self.flaws.texts(value, "[\"12,7\"]") {
            match text
                .parse::<Cell>()
                .ok()
                .filter(|cell| self.rules.board().has(*cell))
            {
                Some(cell) if found.len() < most => found.push(cell),
                Some(_) => {
                    let help = format!("name at most {most}");
                    self.flaws.add(span, "there are too many cells here", help);
                }
                None => {
                    let message = format!("the board has no cell `{text}`");
                    self.flaws
                        .add(span, message, "write column and row, such as \"12,7\"");
                }
            }
        }
        found
    }

    fn ufos(&mut self, value: &Value<'_>, state: &mut State) {
        state.ufos.clear();
        for (span, text) in self.flaws.texts(value, "[\"12,7\"]") {
            let (place, carrier) = match text.split_once(' ') {
                Some((place, name)) => (
                    place,
                    Colour::ALL
                        .into_iter()
                        .find(|own| own.name() == name.trim()),
                ),
                None => (text.as_str(), None),
            };
            let known = carrier.is_some() == text.contains(' ');
            let cell = place
                .parse::<Cell>()
                .ok()
                .filter(|cell| known && self.rules.board().has(*cell));
            match cell.map(|cell| state.ufos.try_push(Ufo { cell, carrier }).is_ok()) {
                Some(true) => {}
                Some(false) => {
                    self.flaws
                        .add(span, "there are more UFOs than any game has", "write fewer");
                }
                None => {
                    let help = "write the centre's column and row, such as \"7,13\", and \"7,13 green\" for one that green has put on an astronaut";
                    self.flaws
                        .add(span, format!("`{text}` is not a UFO on the board"), help);
                }
            }
        }
    }

    fn won(&mut self, value: &Value<'_>) {
        self.flaws.is_table(value, "{ green = [\"12,12\"] }");
        for (key, list) in toml::in_order(value) {
            match Colour::ALL
                .into_iter()
                .find(|colour| colour.name() == key.name)
            {
                Some(colour) => {
                    let cells = self.cells(list, MAX_STATIONS);
                    self.marks
                        .extend(cells.into_iter().map(|cell| (cell, Mark::Won(colour))));
                }
                None => self.flaws.unknown(key, &Colour::ALL.map(Colour::name)),
            }
        }
    }
}
