//! Lunar Command for two players, written by hand for speed alone: what a simulator of this one game, with its usual
//! rules and nothing else, costs. It shares no code with the engine. Boards are rows of bits, lists are counted and
//! the drawn action is looked up; random play draws evenly among the actions, as the engine's does.

const SIZE: usize = 30;
const ALL: u32 = (1 << SIZE) - 1;

/// A set of cells: a row of bits each, the lowest row first.
type Rows = [u32; SIZE];

const EMPTY: Rows = [0; SIZE];

fn at(rows: &Rows, (x, y): (usize, usize)) -> bool {
    rows[y] >> x & 1 != 0
}

/// The cells themselves and those that share an edge with them.
fn grown(rows: &Rows) -> Rows {
    let mut out = EMPTY;
    for y in 0..SIZE {
        let row = rows[y];
        let above = if y + 1 < SIZE { rows[y + 1] } else { 0 };
        let below = if y > 0 { rows[y - 1] } else { 0 };
        out[y] = (row | row << 1 | row >> 1 | above | below) & ALL;
    }
    out
}

/// What of `over` hangs together with `from` by edges.
fn filled(from: &Rows, over: &Rows) -> Rows {
    let mut out = EMPTY;
    for y in 0..SIZE {
        out[y] = from[y] & over[y];
    }
    loop {
        let mut changed = false;
        for y in (0..SIZE).chain((0..SIZE - 1).rev()) {
            let near =
                (if y > 0 { out[y - 1] } else { 0 }) | (if y + 1 < SIZE { out[y + 1] } else { 0 });
            let row = spread(out[y] | near & over[y], over[y]);
            changed |= row != out[y];
            out[y] = row;
        }
        if !changed {
            return out;
        }
    }
}

/// The same by edge or corner.
fn filled_by_corners(from: &Rows, over: &Rows) -> Rows {
    let mut out = EMPTY;
    for y in 0..SIZE {
        out[y] = from[y] & over[y];
    }
    loop {
        let mut changed = false;
        for y in (0..SIZE).chain((0..SIZE - 1).rev()) {
            let near =
                (if y > 0 { out[y - 1] } else { 0 }) | (if y + 1 < SIZE { out[y + 1] } else { 0 });
            let near = near | near << 1 | near >> 1;
            let row = spread(out[y] | near & over[y], over[y]);
            changed |= row != out[y];
            out[y] = row;
        }
        if !changed {
            return out;
        }
    }
}

/// Fills the runs of `over` that hold a bit of `row`.
fn spread(mut row: u32, over: u32) -> u32 {
    loop {
        let wider = row | (row << 1 | row >> 1) & over;
        if wider == row {
            return row;
        }
        row = wider;
    }
}

fn count(rows: &Rows) -> u32 {
    rows.iter().map(|row| row.count_ones()).sum()
}

/// The `nth` cell of a set.
fn pick(rows: &Rows, mut nth: u32) -> (usize, usize) {
    for (y, row) in rows.iter().enumerate() {
        let here = row.count_ones();
        if nth < here {
            let mut rest = *row;
            for _ in 0..nth {
                rest &= rest - 1;
            }
            return (rest.trailing_zeros() as usize, y);
        }
        nth -= here;
    }
    unreachable!("the set holds that many")
}

/// The half widths of a UFO's cover, by how far a row is from its centre.
const HALF: [usize; 3] = [2, 1, 0];

/// The cells a UFO covers.
fn disc((x, y): (usize, usize)) -> Rows {
    let mut out = EMPTY;
    for dy in 0..=2usize {
        let row = ((1u64 << (2 * HALF[dy] + 1)) - 1) << (x + 2 - HALF[dy]) >> 2;
        let row = row as u32 & ALL;
        if y + dy < SIZE {
            out[y + dy] = row;
        }
        if y >= dy {
            out[y - dy] = row;
        }
    }
    out
}

/// A generator: permuted congruential, 32 bits.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xDA3E_39CB_94B9_5BDB);
        random.below(2);
        random
    }

    fn below(&mut self, n: u32) -> u32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let word = (((self.0 >> 18) ^ self.0) >> 27) as u32;
        let word = word.rotate_right((self.0 >> 59) as u32);
        ((u64::from(word) * u64::from(n)) >> 32) as u32
    }
}

