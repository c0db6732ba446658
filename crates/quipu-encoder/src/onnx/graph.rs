//! The layers of the network as an ONNX graph. The tables stay here: they are large, and looking a row up needs no
//! library.
//!
//! Its fused operators (attention, bias with GELU, skip with layer norm) are ONNX Runtime's own, which its
//! builds have had since its first versions; a graph of plain ones would be fused into them when it is opened.
//! Padding stands to the right, and attention gets each text's length.

use super::protobuf::Message;
use crate::bert::{Bert, Dense, Layer};
use crate::compute::rows::Norm;

/// First rows of the texts' tokens.
pub(super) const FIRST: &str = "first";
/// Tokens of each text.
pub(super) const LENGTHS: &str = "lengths";
/// Rows of the last layer.
pub(super) const ROWS: &str = "rows";

/// ONNX Runtime's own operators.
const OWN: &str = "com.microsoft";
/// ONNX's numbers for types of components.
const FLOAT: u64 = 1;
const INT32: u64 = 6;

/// A graph being written.
#[derive(Default)]
struct Graph {
    body: Message,
    operators: usize,
}

/// The bytes of a model.
pub(super) fn model(bert: &Bert) -> Vec<u8> {
    let mut graph = Graph::default();
    graph.take(bert);
    let versions = [("", 17), (OWN, 1)].map(|(domain, version)| Message::default().bytes(1, domain).number(2, version));
    let model = Message::default().number(1, 8).bytes(2, "quipu").message(7, &graph.body);
    versions.iter().fold(model, |model, version| model.message(8, version)).into_bytes()
}

impl Graph {
    fn take(&mut self, bert: &Bert) {
        self.change(|body| body.bytes(2, "encoder"));
        let mut rows = FIRST.to_owned();
        for (at, layer) in bert.layers.iter().enumerate() {
            let last = at + 1 == bert.layers.len();
            rows = self.layer(layer, at, &rows, bert, if last { ROWS } else { "" });
        }
        for (name, kind, sizes) in [(FIRST, FLOAT, 3), (LENGTHS, INT32, 1)] {
            self.change(|body| body.message(11, &value(name, kind, sizes)));
        }
        self.change(|body| body.message(12, &value(ROWS, FLOAT, 3)));
    }

    fn layer(&mut self, layer: &Layer, at: usize, rows: &str, bert: &Bert, name: &str) -> String {
        let heads = Message::default().bytes(1, "num_heads").number(3, bert.heads as u64).number(20, 2);
        let (weight, bias) = self.dense(&format!("{at}.projection"), &layer.projection);
        let attended = self.operator(OWN, "Attention", &[rows, &weight, &bias, LENGTHS], "", &[heads]);
        let rows = self.added(&format!("{at}.attended"), &attended, rows, &layer.attended, &layer.attended_norm, "");
        let (weight, bias) = self.dense(&format!("{at}.wide"), &layer.wide);
        let wide = self.operator("", "MatMul", &[&rows, &weight], "", &[]);
        let wide = self.operator(OWN, "BiasGelu", &[&wide, &bias], "", &[]);
        self.added(&format!("{at}.narrow"), &wide, &rows, &layer.narrow, &layer.narrow_norm, name)
    }

    /// `norm(rows + input * weight + bias)`.
    fn added(&mut self, own: &str, input: &str, rows: &str, dense: &Dense, norm: &Norm, name: &str) -> String {
        let (weight, bias) = self.dense(own, dense);
        let (scale, shift) = self.norm(own, norm);
        let product = self.operator("", "MatMul", &[input, &weight], "", &[]);
        let epsilon = Message::default().bytes(1, "epsilon").float(2, norm.epsilon).number(20, 1);
        let inputs = [product.as_str(), rows, &scale, &shift, &bias];
        self.operator(OWN, "SkipLayerNormalization", &inputs, name, &[epsilon])
    }

    fn dense(&mut self, own: &str, dense: &Dense) -> (String, String) {
        let names = (format!("{own}.weight"), format!("{own}.bias"));
        self.tensor(&names.0, &[dense.inputs(), dense.outputs()], &dense.weight);
        self.tensor(&names.1, &[dense.outputs()], &dense.bias);
        names
    }

    fn norm(&mut self, own: &str, norm: &Norm) -> (String, String) {
        let names = (format!("{own}.scale"), format!("{own}.shift"));
        self.tensor(&names.0, &[norm.scale.len()], &norm.scale);
        self.tensor(&names.1, &[norm.shift.len()], &norm.shift);
        names
    }

    /// Adds an operator with one output, which it returns the name of.
    fn operator(&mut self, domain: &str, kind: &str, inputs: &[&str], name: &str, attributes: &[Message]) -> String {
        self.operators += 1;
        let name = if name.is_empty() { format!("out.{}", self.operators) } else { name.to_owned() };
        let message = inputs.iter().fold(Message::default(), |message, input| message.bytes(1, input));
        let message = message.bytes(2, &name).bytes(3, format!("{kind}.{}", self.operators)).bytes(4, kind);
        let message = attributes.iter().fold(message, |message, attribute| message.message(5, attribute));
        self.change(|body| body.message(1, &message.bytes(7, domain)));
        name
    }

    fn tensor(&mut self, name: &str, shape: &[usize], values: &[f32]) {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
        let tensor = shape.iter().fold(Message::default(), |message, size| message.number(1, *size as u64));
        let tensor = tensor.number(2, FLOAT).bytes(8, name).bytes(9, bytes);
        self.change(|body| body.message(5, &tensor));
    }

    fn change(&mut self, change: impl FnOnce(Message) -> Message) {
        self.body = change(std::mem::take(&mut self.body));
    }
}

/// An input or output with `sizes` sizes, all free.
fn value(name: &str, kind: u64, sizes: usize) -> Message {
    let size = |at: usize| Message::default().bytes(2, format!("{name}.{at}"));
    let shape = (0..sizes).fold(Message::default(), |shape, at| shape.message(1, &size(at)));
    let tensor = Message::default().number(1, kind).message(2, &shape);
    Message::default().bytes(1, name).message(2, &Message::default().message(1, &tensor))
}
