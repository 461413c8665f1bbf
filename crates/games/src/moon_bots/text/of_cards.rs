//! What home-made cards do, as sentences.

use crate::moon_bots::cards::lexicon::SLOTS as SLOT_NAMES;
use crate::moon_bots::cards::rulebook::Rulebook;
use crate::moon_bots::play::events::Event;
use crate::moon_bots::state::{PLACES, SLOTS};
use crate::moon_bots::text::names::PLACES as PLACE_NAMES;

impl Rulebook {
    /// The sentence of an event that only cards bring about; empty for any other.
    pub(crate) fn sentence_of_card(&self, event: &Event) -> String {
        let told = self.told_of_hands(event).or_else(|| self.told_of_market(event));
        let told = told.or_else(|| self.told_of_pieces(event)).or_else(|| self.told_of_weapon(event));
        told.or_else(|| self.told_of_turn(event)).unwrap_or_default()
    }

    /// What cards do with hands.
    fn told_of_hands(&self, event: &Event) -> Option<String> {
        let robot = |robot: &u8| self.names.robot(*robot);
        Some(match event {
            Event::Dropped { robot: r, weapon } => {
                format!("Robot {} discards {}.", robot(r), self.weapon_name(*weapon))
            }
            Event::HandedOver { from, to } => {
                format!("A secret weapon of robot {} goes to robot {}.", robot(from), robot(to))
            }
            Event::HandedWeapon { player, from, to, weapon } => {
                let (player, name) = (player + 1, self.weapon_name(*weapon));
                format!("Player {player} sees {name} go from robot {} to robot {}.", robot(from), robot(to))
            }
            Event::HandsSwapped { first, second } => {
                format!("Robots {} and {} exchange their secret weapons.", robot(first), robot(second))
            }
            Event::DrewWeapon { robot: r } => format!("Robot {} draws a secret weapon.", robot(r)),
            Event::Revealed { robot: r, weapons } => {
                let names: Vec<_> = weapons.iter().map(|weapon| self.weapon_name(*weapon)).collect();
                let names = if names.is_empty() { "nothing".into() } else { names.join(", ") };
                format!("Robot {} shows its secret weapons: {names}.", robot(r))
            }
            _ => return None,
        })
    }

    /// What cards do with the market, the pile and the box.
    fn told_of_market(&self, event: &Event) -> Option<String> {
        let robot = |robot: &u8| self.names.robot(*robot);
        let card = |card: &u8| self.open_name(*card);
        let place = |place: &u8| PLACE_NAMES[usize::from(*place) % PLACES];
        Some(match event {
            Event::Cleared { place: at, card: Some(open) } => {
                format!("{} at {} leaves the game.", card(open), place(at))
            }
            Event::Cleared { place: at, card: None } => {
                format!("The secret weapon at {} leaves the game.", place(at))
            }
            Event::PlacesSwapped { first, second } => {
                format!("What lies at {} and {} changes places.", place(first), place(second))
            }
            Event::PutOnTop { place: at, card: open } => {
                let name = open.as_ref().map_or("The secret weapon", |open| card(open));
                format!("{name} at {} goes to the top of the pile.", place(at))
            }
            Event::TookTop { robot: r, card: open } => {
                let name = open.as_ref().map_or("a secret weapon", |open| card(open));
                format!("Robot {} takes {name} from the top of the pile.", robot(r))
            }
            Event::TopBoxed { robot: r, card: open } => {
                format!("Robot {} has no place for {}: it goes to the box.", robot(r), card(open))
            }
            Event::Salvaged { robot: r, card: open } => {
                format!("Robot {} builds {} out of the box.", robot(r), card(open))
            }
            _ => return None,
        })
    }

    /// What cards do with parts and upgrades.
    fn told_of_pieces(&self, event: &Event) -> Option<String> {
        let robot = |robot: &u8| self.names.robot(*robot);
        let card = |card: &u8| self.open_name(*card);
        let slot = |slot: &u8| SLOT_NAMES[usize::from(*slot) % SLOTS];
        Some(match event {
            Event::Destroyed { robot: r, card: own } => {
                format!("{} of robot {} is destroyed.", card(own), robot(r))
            }
            Event::Moved { from, to, card: own } => {
                format!("{} goes from robot {} to robot {}.", card(own), robot(from), robot(to))
            }
            Event::Refreshed { robot: r, slot: at } => {
                format!("The {} of robot {} may work once more.", slot(at), robot(r))
            }
            Event::Jammed { robot: r, slot: at } => {
                format!("The {} of robot {} works no more this turn.", slot(at), robot(r))
            }
            Event::Silenced { robot: r, card: own } => {
                format!("{} of robot {} does nothing until the turn ends.", card(own), robot(r))
            }
            _ => return None,
        })
    }

    /// What cards do with the weapon being played, and numbers written in secret.
    fn told_of_weapon(&self, event: &Event) -> Option<String> {
        let robot = |robot: &u8| self.names.robot(*robot);
        Some(match event {
            Event::Cancelled { robot: r, card: c } => {
                format!("{} of robot {} does nothing.", self.card(*c).name("en"), robot(r))
            }
            Event::Copies { robot: r, card: c } => {
                format!("{} will do the same for robot {}.", self.card(*c).name("en"), robot(r))
            }
            Event::InSecret => "What is chosen now is written down in secret.".into(),
            Event::Shows { robot: r, number } => format!("Robot {} shows the number {number}.", robot(r)),
            _ => return None,
        })
    }

    /// What cards do with dice, attacks and turns.
    fn told_of_turn(&self, event: &Event) -> Option<String> {
        let robot = |robot: &u8| self.names.robot(*robot);
        Some(match event {
            Event::DrawsAttacks { robot: r } => {
                format!("Attacks must be aimed at robot {} until the turn ends.", robot(r))
            }
            Event::Spared { robot: r } => {
                format!("No attack may be aimed at robot {} until the turn ends.", robot(r))
            }
            Event::DieAdded { face } => format!("A die that shows {face} is added."),
            Event::DieRemoved { face } => format!("A die that shows {face} is taken away."),
            Event::DieTakenUp { face } => format!("A die that shows {face} is rolled again."),
            Event::Converted { at, from, to, points } => {
                let kinds = [*from, *to].map(|damage| self.names.points(*points, damage));
                format!("{points} {} at robot {} turned into {}.", kinds[0], robot(at), kinds[1])
            }
            Event::Again { robot: r } => format!("Robot {} has another turn after this one.", robot(r)),
            Event::TurnCutShort { robot: r } => format!("Robot {} does nothing more in this turn.", robot(r)),
            Event::ForbadeBuying { player } => format!("Player {} may not buy this turn.", player + 1),
            Event::ForbadeWeapons { player } => {
                format!("Player {} may not play secret weapons this turn.", player + 1)
            }
            _ => return None,
        })
    }
}
