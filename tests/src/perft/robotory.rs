//! A slow and simple version of Robotory, written from `docs/rules/robotory.md` without the engine: hexes are names,
//! the board is a map, and every action works on a copy.

use cardwright_games::robotory::Rulebook;
use cardwright_kernel::{Hidden, Match, Rules, Text, Viewer, below, stream};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Columns a to e with their numbers of hexes (RB-1.2).
const COLUMNS: [(char, i32); 5] = [('a', 4), ('b', 5), ('c', 6), ('d', 5), ('e', 4)];

/// A hex: column letter and number.
type Hex = (char, i32);

/// An action of a player.
#[derive(Clone, PartialEq, Debug)]
enum Deed {
    Place(&'static str, Hex),
    Move(&'static str, Vec<Hex>),
    Refill(i32, i32),
}

/// The table: everything that lies on it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Table {
    discs: BTreeMap<Hex, &'static str>,
    robots: BTreeMap<&'static str, Hex>,
    /// The white and black discs of light and dark.
    supplies: [[i32; 2]; 2],
    reserve: [i32; 2],
    to_move: usize,
}

/// Known tables, by the depth below them, with the number of lines from there.
pub(super) type Known = BTreeMap<u32, HashMap<Table, u64>>;

/// The height above light's edge in half hexes. The centres of touching hexes are two halves apart, or one column and
/// one half.
fn height((column, number): Hex) -> i32 {
    let rows = COLUMNS
        .iter()
        .find(|(letter, _)| *letter == column)
        .unwrap()
        .1;
    (6 - rows) + 2 * (number - 1)
}

/// Whether two hexes touch (RB-1.3).
fn touch(one: Hex, other: Hex) -> bool {
    let apart = (one.0 as i32 - other.0 as i32).abs();
    let up = (height(one) - height(other)).abs();
    (apart == 0 && up == 2) || (apart == 1 && up == 1)
}

fn board() -> Vec<Hex> {
    COLUMNS
        .iter()
        .flat_map(|(column, rows)| (1..=*rows).map(|number| (*column, number)))
        .collect()
}

fn hex(name: &str) -> Hex {
    let mut letters = name.chars();
    (letters.next().unwrap(), letters.as_str().parse().unwrap())
}

impl Table {
    /// The table in the engine's view, read as a person would.
    pub(super) fn from_view(rules: &Rulebook, state: &<Rulebook as Rules>::State) -> Self {
        let view = serde_json::to_value(rules.view(state, Viewer::Spectator)).unwrap();
        let number = |pile: &serde_json::Value| {
            ["white", "black"].map(|colour| pile[colour].as_i64().unwrap() as i32)
        };
        let mut discs = BTreeMap::new();
        for colour in ["white", "black"] {
            let names = view["discs"][colour].as_array().unwrap();
            discs.extend(
                names
                    .iter()
                    .map(|name| (hex(name.as_str().unwrap()), colour)),
            );
        }
        let robot = |name| (name, hex(view["robots"][name].as_str().unwrap()));
        Table {
            discs,
            robots: ["white", "black", "red"].map(robot).into(),
            supplies: [number(&view["supplies"][0]), number(&view["supplies"][1])],
            reserve: number(&view["reserve"]),
            to_move: view["to_move"].as_u64().unwrap() as usize - 1,
        }
    }

    /// Every action of the player whose turn it is (RB-3.2); none when the game is over (RB-7.1).
    fn deeds(&self) -> Vec<Deed> {
        let mut deeds = Vec::new();
        if self.reserve == [0, 0] {
            return deeds;
        }
        for (which, colour) in ["white", "black"].into_iter().enumerate() {
            if self.supplies[self.to_move][which] > 0 {
                deeds.extend(
                    board()
                        .into_iter()
                        .filter(|hex| self.is_free(*hex))
                        .map(|hex| Deed::Place(colour, hex)),
                );
            }
        }
        for (robot, stands) in &self.robots {
            self.walks(robot, vec![*stands], &mut deeds);
        }
        deeds.extend(self.refills());
        deeds
    }

    fn is_free(&self, hex: Hex) -> bool {
        !self.discs.contains_key(&hex) && !self.robots.values().any(|stands| *stands == hex)
    }

    /// Every continuation of this path (RB-5.2 to RB-5.7).
    fn walks(&self, robot: &'static str, path: Vec<Hex>, deeds: &mut Vec<Deed>) {
        for (hex, colour) in &self.discs {
            let burns = robot == "red" || robot == *colour;
            if burns && touch(path[path.len() - 1], *hex) && !path.contains(hex) {
                let mut longer = path.clone();
                longer.push(*hex);
                deeds.push(Deed::Move(robot, longer.clone()));
                self.walks(robot, longer, deeds);
            }
        }
    }

