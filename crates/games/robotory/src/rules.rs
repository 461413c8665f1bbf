//! The numbered clauses that the code cites. Their text is in `docs/rules/robotory.md`. Tests of all games compare
//! the two, and require a ruling that cites each clause (`tests/src/rulings.rs`).

use cardwright_runtime::clauses;

clauses! {
    PLAYERS = "RB-1.1", "two players, light and dark";
    BOARD = "RB-1.2", "the hexes and their names";
    NEIGHBOURS = "RB-1.3", "which hexes touch";
    CAMPS = "RB-1.4", "the two camps";
    PIECES = "RB-1.5", "discs and robots";
    OPEN = "RB-1.6", "nothing is hidden";
    FIRST_PLAYER = "RB-2.1", "the first player is light";
    STARTS = "RB-2.2", "where the robots start";
    SUPPLIES = "RB-2.3", "the supplies at the start";
    RESERVE = "RB-2.4", "the reserve at the start";
    TURNS = "RB-3.1", "light and dark take turns";
    ONE_ACTION = "RB-3.2", "one of three actions a turn";
    NO_PASS = "RB-3.3", "nobody passes";
    NO_CHOICE = "RB-3.4", "a turn without a choice is taken automatically";
    ALWAYS = "RB-3.5", "there is always an allowed action";
    PLACE = "RB-4.1", "placing a disc from your supply";
    FREE_HEX = "RB-4.2", "only on a free hex";
    ANYWHERE = "RB-4.3", "in either camp, on free starting hexes too";
    ANY_ROBOT = "RB-5.1", "both players may move every robot";
    STEP = "RB-5.2", "from its own hex, from hex to neighbouring hex";
    ONTO_DISC = "RB-5.3", "only onto hexes with a disc";
    BURNS = "RB-5.4", "which robot burns which colour";
    BURNED = "RB-5.5", "entered discs are burned for good";
    NO_HEX_TWICE = "RB-5.6", "no hex twice in a move";
    LENGTH = "RB-5.7", "at least one step, and as many as you like";
    REFILL = "RB-6.1", "refilling a supply that is not full";
    EXACTLY = "RB-6.2", "exactly up to a full supply, in any colours";
    COLOUR_SHORT = "RB-6.3", "when one colour is short";
    TAKE_ALL = "RB-6.4", "when the reserve is short";
    END = "RB-7.1", "the end when the reserve is empty";
    WINNER = "RB-7.2", "most robots in your own camp wins";
    NO_DRAW = "RB-7.3", "there is no draw";
    ANY_COLOUR = "RB-7.4", "an option: the end when one colour is gone";
    MEASURE = "RB-7.5", "every game ends";
    HOUSE = "RB-8.1", "house rules are options";
    HOUSE_PIECES = "RB-8.2", "house rules for supply and discs";
    HOUSE_BOARD = "RB-8.3", "house rules for the board";
    HOUSE_STARTS = "RB-8.4", "house rules for the starting hexes";
    WRITTEN = "RB-8.5", "written positions";
}

#[cfg(test)]
mod tests {
    const TEXT: &str = include_str!("../../../../docs/rules/robotory.md");

    #[test]
    fn every_clause_names_its_source() {
        for clause in TEXT.split("\n**RB-").skip(1) {
            let named = clause.contains("*Source:") || clause.contains("*Ruling");
            assert!(named, "{clause}");
        }
    }
}
