//! Formats tables of text.

use unicode_width::UnicodeWidthStr;

/// The space between two columns.
const GAP: &str = "  ";

/// Formats rows under a head. Each column is as wide as its widest cell. Columns that contain only numbers are
/// aligned to the right. Rows have no trailing blanks.
pub(crate) fn table(head: &[&str], body: &[Vec<String>]) -> String {
    let head: Vec<String> = head.iter().map(|cell| cell.to_string()).collect();
    let all = [&[head], body].concat();
    let (widths, right) = measure(&all, body);
    all.iter().map(|row| line(row, &widths, &right)).collect()
}

/// Formats rows without a head.
pub(crate) fn rows(body: &[Vec<String>]) -> String {
    let (widths, right) = measure(body, body);
    body.iter().map(|row| line(row, &widths, &right)).collect()
}

/// The width of each column of `all`, and which columns of `body` are numbers.
fn measure(all: &[Vec<String>], body: &[Vec<String>]) -> (Vec<usize>, Vec<bool>) {
    let columns = all.first().map_or(0, Vec::len);
    let width = |column: usize| {
        cells(all, column)
            .map(|cell| cell.width())
            .max()
            .unwrap_or(0)
    };
    (
        (0..columns).map(width).collect(),
        (0..columns).map(|column| is_number(body, column)).collect(),
    )
}

fn cells(rows: &[Vec<String>], column: usize) -> impl Iterator<Item = &String> {
    rows.iter().filter_map(move |row| row.get(column))
}

/// Whether a column has only numbers; `-` is a number that is not known.
fn is_number(rows: &[Vec<String>], column: usize) -> bool {
    let mut known = cells(rows, column).filter(|cell| *cell != "-").peekable();
    known.peek().is_some() && known.all(|cell| cell.parse::<f64>().is_ok())
}

fn line(row: &[String], widths: &[usize], right: &[bool]) -> String {
    let mut line = String::new();
    for (cell, (width, right)) in row.iter().zip(widths.iter().zip(right)) {
        let gap = if line.is_empty() { "" } else { GAP };
        let pad = " ".repeat(width.saturating_sub(cell.width()));
        let (before, after) = if *right {
            (pad.as_str(), "")
        } else {
            ("", pad.as_str())
        };
        line += &format!("{gap}{before}{cell}{after}");
    }
    line.trim_end().to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_numbers_stand_to_the_right() {
        let rows = [
            vec!["é".to_string(), "1".into(), "-".into()],
            vec!["long".into(), "100".into(), "-".into()],
            vec!["none".into(), "-".into(), "-".into()],
        ];
        assert_eq!(
            table(&["name", "n", "unknown"], &rows),
            "name    n  unknown\né       1  -\nlong  100  -\nnone    -  -\n"
        );
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [
            vec!["月の兵".to_string(), "x".into()],
            vec!["abc".into(), "y".into()],
        ];
        assert_eq!(super::rows(&rows), "月の兵  x\nabc     y\n");
    }

    /// One cell that is empty or a word is enough; the head does not count.
    #[test]
    fn a_column_with_a_word_stands_to_the_left() {
        for (cell, shown) in [
            ("2", "  n\n100\n  2\n"),
            ("-.5", "  n\n100\n-.5\n"),
            ("x", "n\n100\nx\n"),
            ("", "n\n100\n\n"),
        ] {
            let body = [vec!["100".to_string()], vec![cell.to_string()]];
            assert_eq!(table(&["n"], &body), shown, "{cell}");
        }
        let pairs = [["1", "2"], ["10", "x"]].map(|row| row.map(String::from).to_vec());
        assert_eq!(super::rows(&pairs), " 1  2\n10  x\n");
    }

    #[test]
    fn an_empty_table_is_its_head() {
        assert_eq!(table(&["a", "b"], &[]), "a  b\n");
    }
}
