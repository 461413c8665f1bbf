//! Explains why an action is not allowed. The conditions are those of the lists ([`super::place`],
//! [`super::walks`], [`super::ufos`]); here they are checked one at a time, for single cells.

use super::super::events::{Placed, count};
use super::super::grid::Grid;
use super::super::options::Point;
use super::super::rulebook::Rulebook;
use super::super::rules;
use super::super::state::{
    Cell, Face, Figure, Kind, Rows, STEPS, State, Step, Ufo, disc, entrances,
};
use super::actions::{self, Action};
use super::place;
use super::turn;
use super::ufos;
use super::walks::{self, Walks};
use cardwright_kernel::{Cites, Grounds, Refusal, RuleId};

/// Why an action is not allowed; `None` if it is allowed.
pub(crate) fn refuse(rules: &Rulebook, state: &State, action: Action) -> Option<Refusal> {
    if let Some(refusal) = not_now(rules, state, action) {
        return Some(refusal);
    }
    let mut grid = Grid::of(rules, state);
    match action {
        Action::Build { kind, cell, up } => Ask {
            rules,
            state,
            grid: &mut grid,
        }
        .build(kind, cell, up),
        Action::Walk { from, to } => Ask {
            rules,
            state,
            grid: &mut grid,
        }
        .walk(from, to),
        Action::Ufo { from, to } => Ask {
            rules,
            state,
            grid: &mut grid,
        }
        .ufo(from, to),
        Action::Abduct { from, to, with } => Ask {
            rules,
            state,
            grid: &mut grid,
        }
        .abduct(from, to, with),
        Action::Score(cell) => score(rules, state, &grid, cell),
        Action::Roll(_) | Action::Stop | Action::Pass => None,
    }
}

fn no(message: impl Into<String>, rule: RuleId) -> Refusal {
    Refusal::new(message, Cites::from(rule))
}

/// Why this sort of action is not possible at the current question.
fn not_now(rules: &Rulebook, state: &State, action: Action) -> Option<Refusal> {
    let refusal = match (state.step, action) {
        (Step::Over, _) => no("the game is over", turn::end_clause(rules, state))
            .help("start a new game, or take back the last action"),
        (Step::Roll, Action::Roll(face)) if rules.options().die.contains(&face) => return None,
        (Step::Roll, Action::Roll(face)) => {
            no(format!("the die has no face {face}"), rules::DIE).help(rules.faces())
        }
        (Step::Roll, _) => no("first the die must be rolled", rules::TURN).help(rules.faces()),
        (Step::Order, Action::Score(_)) => return None,
        (Step::Order, _) => no("first stations must be scored", rules::TOGETHER)
            .help("say which one comes next: `score` and one of the cells listed"),
        (_, Action::Score(_)) => no("no station has to be scored now", rules::TOGETHER),
        (_, Action::Roll(_)) => no("the die has already been rolled", rules::TURN),
        (Step::Act(face), _) => return not_shown(rules, face, action),
        (Step::Second(_), Action::Walk { .. } | Action::Stop) => return None,
        (Step::Second(left), _) => {
            let refusal = no("the spacewalk of this turn is not over", rules::SECOND);
            refusal
                .fact(format!("{left} of its steps are left"))
                .help("move another figure, or `stop`")
        }
    };
    Some(refusal)
}

/// Why the face of the die does not allow this sort of action.
fn not_shown(rules: &Rulebook, face: Face, action: Action) -> Option<Refusal> {
    let (option, what) = match action {
        Action::Build { kind, .. } if kind.is_white() => (Face::WHITE, "a wall"),
        Action::Build { .. } => (Face::COLOUR, "a coloured piece"),
        Action::Walk { .. } => (Face::YELLOW, "a spacewalk"),
        Action::Ufo { .. } => (Face::GREY, "moving a UFO"),
        Action::Abduct { .. } if !rules.abducts() => {
            let refusal = no("this game is played without abduction", rules::ABDUCTION);
            return Some(refusal.help("play with the option abduction = yes"));
        }
        Action::Abduct { .. } => (Face::GREY, "an abduction"),
        Action::Pass if rules.may_pass() => return None,
        _ => {
            let refusal = no("you must carry out one of the options", rules::MUST_ACT);
            return Some(
                refusal
                    .fact(format!("the die shows {face}"))
                    .help("choose what the die shows"),
            );
        }
    };
    if face.has(option) {
        return None;
    }
    let refusal = no(format!("the die does not allow {what}"), rules::TURN);
    Some(
        refusal
            .fact(format!("it shows {face}"))
            .help("choose what the die shows"),
    )
}

