//! The actions of the player who is asked, and their effects.

use super::cells::{Cells, cell, written};
use super::{Asked, Cell, Kind, Piece, Table};

impl Table {
    /// Every action of one option of a face.
    fn option(&self, option: &str) -> Vec<String> {
        let way = |up: bool| if up { "up" } else { "across" };
        let colour = self.colour();
        let mut found = Vec::new();
        match option {
            "white" => {
                if self.white[0] > 0 {
                    let places = self.places(Kind::Straight, None);
                    found.extend(
                        places
                            .iter()
                            .map(|(at, up)| format!("straight {} {}", written(*at), way(*up))),
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
                    found.extend(
                        self.domes()
                            .iter()
                            .map(|at| format!("dome {}", written(*at))),
                    );
                }
                if left[1] > 0 {
                    let places = self.places(Kind::Airlock, Some(colour));
                    found.extend(
                        places
                            .iter()
                            .map(|(at, up)| format!("airlock {} {}", written(*at), way(*up))),
                    );
                }
                if left[2] > 0 {
                    let places = self.places(Kind::Antenna, Some(colour));
                    found.extend(
                        places
                            .iter()
                            .map(|(at, _)| format!("antenna {}", written(*at))),
                    );
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

    /// Every action of the player who is asked now.
    pub(in crate::lunar_command) fn answers(&self) -> Vec<String> {
        match &self.asked {
            Asked::Roll => {
                let mut faces: Vec<String> = self
                    .rules
                    .die
                    .iter()
                    .map(|face| format!("roll {}", face.join("-")))
                    .collect();
                faces.sort();
                faces.dedup();
                faces
            }
            Asked::Act(face) => {
                let mut found: Vec<String> =
                    face.iter().flat_map(|option| self.option(option)).collect();
                if self.rules.has("must_act", "no") && !found.is_empty() {
                    found.push("pass".to_owned());
                }
                found
            }
            Asked::Second(steps, astronaut) => {
                let kinds: &[bool] = if self.rules.has("walkers", "any") {
                    &[false, true]
                } else {
                    &[!*astronaut]
                };
                let mut found = self.all_walks(*steps, kinds);
                if !found.is_empty() {
                    found.push("stop".to_owned());
                }
                found
            }
            Asked::Order(first) => first
                .iter()
                .map(|cell| format!("score {}", written(*cell)))
                .collect(),
            Asked::Over(_) => Vec::new(),
        }
    }

    /// Carries out an action. Returns every action of the player who is asked then.
    pub(in crate::lunar_command) fn play(&mut self, answer: &str) -> Vec<String> {
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
                let rest: Vec<Cell> = waiting
                    .iter()
                    .copied()
                    .filter(|other| *other != first)
                    .collect();
                let station = self.station_of(first).expect("a station waits there");
                self.score_station(&station);
                match rest.is_empty() || self.winner_by_points().is_some() {
                    true => self.end_turn(),
                    false => self.asked = Asked::Order(rest),
                }
            }
            (_, "ufo") => {
                let ufo = self
                    .ufos
                    .iter_mut()
                    .find(|ufo| ufo.at == cell(words[1]))
                    .unwrap();
                (ufo.at, ufo.on_head) = (cell(words[3]), false);
                self.end_turn();
            }
            (_, "abduct") => {
                self.abduct(cell(words[1]), cell(words[3]), cell(words[5]));
                self.end_turn();
            }
            (asked, "walk") => {
                let left = if let Asked::Second(left, _) = asked {
                    *left
                } else {
                    4
                };
                self.walk(cell(words[1]), cell(words[3]), left);
            }
            _ => self.end_turn(),
        }
        self.go_on()
    }

    pub(super) fn build(&mut self, kind: &str, at: Cell, up: bool) {
        let (colour, seat, supply) = (self.colour(), self.seat, self.supply());
        let regions = self.regions().into_iter();
        let before: Vec<(Cells, bool)> = regions
            .map(|region| (region.clone(), self.is_open(&region)))
            .collect();
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
        self.pieces.push(Piece {
            kind,
            at,
            up,
            colour,
            seat,
            start: false,
        });
        self.score_closed(&before);
    }

    pub(super) fn abduct(&mut self, from: Cell, to: Cell, with: Cell) {
        let scores = self.abduction_scores(&self.owned_stations(), to);
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

    pub(super) fn walk(&mut self, from: Cell, to: Cell, left: i32) {
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
        let more = !matches!(self.asked, Asked::Second(..)) || self.rules.has("walkers", "any");
        if more && cost < left && self.winner_by_points().is_none() {
            self.asked = Asked::Second(left - cost, astronaut);
            if !self.answers().is_empty() {
                return;
            }
        }
        self.end_turn();
    }

    /// Seats of the leading colours: more points, then more pieces, then a tie.
    fn ahead(&self) -> Vec<usize> {
        let rank = [0, 1].map(|colour| (self.score[colour], self.built[colour]));
        let best = rank[0].max(rank[1]);
        let per = self.seats() / 2;
        (0..self.seats())
            .filter(|seat| rank[seat / per] == best)
            .collect()
    }

    fn winner_by_points(&self) -> Option<Vec<usize>> {
        self.score
            .iter()
            .any(|score| *score >= self.rules.target)
            .then(|| self.ahead())
    }

    /// The end of a turn: checks for the end of the game, then the next seat rolls.
    fn end_turn(&mut self) {
        self.quiet = if self.moved { 0 } else { self.quiet + 1 };
        self.moved = false;
        self.walked.clear();
        let no_white = self.white == [0; 2];
        let per = self.seats() / 2;
        let no_colour = self
            .coloured
            .chunks(per)
            .any(|seats| seats.iter().all(|left| *left == [0; 3]));
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

    /// Plays the only action of a question that has one, and skips a question that has none. Returns the actions of the
    /// next question with several.
    pub(super) fn go_on(&mut self) -> Vec<String> {
        loop {
            let answers = self.answers();
            if matches!(self.asked, Asked::Over(_)) {
                return answers;
            }
            match answers.as_slice() {
                [] => self.end_turn(),
                [only] => return self.play(only),
                _ => return answers,
            }
        }
    }
}
