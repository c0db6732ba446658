//! Sets of tools: few are shown by default, since each costs the model's attention.

use quipu::Access;
use quipu::tools::NamedTool;
use quipu_research::tools;

/// The default tools.
const DEFAULT: [&str; 11] =
    ["search", "fetch", "ask", "outline", "grep", "read", "lookup", "path", "similar", "documents", "status"];
/// The tools for a library of papers.
const PAPERS: [&str; 11] = [
    "search",
    "fetch",
    "ask",
    "search_papers",
    "add_papers",
    "read_paper",
    "cites",
    "cited_by",
    "related",
    "bibtex",
    "status",
];
/// Tools that write, in every set.
const WRITERS: [&str; 4] = ["add_document", "delete_document", "merge_names", "undo_names"];

/// The names of the sets.
pub const SETS: [&str; 3] = ["default", "papers", "all"];

/// A set that cannot be shown.
#[derive(Debug, PartialEq, Eq)]
pub enum ToolSetError {
    /// There is no such set or tool.
    Unknown {
        /// The word.
        word: String,
    },
    /// It changes the workspace, and changes are not allowed.
    Writes {
        /// The tool.
        tool: String,
    },
}

/// The names of all tools, as an error shows them.
fn known() -> String {
    tools().iter().map(|tool| tool.name).collect::<Vec<_>>().join(", ")
}

impl std::fmt::Display for ToolSetError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unknown { word } => write!(
                out,
                "{word:?} is neither a set of tools nor a tool; sets are {}; tools are {}",
                SETS.join(", "),
                known()
            ),
            Self::Writes { tool } => {
                write!(
                    out,
                    "the tool {tool} changes the workspace; that needs `quipu mcp --write`, or `mcp.write = \"yes\"`"
                )
            }
        }
    }
}

impl std::error::Error for ToolSetError {}

/// The tools of sets and names parted by commas, in the library's order; with those that write where `write`.
///
/// # Errors
/// When a word is unknown, or names a tool that writes where nothing may be written.
pub fn tool_set(words: &str, write: bool) -> Result<Vec<&'static NamedTool>, ToolSetError> {
    let mut names: Vec<&str> = Vec::new();
    for word in words.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        match word {
            "default" => names.extend(DEFAULT),
            "papers" => names.extend(PAPERS),
            "all" => names.extend(tools().iter().map(|tool| tool.name)),
            name => match tools().iter().find(|tool| tool.name == name) {
                Some(tool) if tool.needs > Access::Read && !write => {
                    return Err(ToolSetError::Writes { tool: name.to_owned() });
                }
                Some(_) => names.push(name),
                None => return Err(ToolSetError::Unknown { word: word.to_owned() }),
            },
        }
    }
    if names.is_empty() {
        names.extend(DEFAULT);
    }
    if write {
        names.extend(WRITERS);
    }
    let is_shown = |tool: &&NamedTool| names.contains(&tool.name) && (write || tool.needs == Access::Read);
    Ok(tools().iter().copied().filter(is_shown).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(words: &str, write: bool) -> Vec<&'static str> {
        tool_set(words, write).unwrap().iter().map(|tool| tool.name).collect()
    }

    #[test]
    fn few_are_shown_and_no_writer_unless_told() {
        assert_eq!(names("", false), names("default", false));
        assert!(names("default", false).len() <= 12);
        for set in SETS {
            let shown = tool_set(set, false).unwrap();
            assert!(!shown.is_empty() && shown.iter().all(|tool| tool.needs == Access::Read), "{set}");
        }
        assert_eq!(names("all", true).len(), tools().len());
        assert_eq!(names("grep, search", false), ["search", "grep"]);
        assert!(WRITERS.iter().all(|name| names("default", true).contains(name)));
        assert!(DEFAULT.iter().chain(&PAPERS).chain(&WRITERS).all(|name| quipu_research::find(name).is_some()));
    }

    #[test]
    fn the_page_names_every_tool() {
        let page = include_str!("../../../docs/mcp.md");
        let unnamed = tools().iter().filter(|tool| !page.contains(&format!("`{}`", tool.name)));
        assert_eq!(unnamed.map(|tool| tool.name).collect::<Vec<_>>(), Vec::<&str>::new());
    }

    #[test]
    fn what_is_unknown_or_writes_is_said() {
        let unknown = tool_set("grap", false).err().unwrap().to_string();
        assert!(unknown.contains("grap") && unknown.contains("papers") && unknown.contains("grep"), "{unknown}");
        assert_eq!(tool_set("merge_names", false).err(), Some(ToolSetError::Writes { tool: "merge_names".to_owned() }));
    }
}
