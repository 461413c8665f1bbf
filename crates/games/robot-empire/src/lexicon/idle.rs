//! Words of Robot Empire that have no effect, or count something else than they seem to, in some places.

use crate::lexicon::{HookId, NounId, VerbId};
use cardwright_effects::{Gone, GoneOf, Idle};

const ALL_HELD: &str = "write `hand_size`, such as `me.hand_size`, to count all of them; for the number of different cards, write `sum _card in hand(me) of 1`";

const ALL_DISCARDED: &str = "write `discard_size`, such as `me.discard_size`, to count all of them; for the number of different cards, write `sum _card in discards(me) of 1`";

/// The verbs that do nothing with a card that has been destroyed.
const NEED_A_CARD: &[(u8, u8)] = &[
    (VerbId::Damage.n(), 0),
    (VerbId::Destroy.n(), 0),
    (VerbId::Repair.n(), 0),
    (VerbId::Recharge.n(), 0),
    (VerbId::ReactivateCard.n(), 0),
    (VerbId::Rush.n(), 0),
    (VerbId::SwapBlockers.n(), 0),
    (VerbId::SwapBlockers.n(), 1),
    (VerbId::Withdraw.n(), 0),
    (VerbId::Prevent.n(), 0),
    (VerbId::Capture.n(), 0),
    (VerbId::Borrow.n(), 0),
    (VerbId::AddCounters.n(), 0),
    (VerbId::RemoveCounters.n(), 0),
    (VerbId::AddAttack.n(), 0),
    (VerbId::AddDefence.n(), 0),
    (VerbId::ReduceAttack.n(), 0),
    (VerbId::ReduceDefence.n(), 0),
    (VerbId::Lift.n(), 0),
    (VerbId::Ground.n(), 0),
    (VerbId::Cleared.n(), 0),
    (VerbId::DiscardComponent.n(), 0),
    (VerbId::MoveComponent.n(), 0),
    (VerbId::MoveComponent.n(), 1),
];

/// A hook that runs after a card has been destroyed.
const fn destroyed(hook: HookId, of: GoneOf) -> Gone {
    Gone {
        hook: hook.n(),
        of,
        verbs: NEED_A_CARD,
        nouns: &[],
        why: "the card has been destroyed and is on the discard pile",
        help: "`return_to_hand` takes the card back, and `put_into_play(me, this.card)` or `put_into_play(me, unit.card)` puts it into play again",
    }
}

const THIS: GoneOf = GoneOf::Noun(NounId::This.n());

/// The words without effect.
pub(super) const IDLE: Idle = Idle {
    gone: &[
        destroyed(HookId::OnDestroyed, THIS),
        destroyed(HookId::OnDestroyedBy, THIS),
        destroyed(HookId::OnOwnDestroyed, GoneOf::Param(1)),
        destroyed(HookId::OnFoeDestroyed, GoneOf::Param(1)),
        destroyed(HookId::OnFoughtDestroyed, GoneOf::Param(1)),
    ],
    by_verbs: &[
        (
            NounId::ShownCard.n(),
            "this function shows no card (`announced()` is the card that waits for answers)",
        ),
        (NounId::Entered.n(), "this function puts no card into play"),
        (NounId::Tally.n(), "this function sets no tally"),
        (NounId::Picked.n(), "this function picks no player"),
    ],
    once: &[
        (NounId::HandOf.n(), ALL_HELD),
        (NounId::HandSeenBy.n(), ALL_HELD),
        (NounId::Discards.n(), ALL_DISCARDED),
    ],
    ..Idle::NONE
};
