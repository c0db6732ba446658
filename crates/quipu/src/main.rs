//! head
fn main() {}