const STRAIGHT: usize = 0;
const SQUARE: usize = 1;
const AIRLOCK: usize = 2;
const ANTENNA: usize = 3;

#[derive(Clone, Copy)]
struct Piece {
    cells: [(u8, u8); 4],
    /// 0 green, 1 orange, 2 white.
    colour: u8,
}

/// A game under way.
pub(crate) struct Game {
    pieces: [Piece; 84],
    built_pieces: usize,
    walls: Rows,
    kinds: [Rows; 4],
    coloured: [Rows; 2],
    white_cells: Rows,
    entrances: Rows,
    doors: [Rows; 2],
    /// Connected cells and cells next in succession, by colour.
    connected: [Rows; 2],
    succession: [Rows; 2],
    robots: Rows,
    astronauts: Rows,
    ufos: [(usize, usize); 4],
    covers: Rows,
    /// Cells of stations; those whose owner is green, orange.
    closed: Rows,
    owned: [Rows; 2],
    white: [u8; 2],
    left: [[u8; 3]; 2],
    score: [u32; 2],
    built: [u32; 2],
    turn: usize,
    quiet: u32,
    moved: bool,
}

const ROBOTS: [(usize, usize); 11] = [
    (6, 9),
    (5, 16),
    (8, 20),
    (9, 5),
    (10, 13),
    (11, 17),
    (12, 24),
    (14, 9),
    (13, 12),
    (9, 17),
    (11, 22),
];
const ASTRONAUTS: [(usize, usize); 4] = [(9, 9), (20, 9), (12, 15), (17, 15)];
const UFOS: [(usize, usize); 4] = [(7, 13), (22, 13), (12, 20), (17, 20)];
const CORNERS: [[(usize, usize); 2]; 2] = [[(3, 3), (25, 25)], [(25, 3), (3, 25)]];
/// The options of the six faces: white 1, colour 2, yellow 4, grey 8.
const DIE: [u8; 6] = [1 | 2, 1 | 2, 1 | 4, 1 | 8, 2 | 4, 4 | 8];

impl Game {
    pub(crate) fn new() -> Self {
        let mut game = Game {
            pieces: [Piece {
                cells: [(0, 0); 4],
                colour: 2,
            }; 84],
            built_pieces: 0,
            walls: EMPTY,
            kinds: [EMPTY; 4],
            coloured: [EMPTY; 2],
            white_cells: EMPTY,
            entrances: EMPTY,
            doors: [EMPTY; 2],
            connected: [EMPTY; 2],
            succession: [EMPTY; 2],
            robots: EMPTY,
            astronauts: EMPTY,
            ufos: UFOS,
            covers: EMPTY,
            closed: EMPTY,
            owned: [EMPTY; 2],
            white: [26, 26],
            left: [[6, 4, 4]; 2],
            score: [0; 2],
            built: [0; 2],
            turn: 0,
            quiet: 0,
            moved: false,
        };
        for (colour, corners) in CORNERS.iter().enumerate() {
            for (x, y) in corners {
                game.lay(SQUARE, (*x, *y), false, colour as u8);
            }
        }
        for (x, y) in ROBOTS {
            game.robots[y] |= 1 << x | 1 << (SIZE - 1 - x);
        }
        for (x, y) in ASTRONAUTS {
            game.astronauts[y] |= 1 << x;
        }
        game.renew_covers();
        for colour in 0..2 {
            game.renew(colour);
        }
        game
    }

    fn renew_covers(&mut self) {
        self.covers = EMPTY;
        for ufo in self.ufos {
            let disc = disc(ufo);
            for y in 0..SIZE {
                self.covers[y] |= disc[y];
            }
        }
    }

