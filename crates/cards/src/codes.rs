//! Every kind of error, with its stable code, its name and an explanation.

/// A kind of error in packs, with its explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code {
    /// The stable id of the error, such as `CW0102`.
    pub id: &'static str,
    /// A short title.
    pub title: &'static str,
    /// What the error means and how to fix it.
    pub text: &'static str,
}

/// Looks up an error code.
pub fn explain(id: &str) -> Option<&'static Code> {
    CODES.iter().find(|code| code.id.eq_ignore_ascii_case(id))
}

macro_rules! codes {
    ($($name:ident = $id:literal, $title:literal, $text:literal;)*) => {
        $(pub(crate) const $name: Code = Code { id: $id, title: $title, text: $text };)*
        /// All error codes in order.
        pub const CODES: &[Code] = &[$($name),*];
    };
}

codes! {
    SYNTAX = "CW0101", "not a TOML file",
        "The file is not valid TOML here, and the rest of it was not checked. Often a quote, a bracket or an equals sign is missing, or a table or key is written twice.";
    UNKNOWN_KEY = "CW0102", "unknown key",
        "Nothing reads this key, so its value would have no effect. It is misspelt, belongs to another kind of card, or needs a newer version of the game's vocabulary.";
    WRONG_TYPE = "CW0103", "wrong type of value",
        "The key needs a value of another type. Write text in quotes, numbers without quotes, lists in square brackets and tables in braces.";
    MISSING_KEY = "CW0104", "missing key",
        "Every pack, card or table of this kind needs this key. The help line shows how to write it.";
    OUT_OF_RANGE = "CW0105", "number out of range",
        "The number is smaller or larger than the rules or the limits of the game allow.";
    UNKNOWN_WORD = "CW0106", "unknown word",
        "The key takes one of a few fixed words, and this is not one of them.";
    NOT_TEXT = "CW0107", "not a UTF-8 text file",
        "Card files and scripts must be UTF-8 text. Save the file as UTF-8 in your editor.";
    BAD_TEXT = "CW0108", "text that cannot be displayed",
        "A name or text is empty, too long, or contains characters that change how other text is displayed (control characters, marks that change the writing direction). It would confuse players who see it at the table.";
    OLD_WORD = "CW0109", "word of an earlier version",
        "The word has been renamed. The old word still works, and the pack plays as before. `cardwright check --fix` writes the new word.";
    NO_MANIFEST = "CW0201", "no pack.toml",
        "A pack is a folder with a file `pack.toml` that gives its id, version, game and card files. Check that you named the pack's own folder and not its parent.";
    NEWER_API = "CW0202", "made for another version of the vocabulary",
        "The pack was written for another version (`api`) of the game's vocabulary for cards. A newer pack needs a newer Cardwright. Older packs still work.";
    OTHER_GAME = "CW0203", "made for another game",
        "Cards use the words of one game, and this pack was made for another game.";
    UNKNOWN_FILE = "CW0204", "file not found",
        "The pack names a file that it does not contain. Paths start from the pack's folder and use `/`.";
    BAD_PATH = "CW0205", "path not allowed in a pack",
        "Paths in a pack stay in its folder: no `..`, no absolute path, no drive letter, no backslash. So you can copy a pack, and it never reads other files. Card files and translations end in `.toml`, scripts in `.rhai`.";
    UNLISTED_FILE = "CW0206", "file not used",
        "The file is in the pack's folder, but `cards` in `pack.toml` does not list it, so its cards are not in the game.";
    ORPHAN_SCRIPT = "CW0207", "script without a card",
        "No card uses this script (`script = \"…\"`), so it would never run. Name it in a card, or delete the file.";
    SAME_PACK = "CW0208", "pack given twice",
        "Two packs have the same id, or the same file is given twice.";
    BAD_ID = "CW0209", "malformed id",
        "An id has lower-case letters, digits and single hyphens, begins with a letter, and has at most 64 characters. Ids appear in notation, file names and replays.";
    BAD_VERSION = "CW0210", "malformed version",
        "A version has three numbers with dots, such as `1.0.0`, and may end with a suffix such as `-beta.1`. A requirement on another pack has a sign: `^1.2` means 1.2.0 or newer, but below 2.0.0; `=1.2.3` means exactly that version; `>=1, <3` means from 1 to below 3; `*` means any (https://semver.org).";
    MISSING_PACK = "CW0211", "required pack missing",
        "`[depends]` in `pack.toml` names the packs that this one needs. Add them with `--pack`, in any order.";
    WRONG_VERSION = "CW0212", "required pack has the wrong version",
        "This pack needs another version of a pack. The report shows the requirement and the version found.";
    PACK_CYCLE = "CW0213", "packs depend on each other in a circle",
        "If one pack needs another, the other must not need the first, directly or through other packs.";
    SAME_DECK = "CW0214", "two decks with the same name",
        "Two packs define a deck with the same name, so the name is ambiguous.";
    SAME_TEXT = "CW0215", "translated twice into the same language",
        "The card file or another translation already has this text in the same language.";
    BAD_WORD = "CW0220", "malformed word",
        "A word that a pack declares is used in scripts, card files and notation. It has lower-case letters, digits and `_`, begins with a letter, and has at most 64 characters.";
    TAKEN_WORD = "CW0221", "word already taken",
        "The word already has a meaning in the game or in scripts, or another pack of this match declares it. A word may have only one meaning.";
    TOO_MANY_WORDS = "CW0222", "too many declared words",
        "All packs of a match together may declare only a limited number of words of each sort.";
    UNKNOWN_KIND = "CW0301", "unknown kind of card",
        "`kind` says what a card is, and the game does not know this kind. The rest of the card was not checked.";
    SAME_CARD = "CW0302", "card id used twice",
        "Two cards of a pack have the same id. The report shows both. Give one of them another id.";
    NOT_DEALT = "CW0303", "cards of this kind are not dealt",
        "Cards of this kind are part of every game and not of a deck, so they have no `copies`.";
    BAD_DICE = "CW0304", "malformed dice condition",
        "A dice condition is a table with one of `any`, `exact`, `pair`, `alike`, `straight`, `different`, `odd`, `even`, `sum`, `sum-below`, `sum-above`, `sum-odd`, `sum-even`, `highest`, `lowest`, `one-of`, `all` or `either`. Sums, `highest` and `lowest` may also have `dice`, the number of dice from 1 to 4 (default 2).";
    NO_DICE = "CW0305", "no dice can meet this condition",
        "No roll meets the condition, so the card could never work. For example, two dice never have a sum of 1.";
    BAD_SYMBOLS = "CW0306", "malformed effect symbols",
        "Effect symbols are a list of tables, each with one symbol and its number, such as `[{ fist = 1 }, { energy = 1 }]`.";
    NO_SCRIPT_HERE = "CW0307", "cards of this kind have no script",
        "Cards of this kind are described completely by their card file. The rules never run a script for them.";
    MISSING_HOOK = "CW0308", "a function is missing",
        "The script of every card of this kind needs this function.";
    UNKNOWN_CARD = "CW0309", "unknown card",
        "A deck changes a card that the pack does not have.";
    NEVER_PLAYED = "CW0310", "card that can never be played",
        "A card that is played in windows needs two things: the names of its windows in the card file, and a function that says what it does. If it has a condition, the condition must be possible.";
    SAME_NAME = "CW0311", "two cards with the same name",
        "Two cards have the same name in one language, so players could not tell them apart.";
    ALL_DICE = "CW0312", "every roll meets this condition",
        "Every roll meets the condition, so it has no effect.";
    SCRIPT_SYNTAX = "CW0401", "syntax error in a script",
        "The script has a syntax error here. The rest of this function was not checked, and the other functions of the file were checked for syntax only.";
    FORBIDDEN = "CW0402", "not available in card scripts",
        "A script runs once, when the card loads, and produces a list of operations. Parts of the language that do not fit, that could run forever or that reach outside the script are not available. `this` is available only in functions that the game calls, and only for cards on the table.";
    UNKNOWN_VARIABLE = "CW0403", "unknown name",
        "This name is not defined here. It is misspelt, or it belongs to another function or block. A function can use its parameters, its own variables, the game's words and the script's constants.";
    UNKNOWN_FUNCTION = "CW0404", "unknown function",
        "Neither the game nor the script has a function with this name.";
    UNKNOWN_PROPERTY = "CW0405", "unknown property",
        "The game has no property with this name, or not for this sort of value.";
    WRONG_COUNT = "CW0406", "wrong number of arguments",
        "The function takes a different number of arguments. The help line shows its parameters.";
    HOOK_PARAMS = "CW0407", "wrong number of parameters",
        "The game calls this function with fixed arguments, or the function is defined twice. The help line shows the arguments; those at the end may be left out.";
    HOOK_NOT_HERE = "CW0408", "function not for this kind of card",
        "The game calls this function only for other kinds of cards, so it would never run here.";
    UNUSED_FUNCTION = "CW0409", "function that never runs",
        "Neither the game nor the script calls this function.";
    SHADOWS = "CW0410", "name already taken",
        "The name is already a word, function or verb of the game. A second meaning would mislead readers of the card.";
    OUTER_CHANGED = "CW0411", "variable of an outer block changed",
        "The body of `each`, `when` or `choose` happens during play, perhaps several times or never, but variables exist only while the card loads. So the body cannot change a variable from outside: the change would happen exactly once, whatever happens in play.";
    JUMP_OUT = "CW0412", "jump out of a play-time block",
        "`break` and `continue` control loops that run while the card loads. They cannot leave a block that happens during play.";
    NOUN_CHANGED = "CW0413", "assignment to a fact of the game",
        "Cards read the game's facts, and change the game only with verbs: write `gain(me, 2)` instead of `me.energy += 2`.";
    OUTSIDE = "CW0414", "code outside a function",
        "Outside functions, a script may only have constants. Put what the card does into the functions that the game calls.";
    UNUSED_NAME = "CW0415", "unused constant or variable",
        "Nothing in the script uses this name. Perhaps you meant another one. To keep it, begin its name with `_`.";
    WRONG_ARGUMENT = "CW0501", "wrong type of argument",
        "The function needs another type of argument here. The help line shows its parameters with their types.";
    WRONG_OPERANDS = "CW0502", "types that cannot be combined",
        "The operator does not work with these types. You can compare only values of the same sort, and order or calculate only numbers.";
    ASKED_AT_LOAD = "CW0503", "play-time value used at load time",
        "`if`, `while`, `&&`, `||` and `for` run once, when the card loads, but this value is known only during play. Write `when … { } otherwise { }` instead of `if`, `and` and `or` instead of `&&` and `||`, and `each … in …` instead of `for`.";
    ACTS_IN_ANSWER = "CW0505", "action in a function that only answers",
        "A function that returns yes or no, or a number, may read the game, but it may not change it or ask a player.";
    NO_ANSWER = "CW0506", "missing result",
        "This function must end with an expression: yes or no, or a number, as the help line says.";
    LARGE_SET = "CW0507", "set too large for this",
        "This set can be large. You can loop over it, choose from it and ask about it, but not combine it or keep a part of it. `let` gives it a name, but does not keep its members: they are looked up where you use the name, so nothing may change the game in between.";
    UNUSED_CHOICE = "CW0508", "choice without effect",
        "A player has to choose, but nothing uses the choice.";
    TOO_LARGE_NUMBER = "CW0509", "number too large",
        "Numbers during play must be between -32768 and 32767.";
    SCRIPT_FAILED = "CW0510", "script failed",
        "The script failed while the card was loading.";
    NONE_MISPLACED = "CW0511", "`none` in the wrong place",
        "`or none` at the end of the first line of a `choose` makes the choice optional. It has no meaning elsewhere.";
    WRONG_MOMENT = "CW0512", "verb without effect here",
        "Some verbs work only at certain moments: you can add damage while an attack is declared, and turn a die after a roll. At other moments they do nothing, so the card would not do what it says. This is only a warning if another verb of the card still does something.";
    VOID_AMOUNT = "CW0513", "amount without effect",
        "The rules limit this amount: a robot holds at most 18 energy, and gains at most 2 in its own turn unless a card says otherwise. Anything above the limit is lost, and 0 does nothing.";
    CONSTANT = "CW0514", "condition or choice that is always the same",
        "This condition always has the same result, this option can never be chosen, or this choice has only one answer. Often the two sides of a comparison are swapped, or a number is outside the game's range.";
    UNUSED_LOOP = "CW0515", "loop without its variable",
        "The body of this `each` does not use its variable, so it does the same for every member of the set. If you mean that, begin the variable's name with `_`.";
    NOTHING_DONE = "CW0516", "code without effect",
        "This card, function or block changes nothing. Perhaps the verb is missing. Otherwise remove it.";
    SECRET_SET = "CW0517", "choice from another player's secret cards",
        "The list of choices shows every member of the set, and only one player may know them. So only that player may choose from it.";
    NEVER_STAYS = "CW0518", "function without a card that stays, or the reverse",
        "A played card leaves the table unless it stays, and it reacts to later events only while it is on the table. Nothing in this script makes it stay, so this function never runs. Or it stays, but has no function that runs then.";
    TELLS_SECRET = "CW0519", "effect reveals a secret",
        "Everybody sees what an effect does. If the effect depended on a card that only one player may know, everybody would learn about that card. So you cannot compare a hidden card with anything, count with it or ask about it. You may compare two cards that the same player chose from the same hand. You may also use a hidden card with verbs for the hand that it was chosen from.";
    HALF = "CW0520", "verb without its partner",
        "Some verbs work only as a pair: first aim damage, then attack. The function has only one of them, so nothing happens.";
    KEEPS_TWO = "CW0530", "card that stores two things",
        "A card on the table can store one thing: counters, a number or a robot. At a real table, one marker on the card must show it.";
    KEEPS_NOTHING = "CW0531", "stored value is read, but never written",
        "The card reads a stored value, but nothing in its script ever stores one.";
    NOT_SECRET = "CW0532", "secret choice that does more than ask",
        "While players write numbers in secret, nothing may depend on these numbers. The card asks one player after another for a number between two fixed numbers, and then shows them. Anything else would reveal the first numbers too early.";
    NEVER_READ = "CW0533", "stored value is written, but never read",
        "The card stores something, but no card of these packs ever reads it. Perhaps a condition is missing.";
    TOO_BIG = "CW0601", "pack too large",
        "A file is too large, or the pack has too many files or cards.";
    SCRIPT_LIMIT = "CW0602", "script too large or too slow",
        "While it loads, a script may take only a limited number of steps, and its texts and lists have a limited size. So no pack can hang the program or fill its memory.";
    EFFECT_LIMIT = "CW0603", "effect too large",
        "Every saved game contains the effect, and players must be able to follow it. So the number of its operations, values and options is limited.";
    MANY_MISTAKES = "CW0604", "more errors",
        "Only the first errors are shown. Fix them first.";
    NO_GAME = "CW0605", "no game is possible with these cards",
        "Each card is valid by itself, but the game cannot be set up with all of them: there are too many of a sort, or a card lacks something that its own file promises.";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_in_order() {
        assert!(CODES.is_sorted_by(|a, b| a.id < b.id));
        assert!(CODES.iter().all(|code| code.text.len() > 25));
    }

    #[test]
    fn codes_are_explained() {
        assert_eq!(
            explain("cw0102").map(|code| code.title),
            Some("unknown key")
        );
        assert_eq!(explain("CW9999"), None);
    }
}
