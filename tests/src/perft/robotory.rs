//! Robotory played slowly and obviously, by the words of `docs/rules/robotory.md` and nothing of the engine: hexes
//! are names, the board is a map, every action is carried out on a copy.

use cardwright_games::robotory::Rulebook;
use cardwright_kernel::{Hidden, Match, Rules, Text, Viewer, below, stream};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Columns a to e and how many hexes they have (RB-1.2).
const COLUMNS: [(char, i32); 5] = [('a', 4), ('b', 5), ('c', 6), ('d', 5), ('e', 4)];

/// A hex: column letter and number.
type Hex = (char, i32);

/// What a player does.
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
    /// White and black discs of light and dark.
    supplies: [[i32; 2]; 2],
    reserve: [i32; 2],
    to_move: usize,
}

/// Tables met before, by the depth below them, and how many lines begin there.
pub(super) type Known = BTreeMap<u32, HashMap<Table, u64>>;

/// Half hexes above light's edge, so that the middles of touching hexes are two halves, or a column and one half, apart.
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
    /// The table that the engine's view shows, read as a person would.
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

    /// Everything the player whose turn it is may do (RB-3.2); nothing when the game is over (RB-7.1).
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

    /// Every path that goes on from this one (RB-5.2 to RB-5.7).
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

    /// Every mixture that fills the supply to four, or takes all there is (section 6).
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

    /// The table at the next question: a turn without a choice is taken unasked (RB-3.4).
    fn asked(self) -> Table {
        match self.deeds().as_slice() {
            [only] => self.done(only).asked(),
            _ => self,
        }
    }

    /// How many lines of so many answers begin here. `known` remembers tables met before: discs placed in another
    /// order make the same table.
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

/// Whole random games, with the long paths, short reserves and ends that a shallow count never meets.
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
            // The seat that made the last turn is of no matter once the game is over.
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
