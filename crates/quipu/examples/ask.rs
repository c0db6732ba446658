//! A folder is indexed, and a question is answered from it with citations.
//!
//! ```sh
//! cargo run -p quipu --example ask -- samples "Where did the maker of the quartz pendulum learn the craft?"
//! ```

// A program prints; the library does not.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use quipu::{Access, Files, Quipu};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (folder, question) = arguments.next().zip(arguments.next()).ok_or("name a folder and ask a question")?;
    let quipu = Quipu::open(std::env::temp_dir().join("quipu-example"), Access::Create)?;
    quipu.index(Files::of([folder])).await?;
    let answer = quipu.ask(question).await?;
    println!("{}", answer.answer);
    answer.citations.iter().for_each(|citation| println!("  {}", citation.document));
    Ok(())
}