    fn lay(&mut self, kind: usize, (x, y): (usize, usize), up: bool, colour: u8) {
        let long = kind == STRAIGHT || kind == AIRLOCK;
        let cell = |nth: usize| match (long, up) {
            (true, true) => (x, y + nth),
            (true, false) => (x + nth, y),
            _ => (x + nth % 2, y + nth / 2),
        };
        let cells = [0, 1, 2, 3].map(cell);
        for (x, y) in cells {
            self.walls[y] |= 1 << x;
            self.kinds[kind][y] |= 1 << x;
            let mine = if colour < 2 {
                &mut self.coloured[usize::from(colour)]
            } else {
                &mut self.white_cells
            };
            mine[y] |= 1 << x;
        }
        if kind == AIRLOCK {
            for (x, y) in [cells[1], cells[2]] {
                self.doors[usize::from(colour)][y] |= 1 << x;
                if up {
                    self.entrances[y] |= 1 << (x - 1) | 1 << (x + 1);
                } else {
                    self.entrances[y - 1] |= 1 << x;
                    self.entrances[y + 1] |= 1 << x;
                }
            }
        }
        self.pieces[self.built_pieces] = Piece {
            cells: cells.map(|(x, y)| (x as u8, y as u8)),
            colour,
        };
        self.built_pieces += 1;
    }

    /// Works out what is connected and next in succession for a colour.
    fn renew(&mut self, colour: usize) {
        let mut from = EMPTY;
        for (x, y) in CORNERS[colour] {
            from[y] |= 1 << x;
        }
        let mut over = EMPTY;
        for y in 0..SIZE {
            over[y] = self.white_cells[y] | self.coloured[colour][y];
        }
        self.connected[colour] = filled(&from, &over);
        let near = grown(&self.coloured[colour]);
        let straight = filled(&near, &self.kinds[STRAIGHT]);
        for y in 0..SIZE {
            self.succession[colour][y] = straight[y] | self.coloured[colour][y];
        }
    }

    /// Cells on which a piece of a kind may lie.
    fn ground(&self, kind: usize) -> Rows {
        let near = grown(&self.kinds[kind]);
        let mut out = EMPTY;
        for y in 0..SIZE {
            let taken = self.walls[y]
                | self.robots[y]
                | self.astronauts[y]
                | self.covers[y]
                | self.entrances[y];
            out[y] = ALL & !(taken | near[y]);
        }
        out
    }

    /// Lower left cells of long pieces, across and up, and of blocks of 2 by 2, that are on `ground` and touch `by`.
    fn anchors(ground: &Rows, by: &Rows, long: bool) -> [Rows; 2] {
        let near = grown(by);
        let mut out = [EMPTY; 2];
        if long {
            for y in 0..SIZE {
                let (g, n) = (ground[y], near[y]);
                out[0][y] = (g & g >> 1 & g >> 2 & g >> 3) & (n | n >> 1 | n >> 2 | n >> 3);
            }
            for y in 0..SIZE - 3 {
                let g = ground[y] & ground[y + 1] & ground[y + 2] & ground[y + 3];
                out[1][y] = g & (near[y] | near[y + 1] | near[y + 2] | near[y + 3]);
            }
        } else {
            for y in 0..SIZE - 1 {
                let g = ground[y] & ground[y + 1];
                let n = near[y] | near[y + 1];
                out[0][y] = g & g >> 1 & (n | n >> 1);
            }
        }
        out
    }

    fn both(mut one: [Rows; 2], other: &[Rows; 2]) -> [Rows; 2] {
        for way in 0..2 {
            for y in 0..SIZE {
                one[way][y] &= other[way][y];
            }
        }
        one
    }

    fn airlocks(&self, colour: usize) -> [Rows; 2] {
        let ground = self.ground(AIRLOCK);
        let mut found = Self::anchors(&ground, &self.connected[colour], true);
        found = Self::both(
            found,
            &Self::anchors(&ground, &self.succession[colour], true),
        );
        let free = |y: usize| ALL & !self.walls[y];
        for y in 0..SIZE {
            let beside = if y > 0 && y + 1 < SIZE {
                free(y - 1) & free(y + 1)
            } else {
                0
            };
            found[0][y] &= beside >> 1 & beside >> 2;
            let beside = |y: usize| free(y) >> 1 & free(y) << 1;
            found[1][y] &= if y + 2 < SIZE {
                beside(y + 1) & beside(y + 2)
            } else {
                0
            };
        }
        found
    }

