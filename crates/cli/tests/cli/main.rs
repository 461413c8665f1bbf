//! The program from outside: what it prints and how it ends.

mod bench;
mod commands;
mod packs;
