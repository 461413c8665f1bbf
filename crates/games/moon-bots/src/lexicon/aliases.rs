//! Words from earlier versions that packs may still use (decision 16).

use cardwright_effects::Alias;
use cardwright_effects::AliasUse::{Function, Key, Symbol};

pub(super) const ALIASES: &[Alias] = &[
    Alias::new(Function, "on_struck", "before_damage"),
    Alias::new(Function, "on_hit", "on_damage_dealt"),
    Alias::new(Function, "on_damaged", "on_damage_taken"),
    Alias::new(Function, "on_fall", "before_elimination"),
    Alias::new(Function, "on_fallen", "on_foe_eliminated"),
    Alias::new(Function, "bearing", "keyword_count"),
    Alias::new(Function, "beside", "adjacent_faces"),
    Alias::new(Function, "showing", "dice_showing"),
    Alias::new(Key, "play", "play_in"),
    Alias::new(Key, "most", "max_copies"),
    Alias::new(Key, "cap", "extra_capacity"),
    Alias::new(Key, "limit", "extra_gain"),
    Alias::new(Key, "marked", "removed_with_three"),
    Alias::new(Symbol, "loss", "lose"),
];
