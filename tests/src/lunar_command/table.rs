//! Lunar Command played slowly and obviously, by the words of `docs/rules/lunar-command.md` and nothing of the engine:
//! cells are pairs of numbers, everything on the board is a list or a map, every question is worked out from nothing.

use std::collections::BTreeMap;

/// A cell: from the left, from the bottom, both from 0.
pub(super) type Cell = (i32, i32);

/// Colours, green first; a team is a colour.
pub(super) type Colour = usize;

/// What can be built. A dome is no piece of its own: its square becomes coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Straight,
    Square,
    Airlock,
    Antenna,
}

/// Something built.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    /// Its lower left cell.
    pub(super) at: Cell,
    pub(super) up: bool,
    /// Whose coloured piece it is; none for a white one.
    pub(super) colour: Option<Colour>,
    /// Which seat made it coloured.
    pub(super) seat: usize,
    /// Whether it is a starting corner.
    pub(super) start: bool,
}

/// A UFO: its centre, and whether it sits on a head (it blocks that cell alone then), and who put it there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ufo {
    pub(super) at: Cell,
    pub(super) on_head: bool,
    pub(super) by: Colour,
}

/// What is agreed before the game.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) size: Cell,
    pub(super) corners: [Vec<Cell>; 2],
    /// Straight walls, square walls.
    pub(super) white: [i32; 2],
    /// Domes, airlocks, antennae of each colour.
    pub(super) coloured: [i32; 3],
    pub(super) target: i32,
    pub(super) quiet_turns: i32,
    /// The faces: which of white, colour, yellow, grey each has.
    pub(super) die: Vec<Vec<String>>,
    pub(super) teams: bool,
    pub(super) abduction: bool,
    /// Variants of the open questions away from the usual ones, by name.
    pub(super) variants: BTreeMap<String, String>,
}

impl Rules {
    /// Whether a question is read so.
    fn reads(&self, question: &str, variant: &str) -> bool {
        self.variants.get(question).is_some_and(|chosen| chosen == variant)
    }
}

/// What is asked now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    Roll,
    Act(Vec<String>),
    /// The steps left, and whether the figure that walked was an astronaut.
    Second(i32, bool),
    /// Which of the stations just closed is scored next.
    Order(Vec<Cell>),
    Over(Vec<usize>),
}

/// The whole table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(super) rules: Rules,
    pub(super) pieces: Vec<Piece>,
    /// Where the figures are; true is an astronaut.
    pub(super) figures: BTreeMap<Cell, bool>,
    pub(super) ufos: Vec<Ufo>,
    pub(super) white: [i32; 2],
    /// Domes, airlocks, antennae of each seat; of a colour that shares them, all with its first seat.
    pub(super) coloured: Vec<[i32; 3]>,
    pub(super) score: [i32; 2],
    pub(super) built: [i32; 2],
    pub(super) seat: usize,
    pub(super) asked: Asked,
    pub(super) quiet: i32,
    /// Whether this turn brought a piece or a point.
    moved: bool,
    /// Where the figures are that have walked in this turn.
    walked: Vec<Cell>,
    /// Who scored each cell's station.
    scored: BTreeMap<Cell, Option<Colour>>,
}

/// A set of cells: a grid of yes and no, with a margin, so that cells just off the board can be asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cells {
    size: Cell,
    has: Vec<bool>,
}

/// How far off the board a set of cells reaches.
const MARGIN: i32 = 4;

impl Cells {
    fn none(size: Cell) -> Self {
        Cells { size, has: vec![false; ((size.0 + 2 * MARGIN) * (size.1 + 2 * MARGIN)) as usize] }
    }

    fn of(size: Cell, cells: impl IntoIterator<Item = Cell>) -> Self {
        let mut set = Cells::none(size);
        for cell in cells {
            set.insert(cell);
        }
        set
    }

    fn place(&self, (x, y): Cell) -> usize {
        ((y + MARGIN) * (self.size.0 + 2 * MARGIN) + x + MARGIN) as usize
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.has[self.place(cell)]
    }

    fn insert(&mut self, cell: Cell) -> bool {
        let place = self.place(cell);
        !std::mem::replace(&mut self.has[place], true)
    }

    fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let wide = self.size.0 + 2 * MARGIN;
        let has = self.has.iter().enumerate().filter(|(_, has)| **has);
        has.map(move |(place, _)| (place as i32 % wide - MARGIN, place as i32 / wide - MARGIN))
    }

    fn first(&self) -> Cell {
        self.cells().next().expect("a region has cells")
    }
}