fn score(rules: &Rulebook, state: &State, grid: &Grid, cell: Cell) -> Option<Refusal> {
    let waiting: Vec<Cell> = actions::waiting(rules, state, grid).collect();
    if waiting.contains(&cell) {
        return None;
    }
    let cells: Vec<_> = waiting.iter().map(Cell::to_string).collect();
    let refusal = no(
        format!("no station to be scored has {cell} as its first cell"),
        rules::TOGETHER,
    );
    Some(refusal.help(format!("score {}", cells.join(" or "))))
}

/// Why an allowed action is allowed.
pub(crate) fn grounds(rules: &Rulebook, state: &State, action: Action) -> Grounds {
    let mut grid = Grid::of(rules, state);
    let who = rules.name(state.to_move);
    match action {
        Action::Build { kind, cell, up } => {
            build_grounds(rules, state, &mut grid, (kind, cell, up))
        }
        Action::Walk { from, to } => {
            let steps = if let Step::Second(left) = state.step {
                left
            } else {
                STEPS
            };
            let kind = state.figure_on(from).unwrap_or(Figure::Robot);
            let walk = Walks::of(rules, state, &grid, steps).walk(rules, &grid, kind, from, to);
            let (cost, scores) = walk.unwrap_or((steps, false));
            let cost = count(u32::from(cost), "step");
            let grounds = Grounds::new(Cites::from(rules::WALK).and(rules::STEP)).fact(format!(
                "it takes {cost} from {from} to {to}, and {who} has {steps} left"
            ));
            if scores {
                grounds.fact(format!("{to} is in a station that {who} owns"))
            } else {
                grounds
            }
        }
        Action::Ufo { to, .. } => {
            Grounds::new(Cites::from(rules::UFO_CENTRE).and(rules::NOT_ASTRONAUTS)).fact(format!(
                "{to} is free, and there is no astronaut and no other cover within two steps of it"
            ))
        }
        Action::Abduct { from, .. } => {
            Grounds::new(Cites::from(rules::ABDUCTED).and(rules::ABDUCT_TO))
                .fact(format!("there is an astronaut on {from}"))
        }
        Action::Stop => Grounds::new(Cites::from(rules::SECOND)),
        Action::Pass => Grounds::new(Cites::from(rules::MUST_ACT)),
        Action::Score(_) => Grounds::new(Cites::from(rules::TOGETHER)),
        Action::Roll(_) => Grounds::new(Cites::from(rules::DIE)).fact(rules.faces()),
    }
}

/// The connected pieces that a new piece touches, and the piece that it continues.
fn build_grounds(
    rules: &Rulebook,
    state: &State,
    grid: &mut Grid,
    (kind, cell, up): (Kind, Cell, bool),
) -> Grounds {
    let (who, colour) = (rules.name(state.to_move), rules.colour(state.to_move));
    let (width, height) = kind.size(up);
    let rows = Rows::block(cell, width, height);
    let connected = grid.connected(rules, state.to_move);
    let beside = if kind == Kind::Dome {
        rows
    } else {
        rows.spread()
    };
    let touched = state
        .pieces
        .iter()
        .find(|piece| piece.rows().meets(&beside.and(&connected)));
    let own = if kind.is_white() {
        rules::WHITE
    } else {
        rules::COLOUR
    };
    let mut grounds = Grounds::new(Cites::from(own).and(rules::CONNECTED));
    if let Some(piece) = touched {
        let what = piece.built().words();
        grounds = grounds.fact(format!(
            "the {what} on {} is connected for {who}",
            piece.cell()
        ));
    }
    let left = count(
        u32::from(grid.left(rules, state.to_move, kind)),
        kind.words(),
    );
    if kind.is_white() {
        return grounds.fact(format!("{left} left"));
    }
    if kind == Kind::Dome {
        let cites = grounds.cites.and(rules::DOME).and(rules::NEUTRAL);
        grounds = Grounds { cites, ..grounds };
        grounds = grounds.fact("a white piece belongs to nobody, no matter who placed it");
    }
    let next = grid.coloured[colour.index()].meets(&rows.spread());
    let by = if next {
        format!("a {colour} piece")
    } else {
        format!("a straight wall that touches a {colour} piece")
    };
    grounds
        .fact(format!("it touches {by} ({})", rules::SUCCESSION))
        .fact(format!("{left} left"))
}

