//! Small documents made here, and what should be read in them.
