//! Several processes and one workspace. Apart from `it`: while a child of this binary starts, it holds the locks of
//! whatever the other tests here have open, for a moment; those who drop a writer and open it again would meet them.

mod alone;
mod kept;