/// What is worked out once for a question about walks.
struct Ground {
    walls: Cells,
    covered: Cells,
    own_doors: Cells,
    stations: Vec<(Cells, Option<Colour>)>,
}

/// The four cells that share an edge with one.
fn edges((x, y): Cell) -> [Cell; 4] {
    [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
}

/// The eight cells that share an edge or a corner with one.
fn around((x, y): Cell) -> Vec<Cell> {
    let steps = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
    steps.filter(|step| *step != (0, 0)).map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// The cells under a piece.
fn footprint(kind: Kind, (x, y): Cell, up: bool) -> Vec<Cell> {
    match kind {
        Kind::Square | Kind::Antenna => vec![(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)],
        _ if up => (0..4).map(|step| (x, y + step)).collect(),
        _ => (0..4).map(|step| (x + step, y)).collect(),
    }
}

/// The two middle cells of an airlock.
fn doors(at: Cell, up: bool) -> Vec<Cell> {
    footprint(Kind::Airlock, at, up)[1..3].to_vec()
}

/// The cells beside the doors that are no part of the airlock.
fn entrances(at: Cell, up: bool) -> Vec<Cell> {
    let own = footprint(Kind::Airlock, at, up);
    doors(at, up).into_iter().flat_map(edges).filter(|cell| !own.contains(cell)).collect()
}

/// The cells that a UFO blocks, on the board or off it.
fn cover(ufo: &Ufo) -> Vec<Cell> {
    if ufo.on_head { vec![ufo.at] } else { disc(ufo.at) }
}

/// The cells at most two away from one, as the crow flies.
fn disc((x, y): Cell) -> Vec<Cell> {
    let steps = (-2..=2).flat_map(|dx: i32| (-2..=2).map(move |dy: i32| (dx, dy)));
    steps.filter(|(dx, dy)| dx * dx + dy * dy <= 4).map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// What each seat has to build with.
fn supplies(rules: &Rules) -> Vec<[i32; 3]> {
    let all = rules.coloured;
    match (rules.teams, rules.reads("team_pieces", "seven-each")) {
        (false, _) => vec![all; 2],
        (true, false) => vec![all, [0; 3], all, [0; 3]],
        (true, true) => {
            let (first, second) = (all.map(|count| count - count / 2), all.map(|count| count / 2));
            vec![first, second, first, second]
        }
    }
}

/// A cell as it is written.
fn written((x, y): Cell) -> String {
    format!("{x},{y}")
}

/// A cell as it was written.
fn cell(word: &str) -> Cell {
    let (x, y) = word.split_once(',').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

impl Piece {
    pub(super) fn cells(&self) -> Vec<Cell> {
        footprint(self.kind, self.at, self.up)
    }

    fn touches(&self, cells: &[Cell]) -> bool {
        self.cells().into_iter().flat_map(edges).any(|cell| cells.contains(&cell))
    }
}

impl Table {
    /// The table before the first roll.
    pub(super) fn new(rules: Rules, robots: &[Cell], astronauts: &[Cell], ufos: &[Cell]) -> Self {
        let corner = |colour: usize, nth: usize, at: Cell| Piece {
            kind: Kind::Square,
            at,
            up: false,
            colour: Some(colour),
            seat: if rules.teams { 2 * colour + nth } else { colour },
            start: true,
        };
        let mut pieces = Vec::new();
        for (colour, corners) in rules.corners.iter().enumerate() {
            pieces.extend(corners.iter().enumerate().map(|(nth, at)| corner(colour, nth, *at)));
        }
        let mut figures: BTreeMap<Cell, bool> = robots.iter().map(|at| (*at, false)).collect();
        figures.extend(astronauts.iter().map(|at| (*at, true)));
        let mut table = Table {
            pieces,
            figures,
            ufos: ufos.iter().map(|at| Ufo { at: *at, on_head: false, by: 0 }).collect(),
            white: rules.white,
            coloured: supplies(&rules),
            score: [0; 2],
            built: [0; 2],
            seat: 0,
            asked: Asked::Roll,
            quiet: 0,
            moved: false,
            walked: Vec::new(),
            scored: BTreeMap::new(),
            rules,
        };
        table.go_on();
        table
    }

    pub(super) fn seats(&self) -> usize {
        if self.rules.teams { 4 } else { 2 }
    }

    /// Whose supply the seat on turn builds from.
    fn supply(&self) -> usize {
        if self.rules.reads("team_pieces", "seven-each") || !self.rules.teams {
            self.seat
        } else {
            self.seat / 2 * 2
        }
    }

    /// The colour of the seat on turn.
    pub(super) fn colour(&self) -> Colour {
        if self.rules.teams { self.seat / 2 } else { self.seat }
    }

    fn on_board(&self, (x, y): Cell) -> bool {
        (0..self.rules.size.0).contains(&x) && (0..self.rules.size.1).contains(&y)
    }

    /// Every cell that holds a piece.
    fn walls(&self) -> Cells {
        Cells::of(self.rules.size, self.pieces.iter().flat_map(Piece::cells))
    }

    /// Every cell under a UFO.
    fn covered(&self) -> Cells {
        Cells::of(self.rules.size, self.ufos.iter().flat_map(cover))
    }

    /// The pieces connected for the seat on turn.
    fn connected(&self) -> Vec<usize> {
        let colour = self.colour();
        let mine = |piece: &Piece| !self.rules.teams || piece.seat == self.seat;
        let carries = |piece: &Piece| match piece.colour {
            None => true,
            Some(other) => other == colour && (!self.rules.reads("partner_path", "no") || mine(piece)),
        };
        let is_root = |piece: &Piece| piece.start && piece.colour == Some(colour) && mine(piece);
        let mut found: Vec<usize> = (0..self.pieces.len()).filter(|at| is_root(&self.pieces[*at])).collect();
        let mut next = 0;
        while next < found.len() {
            let cells = self.pieces[found[next]].cells();
            for (at, piece) in self.pieces.iter().enumerate() {
                if !found.contains(&at) && carries(piece) && piece.touches(&cells) {
                    found.push(at);
                }
            }
            next += 1;
        }
        found
    }

    /// Whether cells touch an own coloured piece, or a straight wall that touches one.
    fn next_in_succession(&self, cells: &[Cell]) -> bool {
        let colour = self.colour();
        let own = |cells: &[Cell]| {
            self.pieces.iter().any(|piece| piece.colour == Some(colour) && piece.touches(cells))
        };
        let straight = |piece: &&Piece| piece.kind == Kind::Straight && piece.touches(cells);
        own(cells) || self.pieces.iter().filter(straight).any(|piece| own(&piece.cells()))
    }

    /// Whether a piece to be built may not touch one that is there.
    fn same(&self, kind: Kind, colour: Option<Colour>, other: &Piece) -> bool {
        kind == other.kind && (!self.rules.reads("same_type", "identical") || colour == other.colour)
    }

    /// Every placement of one kind of piece that the seat on turn may make.
    fn places(&self, kind: Kind, colour: Option<Colour>) -> Vec<(Cell, bool)> {
        let (walls, covered) = (self.walls(), self.covered());
        let size = self.rules.size;
        let airlocks = self.pieces.iter().filter(|piece| piece.kind == Kind::Airlock);
        let forbidden = Cells::of(size, airlocks.flat_map(|piece| entrances(piece.at, piece.up)));
        let connected = Cells::of(size, self.connected().into_iter().flat_map(|at| self.pieces[at].cells()));
        let alike = self.pieces.iter().filter(|piece| self.same(kind, colour, piece));
        let alike = Cells::of(size, alike.flat_map(Piece::cells));
        let long = matches!(kind, Kind::Straight | Kind::Airlock);
        let mut found = Vec::new();
        for (x, y) in (0..self.rules.size.0).flat_map(|x| (0..self.rules.size.1).map(move |y| (x, y))) {
            for up in [false, true] {
                if up && !long {
                    continue;
                }
                let cells = footprint(kind, (x, y), up);
                let free = |cell: &Cell| {
                    self.on_board(*cell)
                        && !walls.contains(*cell)
                        && !self.figures.contains_key(cell)
                        && !covered.contains(*cell)
                        && !forbidden.contains(*cell)
                };
                let beside =
                    |set: &Cells| cells.iter().flat_map(|cell| edges(*cell)).any(|cell| set.contains(cell));
                let open = |cell: &Cell| self.on_board(*cell) && !walls.contains(*cell);
                if cells.iter().all(free)
                    && !beside(&alike)
                    && beside(&connected)
                    && (colour.is_none() || self.next_in_succession(&cells))
                    && (kind != Kind::Airlock || entrances((x, y), up).iter().all(open))
                {
                    found.push(((x, y), up));
                }
            }
        }
        found
    }

    /// The squares on which the seat on turn may put a dome.
    fn domes(&self) -> Vec<Cell> {
        let covered = self.covered();
        let colour = self.colour();
        let mut found = Vec::new();
        for at in self.connected() {
            let piece = &self.pieces[at];
            let cells = piece.cells();
            let bare = piece.kind == Kind::Square && piece.colour.is_none();
            let twin = self.rules.reads("same_type", "identical")
                && self.pieces.iter().any(|other| {
                    other.kind == Kind::Square && other.colour == Some(colour) && other.touches(&cells)
                });
            if bare
                && !cells.iter().any(|cell| covered.contains(*cell))
                && self.next_in_succession(&cells)
                && !twin
            {
                found.push(piece.at);
            }
        }
        found
    }

    /// The regions of cells without a piece, joined by edge or corner.
    pub(super) fn regions(&self) -> Vec<Cells> {
        let mut met = self.walls();
        let mut regions = Vec::new();
        for first in self.cells_of_board() {
            if !met.insert(first) {
                continue;
            }
            let mut region = Cells::of(self.rules.size, [first]);
            let mut edge = vec![first];
            while let Some(cell) = edge.pop() {
                for next in around(cell) {
                    if self.on_board(next) && met.insert(next) {
                        region.insert(next);
                        edge.push(next);
                    }
                }
            }
            regions.push(region);
        }
        regions
    }

    /// Whether a region reaches the border of the board.
    fn is_open(&self, region: &Cells) -> bool {
        let (w, h) = self.rules.size;
        region.cells().any(|(x, y)| x == 0 || y == 0 || x == w - 1 || y == h - 1)
    }

    /// The stations.
    pub(super) fn stations(&self) -> Vec<Cells> {
        self.regions().into_iter().filter(|region| !self.is_open(region)).collect()
    }

    /// The station that a cell lies in.
    fn station_of(&self, cell: Cell) -> Option<Cells> {
        self.stations().into_iter().find(|station| station.contains(cell))
    }

    /// The pieces that touch a station by edge or corner.
    fn touching(&self, station: &Cells) -> Vec<&Piece> {
        let near =
            |piece: &&Piece| piece.cells().into_iter().flat_map(around).any(|cell| station.contains(cell));
        self.pieces.iter().filter(near).collect()
    }

    /// The pieces of a station's outer wall.
    fn outer_wall(&self, station: &Cells) -> Vec<&Piece> {
        let touching = self.touching(station);
        if self.rules.reads("outer_wall", "touching") {
            return touching;
        }
        if self.rules.reads("outer_wall", "needed") {
            return touching.into_iter().filter(|piece| self.opens_without(piece, station)).collect();
        }
        // What hangs together by edges with the outside: come from beyond the border over everything but the station.
        let (w, h) = self.rules.size;
        let mut outside = Cells::of(self.rules.size, [(-1, -1)]);
        let mut edge = vec![(-1, -1)];
        while let Some(cell) = edge.pop() {
            for next in edges(cell) {
                let near = (-1..=w).contains(&next.0) && (-1..=h).contains(&next.1);
                if near && !station.contains(next) && outside.insert(next) {
                    edge.push(next);
                }
            }
        }
        touching.into_iter().filter(|piece| outside.contains(piece.at)).collect()
    }

    /// Whether a station would be open without a piece.
    fn opens_without(&self, piece: &Piece, station: &Cells) -> bool {
        let mut without = self.clone();
        without.pieces.retain(|other| other != piece);
        without.station_of(station.first()).is_none()
    }

    /// Who has more coloured pieces in a station's outer wall.
    pub(super) fn majority(&self, station: &Cells) -> Option<Colour> {
        let mut count = [0; 2];
        for piece in self.outer_wall(station) {
            if let Some(colour) = piece.colour
                && !(piece.start && self.rules.reads("starting_domes", "no"))
            {
                count[colour] += 1;
            }
        }
        match count[0].cmp(&count[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whose station it is for figures that walk in.
    fn owner(&self, station: &Cells) -> Option<Colour> {
        if self.rules.reads("owner", "won") {
            return self.scored.get(&station.first()).copied().flatten();
        }
        self.majority(station)
    }

    /// Says who has scored the station around a cell.
    pub(super) fn mark_won(&mut self, cell: Cell, colour: Colour) {
        let station = self.station_of(cell).expect("a station is there");
        self.scored.extend(station.cells().map(|cell| (cell, Some(colour))));
    }

    /// Scores one closed station (figures leave).
    fn score_station(&mut self, station: &Cells) {
        let inside: Vec<(Cell, bool)> = self
            .figures
            .iter()
            .filter(|(at, _)| station.contains(**at))
            .map(|(at, kind)| (*at, *kind))
            .collect();
        let points: i32 = inside.iter().map(|(_, astronaut)| if *astronaut { 2 } else { 1 }).sum();
        let winner = self.majority(station);
        match winner {
            Some(colour) => self.score[colour] += points,
            None => self.score.iter_mut().for_each(|score| *score += points / 2),
        }
        if winner.is_some() || !self.rules.reads("tied_figures", "stay") {
            for (at, _) in &inside {
                self.figures.remove(at);
            }
        }
        self.moved |= points > 0;
        self.scored.extend(station.cells().map(|cell| (cell, winner)));
    }

    /// Scores what a placement has closed, the regions having been `before`.
    fn score_closed(&mut self, before: &[(Cells, bool)]) {
        let after = self.stations();
        let mut closed = Vec::new();
        for station in &after {
            let first = station.first();
            let (whole, was_open) = before.iter().find(|(region, _)| region.contains(first)).unwrap();
            let parts = after.iter().filter(|part| whole.contains(part.first())).count();
            let split = parts > 1 && !self.rules.reads("split_scores", "no");
            if *was_open || split {
                closed.push(station);
            }
        }
        if closed.len() > 1 && self.rules.reads("several_stations", "in-order") {
            self.asked = Asked::Order(closed.iter().map(|station| station.first()).collect());
        } else {
            closed.into_iter().for_each(|station| self.score_station(station));
        }
    }

    /// Whether a figure of a kind may stand on or cross a cell under these covers.
    fn passes(&self, astronaut: bool, covered: &Cells, cell: Cell) -> bool {
        let centre = self.ufos.iter().any(|ufo| ufo.at == cell);
        !covered.contains(cell) || (astronaut && !centre && self.rules.reads("ufo_blocks", "way"))
    }

    /// What walks of the seat on turn go over.
    fn ground(&self) -> Ground {
        let colour = self.colour();
        let own = |piece: &&Piece| piece.kind == Kind::Airlock && piece.colour == Some(colour);
        let own_doors = self.pieces.iter().filter(own).flat_map(|piece| doors(piece.at, piece.up));
        let stations = self.stations().into_iter().map(|station| {
            let owner = self.owner(&station);
            (station, owner)
        });
        Ground {
            walls: self.walls(),
            covered: self.covered(),
            own_doors: Cells::of(self.rules.size, own_doors),
            stations: stations.collect(),
        }
    }

    /// Where a figure may walk to in so many steps: how many steps each place costs, and whether it scores there.
    fn walks(&self, ground: &Ground, from: Cell, steps: i32) -> BTreeMap<Cell, (i32, bool)> {
        let astronaut = self.figures[&from];
        let pinned = !self.passes(astronaut, &ground.covered, from) && !self.rules.reads("walk_out", "yes");
        let carried = self.ufos.iter().any(|ufo| ufo.on_head && ufo.at == from);
        let mut found = BTreeMap::new();
        if !pinned && !carried {
            self.walk_on(ground, &mut vec![from], steps, &mut found);
        }
        found.retain(|cell, _| !ground.own_doors.contains(*cell) || self.rules.reads("stop_in_door", "yes"));
        found
    }

    /// Tries every way on from the last cell of one, with so many steps left.
    fn walk_on(
        &self,
        ground: &Ground,
        way: &mut Vec<Cell>,
        left: i32,
        found: &mut BTreeMap<Cell, (i32, bool)>,
    ) {
        if left == 0 {
            return;
        }
        let (from, at) = (way[0], way[way.len() - 1]);
        for next in edges(at) {
            let free = self.on_board(next)
                && (!ground.walls.contains(next) || ground.own_doors.contains(next))
                && !self.figures.contains_key(&next)
                && self.passes(self.figures[&from], &ground.covered, next);
            if !free {
                continue;
            }
            let (cost, scores) = (way.len() as i32, self.scores_on(ground, from, at, next));
            let known = found.entry(next).or_insert((cost, scores));
            *known = match cost.cmp(&known.0) {
                std::cmp::Ordering::Less => (cost, scores),
                std::cmp::Ordering::Equal => (cost, scores || known.1),
                std::cmp::Ordering::Greater => *known,
            };
            if !scores {
                way.push(next);
                self.walk_on(ground, way, left - 1, found);
                way.pop();
            }
        }
    }

    /// Whether a figure that began its walk on one cell scores when it steps from another onto a third.
    fn scores_on(&self, ground: &Ground, from: Cell, at: Cell, next: Cell) -> bool {
        let Some((station, owner)) = ground.stations.iter().find(|(station, _)| station.contains(next))
        else {
            return false;
        };
        let comes_in = ground.own_doors.contains(at) && !station.contains(from);
        *owner == Some(self.colour()) && (comes_in || self.rules.reads("score_inside", "yes"))
    }

    /// The walks of figures of the kinds that may walk now.
    fn all_walks(&self, steps: i32, kinds: &[bool]) -> Vec<String> {
        let mut found = Vec::new();
        let ground = self.ground();
        for (from, astronaut) in &self.figures {
            if kinds.contains(astronaut) && !self.walked.contains(from) {
                let to = self.walks(&ground, *from, steps);
                found.extend(to.keys().map(|to| format!("walk {} to {}", written(*from), written(*to))));
            }
        }
        found
    }

    /// The cells under all UFOs but one.
    fn other_covers(&self, nth: usize) -> Cells {
        let others = self.ufos.iter().enumerate().filter(|(other, _)| *other != nth);
        Cells::of(self.rules.size, others.flat_map(|(_, ufo)| cover(ufo)))
    }

    /// Whether a UFO may stand with its centre on a cell.
    fn may_hover(&self, at: Cell, walls: &Cells, others: &Cells) -> bool {
        let astronaut = |cell: &Cell| self.figures.get(cell) == Some(&true);
        if walls.contains(at) || others.contains(at) || self.figures.contains_key(&at) {
            return false;
        }
        let over = disc(at);
        (self.rules.reads("ufo_blocks", "way") || !over.iter().any(astronaut))
            && (self.rules.reads("covers_overlap", "yes")
                || !over.iter().any(|cell| self.on_board(*cell) && others.contains(*cell)))
    }

    fn cells_of_board(&self) -> Vec<Cell> {
        (0..self.rules.size.0).flat_map(|x| (0..self.rules.size.1).map(move |y| (x, y))).collect()
    }

    /// Whether the seat on turn may lift a UFO.
    fn may_lift(&self, ufo: &Ufo) -> bool {
        let lone = ufo.on_head && self.figures.get(&ufo.at) == Some(&true);
        !(lone && self.rules.reads("lift_ufo", "opponent") && ufo.by == self.colour())
    }

    fn ufo_moves(&self) -> Vec<String> {
        let (cells, walls) = (self.cells_of_board(), self.walls());
        let mut found = Vec::new();
        for (nth, ufo) in self.ufos.iter().enumerate().filter(|(_, ufo)| self.may_lift(ufo)) {
            let others = self.other_covers(nth);
            for to in cells.iter().filter(|to| **to != ufo.at && self.may_hover(**to, &walls, &others)) {
                found.push(format!("ufo {} to {}", written(ufo.at), written(*to)));
            }
        }
        found
    }

    /// Whether an abduction there scores.
    fn abduction_scores(&self, to: Cell) -> bool {
        let Some(station) = self.station_of(to) else { return false };
        let colour = Some(self.colour());
        if self.rules.reads("abduction_scores", "scored-by-me") {
            return self.scored.get(&to).copied().flatten() == colour;
        }
        self.owner(&station) == colour
    }

    fn abductions(&self) -> Vec<String> {
        let astronauts: Vec<Cell> =
            self.figures.iter().filter(|(_, kind)| **kind).map(|(at, _)| *at).collect();
        let (cells, walls) = (self.cells_of_board(), self.walls());
        let mut found = Vec::new();
        for (nth, ufo) in self.ufos.iter().enumerate().filter(|(_, ufo)| self.may_lift(ufo)) {
            let covered = self.other_covers(nth);
            for from in astronauts.iter().filter(|from| !covered.contains(**from)) {
                for to in cells.iter().filter(|to| *to != from) {
                    let free =
                        !walls.contains(*to) && !self.figures.contains_key(to) && !covered.contains(*to);
                    if !free {
                        continue;
                    }
                    if self.abduction_scores(*to) {
                        let mut gone = self.clone();
                        gone.figures.remove(from);
                        if !gone.may_hover(*from, &walls, &covered) {
                            continue;
                        }
                    }
                    let (from, to, with) = (written(*from), written(*to), written(ufo.at));
                    found.push(format!("abduct {from} to {to} with {with}"));
                }
            }
        }
        found
    }

    /// Every answer of one option of a face.
    fn option(&self, option: &str) -> Vec<String> {
        let way = |up: bool| if up { "up" } else { "across" };
        let colour = self.colour();
        let mut found = Vec::new();
        match option {
            "white" => {
                if self.white[0] > 0 {
                    let places = self.places(Kind::Straight, None);
                    found.extend(
                        places.iter().map(|(at, up)| format!("straight {} {}", written(*at), way(*up))),
                    );
                }
                if self.white[1] > 0 {
                    found.extend(
                        self.places(Kind::Square, None)
                            .iter()
                            .map(|(at, _)| format!("square {}", written(*at))),
                    );
                }
            }
            "colour" => {
                let left = self.coloured[self.supply()];
                if left[0] > 0 {
                    found.extend(self.domes().iter().map(|at| format!("dome {}", written(*at))));
                }
                if left[1] > 0 {
                    let places = self.places(Kind::Airlock, Some(colour));
                    found.extend(
                        places.iter().map(|(at, up)| format!("airlock {} {}", written(*at), way(*up))),
                    );
                }
                if left[2] > 0 {
                    let places = self.places(Kind::Antenna, Some(colour));
                    found.extend(places.iter().map(|(at, _)| format!("antenna {}", written(*at))));
                }
            }
            "yellow" => found.extend(self.all_walks(4, &[false, true])),
            _ => {
                found.extend(self.ufo_moves());
                if self.rules.abduction {
                    found.extend(self.abductions());
                }
            }
        }
        found
    }

    /// Every answer of whoever is asked now.
    pub(super) fn answers(&self) -> Vec<String> {
        match &self.asked {
            Asked::Roll => {
                let mut faces: Vec<String> =
                    self.rules.die.iter().map(|face| format!("roll {}", face.join("-"))).collect();
                faces.sort();
                faces.dedup();
                faces
            }
            Asked::Act(face) => {
                let mut found: Vec<String> = face.iter().flat_map(|option| self.option(option)).collect();
                if self.rules.reads("must_act", "no") && !found.is_empty() {
                    found.push("pass".to_owned());
                }
                found
            }
            Asked::Second(steps, astronaut) => {
                let kinds: &[bool] =
                    if self.rules.reads("walkers", "any") { &[false, true] } else { &[!*astronaut] };
                let mut found = self.all_walks(*steps, kinds);
                if !found.is_empty() {
                    found.push("stop".to_owned());
                }
                found
            }
            Asked::Order(first) => first.iter().map(|cell| format!("score {}", written(*cell))).collect(),
            Asked::Over(_) => Vec::new(),
        }
    }

    /// Carries out an answer.
    pub(super) fn play(&mut self, answer: &str) {
        let words: Vec<&str> = answer.split(' ').collect();
        match (&self.asked, words[0]) {
            (Asked::Roll, _) => {
                self.asked = Asked::Act(words[1].split('-').map(str::to_owned).collect());
            }
            (_, "straight" | "square" | "airlock" | "antenna" | "dome") => {
                self.build(words[0], cell(words[1]), words.get(2) == Some(&"up"));
                if !matches!(self.asked, Asked::Order(_)) {
                    self.end_turn();
                }
            }
            (Asked::Order(waiting), "score") => {
                let first = cell(words[1]);
                let rest: Vec<Cell> = waiting.iter().copied().filter(|other| *other != first).collect();
                let station = self.station_of(first).expect("a station waits there");
                self.score_station(&station);
                match rest.is_empty() || self.winner_by_points().is_some() {
                    true => self.end_turn(),
                    false => self.asked = Asked::Order(rest),
                }
            }
            (_, "ufo") => {
                let ufo = self.ufos.iter_mut().find(|ufo| ufo.at == cell(words[1])).unwrap();
                (ufo.at, ufo.on_head) = (cell(words[3]), false);
                self.end_turn();
            }
            (_, "abduct") => {
                self.abduct(cell(words[1]), cell(words[3]), cell(words[5]));
                self.end_turn();
            }
            (asked, "walk") => {
                let left = if let Asked::Second(left, _) = asked { *left } else { 4 };
                self.walk(cell(words[1]), cell(words[3]), left);
            }
            _ => self.end_turn(),
        }
        self.go_on();
    }

    fn build(&mut self, kind: &str, at: Cell, up: bool) {
        let (colour, seat, supply) = (self.colour(), self.seat, self.supply());
        let regions = self.regions().into_iter();
        let before: Vec<(Cells, bool)> =
            regions.map(|region| (region.clone(), self.is_open(&region))).collect();
        let (kind, pile) = match kind {
            "straight" => (Kind::Straight, &mut self.white[0]),
            "square" => (Kind::Square, &mut self.white[1]),
            "dome" => (Kind::Square, &mut self.coloured[supply][0]),
            "airlock" => (Kind::Airlock, &mut self.coloured[supply][1]),
            _ => (Kind::Antenna, &mut self.coloured[supply][2]),
        };
        *pile -= 1;
        self.moved = true;
        if let Some(square) = self.pieces.iter_mut().find(|piece| piece.at == at) {
            (square.colour, square.seat) = (Some(colour), seat);
            self.built[colour] += 1;
            return;
        }
        let white = matches!(kind, Kind::Straight | Kind::Square);
        let colour = (!white).then_some(colour);
        if let Some(colour) = colour {
            self.built[colour] += 1;
        }
        self.pieces.push(Piece { kind, at, up, colour, seat, start: false });
        self.score_closed(&before);
    }

    fn abduct(&mut self, from: Cell, to: Cell, with: Cell) {
        let scores = self.abduction_scores(to);
        let colour = self.colour();
        self.figures.remove(&from);
        let ufo = self.ufos.iter_mut().find(|ufo| ufo.at == with).unwrap();
        (ufo.at, ufo.on_head, ufo.by) = (if scores { from } else { to }, !scores, colour);
        if scores {
            self.score[colour] += 2;
            self.moved = true;
        } else {
            self.figures.insert(to, true);
        }
    }

    fn walk(&mut self, from: Cell, to: Cell, left: i32) {
        let colour = self.colour();
        let (cost, scores) = self.walks(&self.ground(), from, left)[&to];
        let astronaut = self.figures.remove(&from).unwrap();
        if scores {
            self.score[colour] += if astronaut { 2 } else { 1 };
            self.moved = true;
        } else {
            self.figures.insert(to, astronaut);
            self.walked.push(to);
        }
        let more = !matches!(self.asked, Asked::Second(..)) || self.rules.reads("walkers", "any");
        if more && cost < left && self.winner_by_points().is_none() {
            self.asked = Asked::Second(left - cost, astronaut);
            if !self.answers().is_empty() {
                return;
            }
        }
        self.end_turn();
    }

    /// Seats of the colours that are ahead: more points, then more built, then both.
    fn ahead(&self) -> Vec<usize> {
        let rank = [0, 1].map(|colour| (self.score[colour], self.built[colour]));
        let best = rank[0].max(rank[1]);
        let per = self.seats() / 2;
        (0..self.seats()).filter(|seat| rank[seat / per] == best).collect()
    }

    fn winner_by_points(&self) -> Option<Vec<usize>> {
        self.score.iter().any(|score| *score >= self.rules.target).then(|| self.ahead())
    }

    /// The end of a turn: the ends of the game, else the next seat rolls.
    fn end_turn(&mut self) {
        self.quiet = if self.moved { 0 } else { self.quiet + 1 };
        self.moved = false;
        self.walked.clear();
        let no_white = self.white == [0; 2];
        let per = self.seats() / 2;
        let no_colour = self.coloured.chunks(per).any(|seats| seats.iter().all(|left| *left == [0; 3]));
        if let Some(winners) = self.winner_by_points() {
            self.asked = Asked::Over(winners);
            return;
        }
        self.seat = (self.seat + 1) % self.seats();
        if no_white || no_colour || self.quiet >= self.rules.quiet_turns {
            self.asked = Asked::Over(self.ahead());
        } else {
            self.asked = Asked::Roll;
        }
    }

    /// Answers what has one answer, passes what has none.
    fn go_on(&mut self) {
        loop {
            if matches!(self.asked, Asked::Over(_)) {
                return;
            }
            let answers = self.answers();
            match answers.as_slice() {
                [] => self.end_turn(),
                [only] => {
                    let only = only.clone();
                    return self.play(&only);
                }
                _ => return,
            }
        }
    }
}
