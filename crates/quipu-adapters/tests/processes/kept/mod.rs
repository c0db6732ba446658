//! Data beside the truth obeys the laws, shares commits, and survives other processes,
//! kills, full maps and damage.

mod groups;
mod laws;
mod processes;
