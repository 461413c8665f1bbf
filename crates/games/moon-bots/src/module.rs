//! The entry of Moon-Bots in the list of games.

use super::lexicon::LEXICON;
use super::odds::Workshop;
use super::{Options, Rulebook, questions};
use cardwright_effects::{CardSet, Lexicon};
use cardwright_kernel::{DynGame, erase};
use cardwright_runtime::module::{Embedded, GameInfo, GameModule, Given};
use cardwright_runtime::odds::Odds;
use cardwright_runtime::questions::{Edition, Question};
use include_dir::{Dir, include_dir};
use std::sync::Arc;

static PACK: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/cards");

static PACKS: &[Embedded] = &[Embedded {
    name: "moon-bots",
    files: &PACK,
}];

static STARTER: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/starter");

/// The game module for Moon-Bots.
pub struct Module;

static INFO: GameInfo = GameInfo {
    id: "moon-bots",
    title: "Moon-Bots",
    least: 2,
    most: 4,
    counts: &[2, 3, 4],
    usual: 4,
    cards: true,
    about: "build a robot from cards, roll its dice, knock the neighbours out",
};

impl GameModule for Module {
    fn info(&self) -> &'static GameInfo {
        &INFO
    }

    #[cfg(feature = "schema")]
    fn shapes(&self) -> Option<cardwright_runtime::shapes::Shapes> {
        Some(cardwright_runtime::shapes::Shapes::of::<
            crate::MoonBots<'_>,
            crate::MoonBotsAction<'_>,
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
            name: "moon-bots",
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

    fn editions(&self) -> &'static [Edition] {
        questions::EDITIONS
    }

    fn variants(&self, options: &Given) -> Result<u64, Vec<String>> {
        Ok(Options::parse(options)?.variants())
    }

    fn odds(
        &self,
        cards: CardSet,
        players: u8,
        options: &Given,
    ) -> Option<Result<Box<dyn Odds>, Vec<String>>> {
        Some(
            Workshop::new(cards, players, options)
                .map(|workshop| Box::new(workshop) as Box<dyn Odds>),
        )
    }
}
