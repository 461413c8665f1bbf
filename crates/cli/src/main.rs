//! The program `cardwright`. Its code is in the library of this package, so that fuzz targets can use it too.

fn main() -> std::process::ExitCode {
    cardwright_cli::main()
}
