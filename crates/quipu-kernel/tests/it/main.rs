//! Splitters against those of LangChain, and the example of a strategy.

mod langchain;
mod own_way;