    /// The pieces a colour may put a dome on: a bit each.
    fn domes(&self, colour: usize) -> u128 {
        let next = grown(&self.succession[colour]);
        let mut found = 0;
        for (nth, piece) in self.pieces[..self.built_pieces].iter().enumerate() {
            let cells = piece.cells.map(|(x, y)| (usize::from(x), usize::from(y)));
            let bare = piece.colour == 2 && at(&self.kinds[SQUARE], cells[0]);
            if bare
                && at(&self.connected[colour], cells[0])
                && !cells.iter().any(|cell| at(&self.covers, *cell))
                && cells.iter().any(|cell| at(&next, *cell))
            {
                found |= 1 << nth;
            }
        }
        found
    }

    /// Where a figure may walk to in so many steps; the cells reached with each step.
    fn walk(&self, from: (usize, usize), steps: usize) -> [Rows9; 4] {
        let colour = self.turn;
        let mut reached = [Rows9([0; 9]); 4];
        if at(&self.covers, from) {
            return reached;
        }
        let low = from.1 as isize - 4;
        let row = |rows: &Rows, nth: usize| {
            usize::try_from(low + nth as isize)
                .ok()
                .and_then(|y| rows.get(y))
                .copied()
                .unwrap_or(0)
        };
        let mut home = EMPTY;
        if at(&self.closed, from) {
            let mut one = EMPTY;
            one[from.1] = 1 << from.0;
            home = filled_by_corners(&one, &self.closed);
        }
        let mut free = [0; 9];
        let mut ends = [0; 9];
        for nth in 0..9 {
            if (0..SIZE as isize).contains(&(low + nth as isize)) {
                let shut = row(&self.walls, nth) & !row(&self.doors[colour], nth);
                let taken =
                    row(&self.robots, nth) | row(&self.astronauts, nth) | row(&self.covers, nth);
                free[nth] = ALL & !(shut | taken);
                ends[nth] = row(&self.owned[colour], nth) & !row(&home, nth);
            }
        }
        let mut seen = [0; 9];
        seen[4] = 1 << from.0;
        let mut edge = seen;
        for step in 0..steps {
            let mut next = [0; 9];
            for nth in 0..9 {
                let go = |nth: usize| edge[nth] & !ends[nth];
                let (above, below) = (
                    if nth < 8 { go(nth + 1) } else { 0 },
                    if nth > 0 { go(nth - 1) } else { 0 },
                );
                next[nth] = (go(nth) << 1 | go(nth) >> 1 | above | below) & free[nth] & !seen[nth];
            }
            for nth in 0..9 {
                seen[nth] |= next[nth];
                reached[step].0[nth] = next[nth] & !row(&self.doors[colour], nth);
            }
            edge = next;
        }
        reached
    }

    /// The walks of some figures: how many, and the `nth` one with its steps if asked for.
    fn walks(
        &self,
        figures: &Rows,
        steps: usize,
        mut nth: u32,
    ) -> Result<(Place, Place, usize), u32> {
        let mut all = 0;
        for y in 0..SIZE {
            let mut rest = figures[y];
            while rest != 0 {
                let from = (rest.trailing_zeros() as usize, y);
                rest &= rest - 1;
                for (step, reached) in self.walk(from, steps).iter().enumerate() {
                    let here: u32 = reached.0.iter().map(|row| row.count_ones()).sum();
                    if nth < here {
                        return Ok((from, reached.pick(nth, y), step + 1));
                    }
                    nth -= here;
                    all += here;
                }
            }
        }
        Err(all)
    }

