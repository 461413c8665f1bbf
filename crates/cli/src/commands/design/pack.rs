//! `cardwright pack`: writes a pack as one file.

use crate::files;
use crate::output::Out;
use crate::packs::{self, ARCHIVE};
use crate::stop::{CommandError, Verdict};
use cardwright::{check_packs, write_archive};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Write a pack as one file, to share it.
///
/// Every command that takes the folder of a pack also takes this file. It is a zip without compression, with a
/// digest of its files: the same pack gives the same bytes. Other files in the folder, such as pictures, are left
/// out.
#[derive(Args)]
pub(crate) struct Pack {
    /// The folder of the pack.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The file to write; it must end in `.cwpack` and not exist yet.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Pack {
    /// Checks the pack and writes the file.
    ///
    /// # Errors
    /// When the pack has errors, or the file cannot be written.
    pub(crate) fn run(&self, out: &mut Out) -> Result<Verdict, CommandError> {
        if self
            .output
            .extension()
            .is_none_or(|ending| ending != ARCHIVE)
        {
            let what = format!("{} does not end in `.{ARCHIVE}`", self.output.display());
            return Err(CommandError::usage(what, "write `-o my-pack.cwpack`"));
        }
        let pack = packs::read(&self.folder)?;
        let checked = check_packs(std::slice::from_ref(&pack))?;
        if !checked.is_good() {
            super::check::tell(out, std::slice::from_ref(&self.folder), &checked)?;
            return Ok(Verdict::No);
        }
        let bytes = write_archive(&pack)
            .map_err(|error| CommandError::refused(error.message, error.help))?;
        files::create_bytes(&self.output, &bytes)?;
        let (file, count) = (self.output.display().to_string(), pack.files.len());
        match out.is_json() {
            true => out.json(&json!({ "file": file, "files": count, "bytes": bytes.len() }))?,
            false => out.line(format!(
                "wrote {file}: {count} files, {} bytes",
                bytes.len()
            ))?,
        }
        Ok(Verdict::Good)
    }
}
