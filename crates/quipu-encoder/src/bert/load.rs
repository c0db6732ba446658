//! The network from its weights: each tensor by its name, checked against the configuration.

use super::{Bert, Classifier, DenseLayer, InputTables, Layer};
use crate::EncoderError;
use crate::compute::row_functions::Norm;
use crate::folder::{Config, WeightFile};

/// Number of columns of a block that is transposed, which stays in the nearest cache.
const BLOCK: usize = 16;

impl Bert {
    /// Reads all tensors.
    pub(crate) fn load(weights: &mut WeightFile, config: &Config) -> Result<Self, EncoderError> {
        let table = table(weights, config)?;
        let layers = (0..config.layers).map(|at| layer(weights, at, config)).collect::<Result<_, _>>()?;
        Ok(Self { table, heads: config.heads, layers })
    }
}

impl Classifier {
    /// Reads the tensors of a head with one label.
    pub(crate) fn load(weights: &mut WeightFile, config: &Config) -> Result<Self, EncoderError> {
        // RoBERTa keeps both layers under one name.
        let roberta = config.padding.is_some();
        let names = if roberta { ["classifier.dense", "classifier.out_proj"] } else { ["pooler.dense", "classifier"] };
        let mut layer = |name: &str, outputs: usize, beside: bool| -> Result<DenseLayer, EncoderError> {
            let mut tensor = |part: &str, shape: &[usize]| {
                let name = format!("{name}.{part}");
                if beside { weights.tensor_beside(&name, shape) } else { weights.tensor(&name, shape) }
            };
            let rows = tensor("weight", &[outputs, config.hidden])?;
            let bias = tensor("bias", &[outputs])?;
            let mut weight = vec![0.0; rows.len()];
            turn(&rows, config.hidden, &mut weight, 0, outputs);
            Ok(DenseLayer { weight, bias })
        };
        Ok(Self { dense: layer(names[0], config.hidden, roberta)?, label: layer(names[1], 1, true)? })
    }
}

fn table(weights: &mut WeightFile, config: &Config) -> Result<InputTables, EncoderError> {
    let hidden = config.hidden;
    let mut kinds = weights.tensor("embeddings.token_type_embeddings.weight", &[config.types, hidden])?;
    kinds.truncate(2 * hidden);
    let mut places = weights.tensor("embeddings.position_embeddings.weight", &[config.positions, hidden])?;
    places.drain(..config.padding.map_or(0, |padding| padding as usize) * hidden);
    Ok(InputTables {
        words: weights.tensor("embeddings.word_embeddings.weight", &[config.vocabulary, hidden])?,
        places,
        kinds,
        hidden,
        padding: config.padding,
        norm: norm(weights, "embeddings.LayerNorm", config)?,
    })
}

fn layer(weights: &mut WeightFile, at: usize, config: &Config) -> Result<Layer, EncoderError> {
    let (hidden, inner) = (config.hidden, config.inner);
    let name = |part: &str| format!("encoder.layer.{at}.{part}");
    let own = ["query", "key", "value"].map(|part| name(&format!("attention.self.{part}")));
    Ok(Layer {
        projection: dense(weights, &own, hidden, hidden)?,
        attended: dense(weights, &[name("attention.output.dense")], hidden, hidden)?,
        attended_norm: norm(weights, &name("attention.output.LayerNorm"), config)?,
        wide: dense(weights, &[name("intermediate.dense")], hidden, inner)?,
        narrow: dense(weights, &[name("output.dense")], inner, hidden)?,
        narrow_norm: norm(weights, &name("output.LayerNorm"), config)?,
    })
}

/// Dense layers over the same inputs, side by side.
fn dense(
    weights: &mut WeightFile,
    names: &[String],
    inputs: usize,
    outputs: usize,
) -> Result<DenseLayer, EncoderError> {
    let all = outputs * names.len();
    let (mut weight, mut bias) = (Vec::new(), Vec::new());
    for (at, name) in names.iter().enumerate() {
        let tensor = weights.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
        // Only now is it known that the file is as large as the configuration says.
        weight.resize(inputs * all, 0.0);
        turn(&tensor, inputs, &mut weight, at * outputs, all);
        bias.extend(weights.tensor(&format!("{name}.bias"), &[outputs])?);
    }
    Ok(DenseLayer { weight, bias })
}

/// Writes the rows of `tensor` as columns of `out` from `first` on.
fn turn(tensor: &[f32], inputs: usize, out: &mut [f32], first: usize, step: usize) {
    for (block, rows) in tensor.chunks(BLOCK * inputs).enumerate() {
        for input in 0..inputs {
            let place = input * step + first + block * BLOCK;
            for (value, row) in out[place..].iter_mut().zip(rows.chunks_exact(inputs)) {
                *value = row[input];
            }
        }
    }
}

fn norm(weights: &mut WeightFile, name: &str, config: &Config) -> Result<Norm, EncoderError> {
    Ok(Norm {
        scale: weights.tensor(&format!("{name}.weight"), &[config.hidden])?,
        shift: weights.tensor(&format!("{name}.bias"), &[config.hidden])?,
        epsilon: config.epsilon,
    })
}