    /// The centres that a UFO may go to.
    fn hovers(&self, ufo: usize) -> Rows {
        let mut shut = EMPTY;
        for y in 0..SIZE {
            shut[y] = self.walls[y] | self.robots[y] | self.astronauts[y];
        }
        shut[self.ufos[ufo].1] |= 1 << self.ufos[ufo].0;
        let mut mark = |(x, y): Place, half: &[usize]| {
            for (dy, half) in half.iter().enumerate() {
                let row = (((1u64 << (2 * half + 1)) - 1) << (x + 8 - half) >> 8) as u32 & ALL;
                if y + dy < SIZE {
                    shut[y + dy] |= row;
                }
                if y >= dy {
                    shut[y - dy] |= row;
                }
            }
        };
        for y in 0..SIZE {
            let mut rest = self.astronauts[y];
            while rest != 0 {
                mark((rest.trailing_zeros() as usize, y), &HALF);
                rest &= rest - 1;
            }
        }
        for (nth, other) in self.ufos.iter().enumerate() {
            if nth != ufo {
                // Two covers share a cell when their centres are this near.
                mark(*other, &[4, 3, 3, 2, 0]);
            }
        }
        shut.map(|row| ALL & !row)
    }

    /// One random turn from the roll on; the decisions it took, and whether the game continues.
    fn turn(&mut self, random: &mut Random) -> (u64, bool) {
        let face = DIE[random.below(6) as usize];
        let colour = self.turn;
        let mut lists: [(Rows, u8); 12] = [(EMPTY, 0); 12];
        let mut kinds = 0;
        let mut add = |rows: Rows, what: u8| {
            lists[kinds] = (rows, what);
            kinds += 1;
        };
        let mut domes = 0;
        if face & 1 != 0 {
            if self.white[0] > 0 {
                let [across, up] =
                    Self::anchors(&self.ground(STRAIGHT), &self.connected[colour], true);
                add(across, 0);
                add(up, 1);
            }
            if self.white[1] > 0 {
                add(
                    Self::anchors(&self.ground(SQUARE), &self.connected[colour], false)[0],
                    2,
                );
            }
        }
        if face & 2 != 0 {
            let left = self.left[colour];
            if left[0] > 0 {
                domes = self.domes(colour);
            }
            if left[1] > 0 {
                let [across, up] = self.airlocks(colour);
                add(across, 3);
                add(up, 4);
            }
            if left[2] > 0 {
                let ground = self.ground(ANTENNA);
                let found = Self::anchors(&ground, &self.connected[colour], false);
                add(
                    Self::both(
                        found,
                        &Self::anchors(&ground, &self.succession[colour], false),
                    )[0],
                    5,
                );
            }
        }
        if face & 8 != 0 {
            for ufo in 0..4 {
                add(self.hovers(ufo), 6 + ufo as u8);
            }
        }
        let mut figures = EMPTY;
        for y in 0..SIZE {
            figures[y] = self.robots[y] | self.astronauts[y];
        }
        let counts: [u32; 12] =
            std::array::from_fn(|nth| if nth < kinds { count(&lists[nth].0) } else { 0 });
        let walks = if face & 4 != 0 {
            self.walks(&figures, 4, u32::MAX).err().unwrap_or(0)
        } else {
            0
        };
        let all = counts.iter().sum::<u32>() + domes.count_ones() + walks;
        if all == 0 {
            return (1, self.end_turn());
        }
        let mut nth = random.below(all);
        let mut decisions = 1 + u64::from(all > 1);
        for (list, here) in lists.iter().zip(counts) {
            if nth < here {
                let place = pick(&list.0, nth);
                self.carry_out(list.1, place);
                return (decisions, self.end_turn());
            }
            nth -= here;
        }
        if nth < domes.count_ones() {
            let mut rest = domes;
            for _ in 0..nth {
                rest &= rest - 1;
            }
            self.dome(rest.trailing_zeros() as usize);
            return (decisions, self.end_turn());
        }
        nth -= domes.count_ones();
        let Ok((from, to, steps)) = self.walks(&figures, 4, nth) else {
            unreachable!("counted before")
        };
        let astronaut = self.move_figure(from, to);
        if steps < 4 && self.score.iter().all(|score| *score < 11) {
            let others = if astronaut {
                self.robots
            } else {
                self.astronauts
            };
            let more = self.walks(&others, 4 - steps, u32::MAX).err().unwrap_or(0);
            if more > 0 {
                decisions += 1;
                let nth = random.below(more + 1);
                if let Ok((from, to, _)) = self.walks(&others, 4 - steps, nth) {
                    self.move_figure(from, to);
                }
            }
        }
        (decisions, self.end_turn())
    }

