//! Checks which set-ups are possible (clause LC-11.2): it reports every reason why one is not, with the cells.

use super::super::state::{Cell, Kind, Rows, Ufo};
use super::read::Reader;
use super::{Options, Point};

impl Reader<'_> {
    /// Checks a set-up. Values that could not be read are empty here, so that they cause no further errors.
    pub(super) fn setup(&mut self, options: &Options, players: u8) {
        self.corners(options, players);
        self.figures(options);
        self.ufos(options);
        if options.white() == 0 {
            self.wrong(
                "straight",
                "there is no white piece",
                "leave at least one wall of either shape",
            );
        }
        if options.coloured() == 0 {
            self.wrong(
                "dome",
                "there is no coloured piece",
                "leave each colour at least one",
            );
        }
    }

    fn corners(&mut self, options: &Options, players: u8) {
        let mut taken = Rows::EMPTY;
        for (name, cells) in ["green", "orange"].into_iter().zip(&options.corners) {
            let least = if players > 2 { 2 } else { 1 };
            if cells.len() < least && self.reads(name) {
                let number = if least == 1 {
                    "one".to_string()
                } else {
                    "two, one a player".into()
                };
                self.wrong(
                    name,
                    format!("there are {} starting corners", cells.len()),
                    format!("name {number}"),
                );
            }
            for cell in cells {
                if !on_board(options, *cell, (2, 2)) {
                    let help =
                        "the square wall of a corner takes 2 by 2 cells from the named one on";
                    self.wrong(name, format!("the corner {cell} is not on the board"), help);
                    continue;
                }
                let square = Rows::block(*cell, 2, 2);
                if square.meets(&taken) {
                    self.wrong(
                        name,
                        format!("the corner {cell} is on another one"),
                        "give each corner its own cells",
                    );
                } else if square.meets(&taken.spread()) {
                    let help = "square walls may not touch: leave a cell between them";
                    self.wrong(name, format!("the corner {cell} touches another one"), help);
                }
                taken = taken.or(&square);
            }
        }
    }

    fn figures(&mut self, options: &Options) {
        let corners = corner_rows(options);
        let mut taken = Rows::EMPTY;
        for (name, word, cells) in [
            ("robots", "robot", &options.robots),
            ("astronauts", "astronaut", &options.astronauts),
        ] {
            for cell in cells {
                if !on_board(options, *cell, (1, 1)) {
                    self.wrong(
                        name,
                        format!("{cell} is not on the board"),
                        "name cells of the board",
                    );
                    continue;
                }
                if corners.has(*cell) {
                    let message =
                        format!("the {word} on {cell} is where a starting corner has its wall");
                    self.wrong(name, message, "put it on a free cell");
                }
                if taken.has(*cell) {
                    self.wrong(
                        name,
                        format!("there are two figures on {cell}"),
                        "give each figure its own cell",
                    );
                }
                taken.add(*cell);
            }
        }
    }

    fn ufos(&mut self, options: &Options) {
        let corners = corner_rows(options);
        let board = Rows::block(Cell::at(0, 0), options.size.0, options.size.1);
        let figures = [&options.robots[..], &options.astronauts].concat();
        let mut covered = Rows::EMPTY;
        for cell in &options.ufos {
            if !on_board(options, *cell, (1, 1)) {
                self.wrong(
                    "ufos",
                    format!("{cell} is not on the board"),
                    "name cells of the board",
                );
                continue;
            }
            if corners.has(*cell) || figures.contains(cell) {
                let what = if corners.has(*cell) {
                    "a starting corner"
                } else {
                    "a figure"
                };
                self.wrong(
                    "ufos",
                    format!("the centre {cell} is taken by {what}"),
                    "put it on a free cell",
                );
            }
            let cover = Ufo::at(*cell).cover().and(&board);
            if cover.meets(&covered) && options.variant(Point::CoversOverlap) == 0 {
                let common = cover.and(&covered).first().unwrap_or(*cell);
                let message = format!("the cover of {cell} shares {common} with another cover");
                self.wrong("ufos", message, "put the UFOs further apart");
            }
            covered = covered.or(&cover);
        }
        if options.variant(Point::UfoBlocks) != 0 {
            return;
        }
        for cell in options.astronauts.iter().filter(|cell| covered.has(**cell)) {
            let message = format!("the astronaut on {cell} is under a UFO");
            self.wrong(
                "astronauts",
                message,
                "covers may be over robots, but not over astronauts",
            );
        }
    }

    /// Whether an option has been read without errors so far.
    fn reads(&self, name: &str) -> bool {
        !self.faults.iter().any(|fault| fault.is_about(name))
    }
}

/// Whether a rectangle is on the board.
fn on_board(options: &Options, cell: Cell, size: (u8, u8)) -> bool {
    let fits = |at: u8, long: u8, side: u8| u16::from(at) + u16::from(long) <= u16::from(side);
    fits(cell.x, size.0, options.size.0) && fits(cell.y, size.1, options.size.1)
}

/// The cells of all starting corners that are on the board.
fn corner_rows(options: &Options) -> Rows {
    let cells = options
        .corners
        .iter()
        .flatten()
        .filter(|cell| on_board(options, **cell, Kind::Square.size(false)));
    cells.fold(Rows::EMPTY, |all, cell| all.or(&Rows::block(*cell, 2, 2)))
}
