//! Files that other tools made, pages that are drawn here, and any bytes.

mod drawn;
mod hostile;
mod reading;
