//! A session of an ONNX Runtime library: the one file that knows the `ort` crate, which is not settled yet.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use ort::session::builder::GraphOptimizationLevel;
use ort::session::{Session, SessionOutputs};
use ort::value::TensorRef;

use super::onnx_graph::{self, FIRST, LENGTHS, ROWS};
use crate::EncoderError;
use crate::bert::{Bert, InputTables};
use crate::tokenizer::TokenIds;

/// The library that this process has loaded: it cannot be exchanged.
static LOADED: OnceLock<Result<PathBuf, String>> = OnceLock::new();

/// A network that a library runs.
pub(crate) struct Library {
    path: PathBuf,
    session: Mutex<Session>,
    table: InputTables,
}

/// The graph's inputs of a call, padded to the longest text.
struct Inputs {
    shape: [usize; 3],
    first: Vec<f32>,
    lengths: Vec<i32>,
}

impl Library {
    /// Loads the library and gives it the network.
    pub(crate) fn open(path: &Path, bert: Bert, threads: NonZeroUsize) -> Result<Self, EncoderError> {
        load(path)?;
        let model = onnx_graph::model(&bert);
        let session = session(&model, threads).map_err(|error| failed(path, error))?;
        Ok(Self { path: path.to_owned(), session: Mutex::new(session), table: bert.table })
    }

    /// Calls `each` with every text's tokens as rows of the last layer, in order.
    pub(crate) fn run(&self, texts: &[&TokenIds], mut each: impl FnMut(&[f32])) -> Result<(), EncoderError> {
        let failed = |error: &dyn ToString| failed(&self.path, error.to_string());
        let inputs = Inputs::new(texts, &self.table);
        let [count, longest, hidden] = inputs.shape;
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let rows = inputs.run(&mut session).map_err(|error| failed(&error))?;
        let (shape, values) = rows[ROWS].try_extract_tensor::<f32>().map_err(|error| failed(&error))?;
        let expected = [count, longest, hidden].map(|size| size as i64);
        if shape[..] != expected {
            return Err(failed(&format!("it gave {shape:?} for {expected:?}")));
        }
        for (text, rows) in texts.iter().zip(values.chunks_exact(longest * hidden)) {
            each(&rows[..text.ids.len() * hidden]);
        }
        Ok(())
    }
}

fn failed(path: &Path, reason: impl ToString) -> EncoderError {
    EncoderError::Library { library: path.to_owned(), reason: reason.to_string() }
}

/// Loads the library once a process.
fn load(path: &Path) -> Result<(), EncoderError> {
    let first = LOADED.get_or_init(|| {
        let builder = ort::init_from(path).map_err(|error| error.to_string())?;
        builder.with_name("quipu").with_telemetry(false).commit();
        Ok(path.to_owned())
    });
    match first {
        Ok(loaded) if loaded == path => Ok(()),
        Ok(loaded) => Err(failed(path, format_args!("this process has loaded {} already", loaded.display()))),
        Err(reason) => Err(failed(path, reason)),
    }
}

fn session(model: &[u8], threads: NonZeroUsize) -> Result<Session, String> {
    let mut builder = Session::builder()
        .map_err(|error| error.to_string())?
        .with_optimization_level(GraphOptimizationLevel::All)
        .map_err(|error| error.to_string())?
        .with_intra_threads(threads.get())
        .map_err(|error| error.to_string())?
        .with_intra_op_spinning(false)
        .map_err(|error| error.to_string())?;
    builder.commit_from_memory(model).map_err(|error| error.to_string())
}

impl Inputs {
    fn new(texts: &[&TokenIds], table: &InputTables) -> Self {
        let longest = texts.iter().map(|text| text.ids.len()).max().unwrap_or_default();
        let hidden = table.hidden;
        let mut first = vec![0.0; texts.len() * longest * hidden];
        for (text, rows) in texts.iter().zip(first.chunks_exact_mut(longest * hidden)) {
            table.write(text, rows);
        }
        let lengths = texts.iter().map(|text| text.ids.len() as i32).collect();
        Self { shape: [texts.len(), longest, hidden], first, lengths }
    }

    fn run<'s>(&self, session: &'s mut Session) -> ort::Result<SessionOutputs<'s>> {
        session.run(ort::inputs! {
            FIRST => TensorRef::from_array_view((self.shape, self.first.as_slice()))?,
            LENGTHS => TensorRef::from_array_view(([self.lengths.len()], self.lengths.as_slice()))?,
        })
    }
}
