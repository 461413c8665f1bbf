//! The entry of Robot Empire in the list of games.

use crate::lexicon::LEXICON;
use crate::odds::Battlefield;
use crate::{Rulebook, questions};
use cardwright_effects::{CardSet, Lexicon};
use cardwright_kernel::{DynGame, erase};
use cardwright_runtime::module::{Embedded, GameInfo, GameModule, Given};
use cardwright_runtime::odds::Odds;
use cardwright_runtime::questions::Question;
use include_dir::{Dir, include_dir};
use std::sync::Arc;

static PACK: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cards");

static PACKS: &[Embedded] = &[Embedded {
    name: "robot-empire",
    files: &PACK,
}];

static STARTER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/starter");

/// The game module for Robot Empire.
pub struct Module;

static INFO: GameInfo = GameInfo {
    id: "robot-empire",
    title: "Robot Empire",
    least: 2,
    most: 3,
    counts: &[2, 3],
    usual: 2,
    cards: true,
    about: "raise an army of robots with coins and empty the other Batteries",
};

impl GameModule for Module {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    #[cfg(feature = "schema")]
    fn shapes(&self) -> Option<cardwright_runtime::shapes::Shapes> {
        Some(cardwright_runtime::shapes::Shapes::of::<
            crate::View,
            crate::RobotEmpireAction<'_>,
        >())
    }

    fn build(
        &self,
        cards: CardSet,
        players: u8,
        options: &Given,
    ) -> Result<Arc<dyn DynGame>, Vec<String>> {
        Ok(erase(Rulebook::new(cards, players, options)?))
    }

    fn lexicon(&self) -> Option<&'static Lexicon> {
        Some(&LEXICON)
    }

    fn packs(&self) -> &'static [Embedded] {
        PACKS
    }

    fn starter(&self) -> Option<Embedded> {
        Some(Embedded {
            name: "robot-empire",
            files: &STARTER,
        })
    }

    fn table_options(&self) -> &'static [(&'static str, &'static str)] {
        &[("ask", "when-holding")]
    }

    fn questions(&self) -> &'static [Question] {
        questions::QUESTIONS
    }

    #[cfg(feature = "pages")]
    fn questions_page(&self) -> Option<String> {
        Some(questions::markdown())
    }

    fn odds(
        &self,
        cards: CardSet,
        players: u8,
        options: &Given,
    ) -> Option<Result<Box<dyn Odds>, Vec<String>>> {
        let field = Battlefield::new(cards, players, options);
        Some(field.map(|field| Box::new(field) as Box<dyn Odds>))
    }
}