    fn carry_out(&mut self, what: u8, place: Place) {
        let colour = self.turn as u8;
        match what {
            0 | 1 => {
                self.white[0] -= 1;
                self.place(STRAIGHT, place, what == 1, 2);
            }
            2 => {
                self.white[1] -= 1;
                self.place(SQUARE, place, false, 2);
            }
            3 | 4 => {
                self.left[self.turn][1] -= 1;
                self.built[self.turn] += 1;
                self.place(AIRLOCK, place, what == 4, colour);
            }
            5 => {
                self.left[self.turn][2] -= 1;
                self.built[self.turn] += 1;
                self.place(ANTENNA, place, false, colour);
            }
            ufo => {
                self.ufos[usize::from(ufo - 6)] = place;
                self.renew_covers();
            }
        }
    }

    fn dome(&mut self, nth: usize) {
        let colour = self.turn;
        self.left[colour][0] -= 1;
        self.built[colour] += 1;
        self.moved = true;
        self.pieces[nth].colour = colour as u8;
        for (x, y) in self.pieces[nth].cells {
            self.white_cells[usize::from(y)] &= !(1 << x);
            self.coloured[colour][usize::from(y)] |= 1 << x;
        }
        self.renew(0);
        self.renew(1);
        self.renew_owners();
    }

    fn place(&mut self, kind: usize, place: Place, up: bool, colour: u8) {
        self.lay(kind, place, up, colour);
        self.moved = true;
        self.renew(0);
        self.renew(1);
        let before = self.closed;
        let mut border = EMPTY;
        border[0] = ALL;
        border[SIZE - 1] = ALL;
        border
            .iter_mut()
            .for_each(|row| *row |= 1 | 1 << (SIZE - 1));
        let open = filled_by_corners(&border, &self.walls.map(|row| ALL & !row));
        for y in 0..SIZE {
            self.closed[y] = ALL & !(open[y] | self.walls[y]);
        }
        if self.closed != EMPTY {
            self.score_closed(&before);
            self.renew_owners();
        }
    }

    /// The stations, one after the other.
    fn stations(&self) -> impl Iterator<Item = Rows> + use<> {
        let closed = self.closed;
        let mut rest = closed;
        std::iter::from_fn(move || {
            let y = rest.iter().position(|row| *row != 0)?;
            let mut one = EMPTY;
            one[y] = rest[y] & rest[y].wrapping_neg();
            let station = filled_by_corners(&one, &closed);
            for y in 0..SIZE {
                rest[y] &= !station[y];
            }
            Some(station)
        })
    }

    fn score_closed(&mut self, before: &Rows) {
        let stations = || self.stations();
        let overlaps =
            |one: &Rows, other: &Rows| one.iter().zip(other).any(|(one, other)| one & other != 0);
        let mut scored = Vec::new();
        for station in stations() {
            let fresh = !overlaps(&station, before);
            let parent = |other: &Rows| {
                let mut one = EMPTY;
                let y = station.iter().position(|row| *row != 0).unwrap_or(0);
                one[y] = station[y] & station[y].wrapping_neg();
                let whole = filled_by_corners(&one, before);
                overlaps(&whole, other)
            };
            if fresh || stations().filter(parent).count() > 1 {
                scored.push((station, self.majority(&station)));
            }
        }
        for (station, winner) in scored {
            let inside = |rows: &Rows| {
                (0..SIZE)
                    .map(|y| (rows[y] & station[y]).count_ones())
                    .sum::<u32>()
            };
            let points = inside(&self.robots) + 2 * inside(&self.astronauts);
            match winner {
                Some(colour) => self.score[colour] += points,
                None => self.score.iter_mut().for_each(|score| *score += points / 2),
            }
            for y in 0..SIZE {
                self.robots[y] &= !station[y];
                self.astronauts[y] &= !station[y];
            }
        }
    }

