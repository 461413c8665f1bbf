//! The program `cardwright`. All of it lies in the library of this package, where the fuzz targets find it, too.

fn main() -> std::process::ExitCode {
    cardwright_cli::main()
}