    /// Every mixture that fills the supply to four, or takes all that is left (section 6).
    fn refills(&self) -> Vec<Deed> {
        let [white, black] = self.supplies[self.to_move];
        let lacking = 4 - white - black;
        let number = lacking.min(self.reserve[0] + self.reserve[1]);
        let mixtures = (0..=self.reserve[0])
            .flat_map(|white| (0..=self.reserve[1]).map(move |black| (white, black)));
        let fits = mixtures.filter(|(white, black)| lacking > 0 && white + black == number);
        fits.map(|(white, black)| Deed::Refill(white, black))
            .collect()
    }

    fn done(&self, deed: &Deed) -> Table {
        let mut table = self.clone();
        match deed {
            Deed::Place(colour, hex) => {
                table.discs.insert(*hex, colour);
                table.supplies[self.to_move][usize::from(*colour == "black")] -= 1;
            }
            Deed::Move(robot, path) => {
                table.robots.insert(robot, path[path.len() - 1]);
                table.discs.retain(|hex, _| !path.contains(hex));
            }
            Deed::Refill(white, black) => {
                table.supplies[self.to_move][0] += white;
                table.supplies[self.to_move][1] += black;
                table.reserve[0] -= white;
                table.reserve[1] -= black;
            }
        }
        table.to_move = 1 - self.to_move;
        table
    }

    /// The table at the next question: a turn without a choice is played without asking (RB-3.4).
    fn asked(self) -> Table {
        match self.deeds().as_slice() {
            [only] => self.done(only).asked(),
            _ => self,
        }
    }

    /// The number of lines of this many actions from here. `known` contains tables already counted: discs placed in
    /// another order give the same table.
    pub(super) fn lines(&self, depth: u32, known: &mut Known) -> u64 {
        if let Some(lines) = known.entry(depth).or_default().get(self) {
            return *lines;
        }
        let deeds = self.deeds();
        let lines = match deeds.as_slice() {
            [only] => self.done(only).lines(depth, known),
            _ if depth == 1 => deeds.len() as u64,
            _ => deeds
                .iter()
                .map(|deed| self.done(deed).lines(depth - 1, known))
                .sum(),
        };
        known.entry(depth).or_default().insert(self.clone(), lines);
        lines
    }
}

fn written(deed: &Deed) -> String {
    let name = |hex: &Hex| format!("{}{}", hex.0, hex.1);
    match deed {
        Deed::Place(colour, hex) => format!("place {colour} {}", name(hex)),
        Deed::Move(robot, path) => {
            format!(
                "move {robot} {}",
                path.iter().map(name).collect::<Vec<_>>().join("-")
            )
        }
        Deed::Refill(white, 0) => format!("refill {white} white"),
        Deed::Refill(0, black) => format!("refill {black} black"),
        Deed::Refill(white, black) => format!("refill {white} white {black} black"),
    }
}

/// Complete random games, with long paths, small reserves and endings that a shallow count never reaches.
#[test]
fn both_list_the_same_actions_along_whole_games() {
    let rules = Arc::new(Rulebook::official());
    for seed in 0..20 {
        let mut luck = stream(seed, 3);
        let mut play = Match::new(rules.clone(), None);
        loop {
            let slow = Table::from_view(&rules, play.state());
            let mut theirs: Vec<_> = slow.deeds().iter().map(written).collect();
            let legal = play.legal();
            let mut ours: Vec<_> = legal
                .iter()
                .map(|action| rules.write_action(play.state(), *action))
                .collect();
            theirs.sort();
            ours.sort();
            assert_eq!(ours, theirs, "seed {seed}");
            if legal.is_empty() {
                break;
            }
            let chosen = legal[below(&mut luck, legal.len() as u32) as usize];
            let text = rules.write_action(play.state(), chosen);
            let deed = slow
                .deeds()
                .into_iter()
                .find(|deed| written(deed) == text)
                .unwrap();
            play.play(chosen).unwrap();
            // When the game is over, it does not matter which seat had the last turn.
            let mut after = slow.done(&deed).asked();
            let engine = Table::from_view(&rules, play.state());
            after.to_move = if play.legal().is_empty() {
                engine.to_move
            } else {
                after.to_move
            };
            assert_eq!(after, engine, "seed {seed}");
        }
    }
}