    fn majority(&self, station: &Rows) -> Option<usize> {
        // The outer wall hangs together by edges with what lies outside.
        let mut border = EMPTY;
        border[0] = ALL;
        border[SIZE - 1] = ALL;
        border
            .iter_mut()
            .for_each(|row| *row |= 1 | 1 << (SIZE - 1));
        let outside = filled(&border, &station.map(|row| ALL & !row));
        let mut near = EMPTY;
        for y in 0..SIZE {
            let rows = station[y]
                | if y > 0 { station[y - 1] } else { 0 }
                | if y + 1 < SIZE { station[y + 1] } else { 0 };
            near[y] = rows | rows << 1 | rows >> 1;
        }
        let mut sum = [0; 3];
        for piece in &self.pieces[..self.built_pieces] {
            let cells = piece.cells.map(|(x, y)| (usize::from(x), usize::from(y)));
            if at(&outside, cells[0]) && cells.iter().any(|cell| at(&near, *cell)) {
                sum[usize::from(piece.colour)] += 1;
            }
        }
        match sum[0].cmp(&sum[1]) {
            std::cmp::Ordering::Greater => Some(0),
            std::cmp::Ordering::Less => Some(1),
            std::cmp::Ordering::Equal => None,
        }
    }

    fn renew_owners(&mut self) {
        self.owned = [EMPTY; 2];
        if self.closed == EMPTY {
            return;
        }
        for station in self.stations() {
            if let Some(colour) = self.majority(&station) {
                for y in 0..SIZE {
                    self.owned[colour][y] |= station[y];
                }
            }
        }
    }

    /// Moves a figure; whether it was an astronaut.
    fn move_figure(&mut self, from: Place, to: Place) -> bool {
        let astronaut = at(&self.astronauts, from);
        let mut home = EMPTY;
        if at(&self.closed, from) {
            home[from.1] = 1 << from.0;
            home = filled_by_corners(&home, &self.closed);
        }
        let scores = at(&self.owned[self.turn], to) && !at(&home, to);
        let figures = if astronaut {
            &mut self.astronauts
        } else {
            &mut self.robots
        };
        figures[from.1] &= !(1 << from.0);
        if scores {
            self.score[self.turn] += if astronaut { 2 } else { 1 };
            self.moved = true;
        } else {
            figures[to.1] |= 1 << to.0;
        }
        astronaut
    }

    fn end_turn(&mut self) -> bool {
        self.quiet = if self.moved { 0 } else { self.quiet + 1 };
        self.moved = false;
        self.turn ^= 1;
        let over = self.score.iter().any(|score| *score >= 11)
            || self.white == [0; 2]
            || self.left.contains(&[0; 3])
            || self.quiet >= 40;
        !over
    }
}

type Place = (usize, usize);

/// Nine rows around a figure.
#[derive(Clone, Copy)]
struct Rows9([u32; 9]);

impl Rows9 {
    fn pick(&self, mut nth: u32, middle: usize) -> Place {
        for (at, row) in self.0.iter().enumerate() {
            let here = row.count_ones();
            if nth < here {
                let mut rest = *row;
                for _ in 0..nth {
                    rest &= rest - 1;
                }
                return (rest.trailing_zeros() as usize, middle + at - 4);
            }
            nth -= here;
        }
        unreachable!("the rows hold that many")
    }
}

/// What many random games came to.
#[derive(Default, Debug)]
pub(crate) struct Played {
    pub(crate) games: u64,
    pub(crate) decisions: u64,
    pub(crate) turns: u64,
    pub(crate) points: u64,
}

/// Plays random games.
pub(crate) fn play(games: u64, seed: u64) -> Played {
    let mut played = Played {
        games,
        ..Played::default()
    };
    for nth in 0..games {
        let mut random = Random::new(seed.wrapping_add(nth));
        let mut game = Game::new();
        loop {
            let (decisions, goes_on) = game.turn(&mut random);
            played.decisions += decisions;
            played.turns += 1;
            if !goes_on {
                break;
            }
        }
        played.points += u64::from(game.score[0] + game.score[1]);
    }
    played
}
