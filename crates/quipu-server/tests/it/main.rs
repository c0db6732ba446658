//! The server as its clients meet it. One binary: linking one for each file took longer than the tests.

mod attacks;
mod common;
mod doors;
mod gate;
mod hostile;
mod jobs;
mod mcp;
mod routes;
mod server;