/// The check of one action in a state.
struct Ask<'a> {
    rules: &'a Rulebook,
    state: &'a State,
    grid: &'a mut Grid,
}

/// A condition that fails: what is wrong, its clause, and what to do instead.
type Failed = (String, RuleId, &'static str);

impl Ask<'_> {
    /// Checks the conditions of a placement in their order (clauses LC-4.3 to LC-4.14), and names all that fail.
    fn build(&mut self, kind: Kind, cell: Cell, up: bool) -> Option<Refusal> {
        let mut failed = Vec::new();
        let who = self.rules.name(self.state.to_move);
        if self.grid.left(self.rules, self.state.to_move, kind) == 0 {
            let message = format!("there is no {} left for {who}", kind.words());
            failed.push((message, rules::SUPPLY, "build another type"));
        }
        match kind {
            Kind::Dome => self.dome(cell, &mut failed),
            _ => self.piece(kind, cell, up, &mut failed),
        }
        let help = failed.first()?.2;
        let messages: Vec<&str> = failed
            .iter()
            .map(|(message, ..)| message.as_str())
            .collect();
        let cites = failed
            .iter()
            .fold(Cites::none(), |cites, (_, rule, _)| cites.and(*rule));
        let refusal = Refusal::new(messages.join("; "), cites);
        Some(
            refusal
                .fact(format!("asked for {}", Placed { kind, cell, up }))
                .help(help),
        )
    }

    fn piece(&mut self, kind: Kind, cell: Cell, up: bool, failed: &mut Vec<Failed>) {
        let (width, height) = kind.size(up);
        let cells =
            (0..height).flat_map(|dy| (0..width).map(move |dx| (i16::from(dx), i16::from(dy))));
        let cells: Vec<Option<Cell>> = cells.map(|(dx, dy)| cell.by(dx, dy)).collect();
        let off = cells
            .iter()
            .find(|cell| cell.is_none_or(|cell| !self.rules.board().has(cell)));
        if let Some(off) = off {
            let at = off.map_or("a cell".to_string(), |cell| cell.to_string());
            failed.push((
                format!("{at} is not on the board"),
                rules::ON_BOARD,
                "stay on the board",
            ));
            return;
        }
        let rows = Rows::block(cell, width, height);
        self.ground(&rows, failed);
        self.alike(kind, &rows, failed);
        let (who, seat) = (self.rules.name(self.state.to_move), self.state.to_move);
        if !rows.meets(&self.grid.connected(self.rules, seat).spread()) {
            let message =
                format!("it touches no piece that is connected to a starting corner of {who}");
            failed.push((
                message,
                rules::CONNECTED,
                "build next to a piece that is connected to your starting corner",
            ));
        }
        if !kind.is_white() && !rows.meets(&self.grid.succession(self.rules.colour(seat))) {
            failed.push(self.out_of_succession());
        }
        if kind == Kind::Airlock {
            self.entrances(cell, up, failed);
        }
    }

    fn out_of_succession(&self) -> Failed {
        let colour = self.rules.colour(self.state.to_move);
        let message =
            format!("it touches no {colour} piece, and no straight wall that touches one");
        (
            message,
            rules::SUCCESSION,
            "a coloured piece must touch a piece of its colour, or a straight wall that touches one",
        )
    }

    /// Checks what is on the cells (clauses LC-4.5 to LC-4.7): one reason per condition, with the first cell.
    fn ground(&self, rows: &Rows, failed: &mut Vec<Failed>) {
        if let Some(cell) = rows.and(&self.grid.pieces).first() {
            failed.push((
                format!("there is a piece on {cell}"),
                rules::FREE,
                "build on free cells",
            ));
        }
        if let Some(cell) = rows.and(&self.grid.all_figures()).first() {
            let figure = self.state.figure_on(cell).map_or("figure", Figure::name);
            let article = if figure == "astronaut" { "an" } else { "a" };
            failed.push((
                format!("there is {article} {figure} on {cell}"),
                rules::FREE,
                "build on free cells",
            ));
        }
        if let Some(cell) = rows.and(&self.grid.covers).first() {
            failed.push((
                format!("a UFO covers {cell}"),
                rules::COVERED,
                "build elsewhere, or move the UFO",
            ));
        }
        if let Some(cell) = rows.and(&self.grid.entrances).first() {
            let message = format!("{cell} is an entrance of an airlock");
            failed.push((
                message,
                rules::ENTRANCE,
                "leave entrances free, also those of your opponents",
            ));
        }
    }

    fn alike(&self, kind: Kind, rows: &Rows, failed: &mut Vec<Failed>) {
        let colour = self.rules.colour(self.state.to_move);
        let alike = place::alike(self.rules, self.grid, colour, kind);
        if let Some(cell) = alike.and(&rows.spread()).without(rows).first() {
            let message = format!(
                "the {} on {cell} is of the same type and would touch it",
                kind.words()
            );
            failed.push((message, rules::SAME_TYPE, "put another type between them"));
        }
    }

    fn entrances(&self, cell: Cell, up: bool, failed: &mut Vec<Failed>) {
        let help = "turn the airlock, or build it where its door is free on both sides";
        for (dx, dy) in entrances(up) {
            let (x, y) = (i16::from(cell.x) + dx, i16::from(cell.y) + dy);
            let entrance = cell.by(dx, dy).filter(|cell| self.rules.board().has(*cell));
            let message = match entrance {
                None => format!("its entrance {x},{y} is not on the board"),
                Some(cell) if self.grid.pieces.has(cell) => {
                    format!("there is a piece on its entrance {cell}")
                }
                Some(_) => continue,
            };
            failed.push((message, rules::FREE_ENTRANCES, help));
            return;
        }
    }

    fn dome(&mut self, cell: Cell, failed: &mut Vec<Failed>) {
        let seat = self.state.to_move;
        let (who, colour) = (self.rules.name(seat), self.rules.colour(seat));
        let square = self
            .state
            .pieces
            .iter()
            .find(|piece| piece.cell() == cell && piece.kind() == Kind::Square);
        let Some(square) = square else {
            let message = format!("there is no square wall whose lower left cell is {cell}");
            return failed.push((
                message,
                rules::DOME,
                "name the lower left cell of a bare square wall",
            ));
        };
        if square.owner().is_some() {
            let message = format!("the square wall on {cell} already has a dome");
            return failed.push((message, rules::DOME, "choose a bare square wall"));
        }
        let rows = square.rows();
        if let Some(cell) = rows.and(&self.grid.covers).first() {
            failed.push((
                format!("a UFO covers {cell}"),
                rules::COVERED,
                "choose another, or move the UFO",
            ));
        }
        if self.rules.other(Point::SameType) {
            let domed = self
                .grid
                .of_kind(Kind::Square)
                .and(&self.grid.coloured[colour.index()]);
            if let Some(cell) = rows.spread().and(&domed).first() {
                let message = format!("the dome on {cell} is of the same type and would touch it");
                failed.push((message, rules::SAME_TYPE, "put another type between them"));
            }
        }
        if !rows.meets(&self.grid.connected(self.rules, seat)) {
            let message = format!("the square wall on {cell} is not connected for {who}");
            failed.push((
                message,
                rules::CONNECTED,
                "choose one that is joined to a starting corner",
            ));
        }
        if !rows.meets(&self.grid.succession(colour)) {
            failed.push(self.out_of_succession());
        }
    }

    fn walk(&self, from: Cell, to: Cell) -> Option<Refusal> {
        let steps = if let Step::Second(left) = self.state.step {
            left
        } else {
            STEPS
        };
        let Some(kind) = self.state.figure_on(from) else {
            let refusal = no(format!("there is no figure on {from}"), rules::ANYBODY);
            return Some(refusal.help("name the cell of a robot or an astronaut"));
        };
        if !walks::may_walk(self.rules, self.state, kind, from) {
            let message = match self.rules.other(Point::Walkers) {
                false => format!("one {kind} has already walked in this turn"),
                true => format!("the {kind} on {from} has already walked in this turn"),
            };
            return Some(
                no(message, rules::SECOND).help("walk a figure of the other kind, or `stop`"),
            );
        }
        if walks::is_pinned(self.rules, self.state, self.grid, kind, from) {
            let refusal = no(
                format!("the {kind} on {from} is under a UFO"),
                rules::PINNED,
            );
            return Some(refusal.help("move the UFO away first"));
        }
        self.way(kind, from, to, steps)
    }

    fn way(&self, kind: Figure, from: Cell, to: Cell, steps: u8) -> Option<Refusal> {
        let ground = Walks::of(self.rules, self.state, self.grid, steps);
        if from == to {
            let refusal = no("a walk must lead to another cell", rules::STEP);
            return Some(refusal.help("take at least one step"));
        }
        if !ground.may_step(kind, to) {
            return Some(self.blocked(kind, to));
        }
        if !ground.may_end(kind, to) {
            let refusal = no(
                format!("{to} is a door, and no walk may end there"),
                rules::NOT_IN_A_DOOR,
            );
            return Some(refusal.help("walk through it, or stop before it"));
        }
        match ground.walk(self.rules, self.grid, kind, from, to) {
            Some(_) => None,
            None => {
                let left = count(u32::from(steps), "step");
                let message = format!("{to} cannot be reached from {from} in {left} or fewer");
                let refusal = no(message, rules::STEP);
                let fact = "steps cross edges, onto free cells and through your own doors, and the walk ends where the figure scores";
                Some(
                    refusal
                        .fact(fact)
                        .help("choose a nearer cell, or clear the way"),
                )
            }
        }
    }

    /// Why a figure cannot step on a cell.
    fn blocked(&self, kind: Figure, to: Cell) -> Refusal {
        let (help, colour) = ("choose a free cell", self.rules.colour(self.state.to_move));
        if !self.rules.board().has(to) {
            return no(format!("{to} is not on the board"), rules::BOARD).help(help);
        }
        if let Some(figure) = self.state.figure_on(to) {
            return no(format!("there is another {figure} on {to}"), rules::STEP).help(help);
        }
        let passes = kind == Figure::Astronaut && self.rules.other(Point::UfoBlocks);
        if self.grid.covers.has(to) && !(passes && self.state.ufo_on(to).is_none()) {
            return no(format!("a UFO covers {to}"), rules::STEP).help(help);
        }
        if self.grid.doors[colour.other().index()].has(to) {
            let message = format!("{to} is a door of {}", colour.other());
            return no(message, rules::STEP).help("figures may walk only through your own doors");
        }
        no(format!("there is a piece on {to}"), rules::STEP).help(help)
    }

    fn ufo(&self, from: Cell, to: Cell) -> Option<Refusal> {
        let at = match self.named_ufo(from) {
            Ok(at) => at,
            Err(refusal) => return Some(refusal),
        };
        let help = "choose a free cell further away";
        if !self.rules.board().has(to) {
            return Some(no(format!("{to} is not on the board"), rules::UFO_CENTRE).help(help));
        }
        if from == to {
            return Some(no(format!("the UFO is already on {to}"), rules::UFO_CENTRE).help(help));
        }
        if self.grid.pieces.has(to) {
            return Some(no(format!("there is a piece on {to}"), rules::UFO_CENTRE).help(help));
        }
        if let Some(figure) = self.state.figure_on(to) {
            let article = if figure == Figure::Astronaut {
                "an"
            } else {
                "a"
            };
            return Some(
                no(
                    format!("there is {article} {figure} on {to}"),
                    rules::UFO_CENTRE,
                )
                .help(help),
            );
        }
        let others = ufos::other_covers(self.rules, self.state, at);
        if others.has(to) {
            return Some(no(format!("{to} is under another UFO"), rules::UFO_CENTRE).help(help));
        }
        self.cover_fits(to, &others)
    }

    /// Why the whole cover of a UFO does not fit around a cell.
    fn cover_fits(&self, to: Cell, others: &Rows) -> Option<Refusal> {
        let cover = disc(&Rows::one(to)).and(self.rules.board());
        if let Some(cell) = cover.and(&self.grid.figures[1]).first()
            && !self.rules.other(Point::UfoBlocks)
        {
            let refusal = no(
                format!("its cover would be over the astronaut on {cell}"),
                rules::NOT_ASTRONAUTS,
            );
            return Some(refusal.help("covers may be over robots, but not over astronauts"));
        }
        if let Some(cell) = cover.and(others).first()
            && !self.rules.other(Point::CoversOverlap)
        {
            let refusal = no(
                format!("its cover would share {cell} with another cover"),
                rules::COVERS_APART,
            );
            return Some(refusal.help("choose a cell further away"));
        }
        None
    }

    /// The index of the UFO with its centre on a cell, if the current seat may move it.
    fn named_ufo(&self, from: Cell) -> Result<usize, Refusal> {
        let Some(at) = self.state.ufo_on(from) else {
            let cells: Vec<_> = self
                .state
                .ufos
                .iter()
                .map(|ufo| ufo.cell.to_string())
                .collect();
            let refusal = no(
                format!("no UFO has its centre on {from}"),
                rules::UFO_CENTRE,
            );
            return Err(refusal.help(format!("the UFOs are on {}", cells.join(" and "))));
        };
        if !ufos::may_lift(self.rules, self.state, self.state.ufos[at]) {
            let message = format!("the UFO on {from} was put on an astronaut by your own colour");
            return Err(no(message, rules::ON_ITS_HEAD).help("only an opponent may remove it"));
        }
        Ok(at)
    }

    fn abduct(&self, from: Cell, to: Cell, with: Cell) -> Option<Refusal> {
        let at = match self.named_ufo(with) {
            Ok(at) => at,
            Err(refusal) => return Some(refusal),
        };
        if !self.state.astronauts.contains(&from) {
            let refusal = no(format!("there is no astronaut on {from}"), rules::ABDUCTED);
            return Some(refusal.help("name an astronaut on the board"));
        }
        let others = ufos::other_covers(self.rules, self.state, at);
        if others.has(from) {
            let refusal = no(
                format!("the astronaut on {from} is under another UFO"),
                rules::ABDUCTED,
            );
            return Some(refusal.help("only the UFO above it may carry it"));
        }
        let taken = match (from == to, self.state.figure_on(to)) {
            (true, _) => Some(format!("the astronaut is already on {to}")),
            (_, Some(figure)) => Some(format!("there is another {figure} on {to}")),
            _ if !self.rules.board().has(to) => Some(format!("{to} is not on the board")),
            _ if self.grid.pieces.has(to) => Some(format!("there is a piece on {to}")),
            _ if others.has(to) => Some(format!("{to} is under another UFO")),
            _ => None,
        };
        if let Some(message) = taken {
            return Some(no(message, rules::ABDUCT_TO).help("choose a free cell"));
        }
        let scores = ufos::scoring(self.rules, self.state, self.grid).has(to);
        if !scores || ufos::may_stand(self.rules, self.state, self.grid, at, from) {
            return None;
        }
        let message = format!("the UFO could not stay on {from}");
        let cover = Ufo::at(from).cover();
        let why = if self.grid.pieces.has(from) {
            "the astronaut is in a door, and the centre of a UFO cannot be on a piece"
        } else if cover.and(&others).is_empty() {
            "its cover would be over another astronaut"
        } else {
            "its cover would share cells with another cover"
        };
        Some(
            no(message, rules::ABDUCT_HOME)
                .fact(why)
                .help("choose another UFO or another astronaut"),
        )
    }
}
