//! What is kept beside the truth holds the laws, shares commits, and survives other processes,
//! kills, full maps and damage.

mod groups;
mod laws;
mod processes;
