//! Finds the built page that belongs to this program: next to the installed program, or in the copy of the project
//! in which it was built.

use std::path::{Path, PathBuf};

/// The folder of the page that belongs to this program, if there is one.
pub(super) fn of_this_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.canonicalize().ok()?;
    beside(&program)
}

fn beside(program: &Path) -> Option<PathBuf> {
    let installed = program.parent()?.parent()?.join("share/cardwright/page");
    let built = program.ancestors().skip(1).map(|up| up.join("web/dist"));
    let mut places = [installed].into_iter().chain(built);
    places.find(|folder| folder.join("index.html").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_page_is_found_where_the_program_is() {
        let folder = tempfile::tempdir().unwrap();
        let lay = |path: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, "").unwrap();
            path
        };
        let (built, installed) = (
            lay("project/target/debug/cardwright"),
            lay("bin/cardwright"),
        );
        fs::create_dir_all(folder.path().join("project/web/dist")).unwrap();
        assert_eq!((beside(&built), beside(&installed)), (None, None));
        let page = |file: PathBuf| file.parent().map(Path::to_path_buf);
        let dist = page(lay("project/web/dist/index.html"));
        let share = page(lay("share/cardwright/page/index.html"));
        assert_eq!((beside(&built), beside(&installed)), (dist, share));
    }
}
