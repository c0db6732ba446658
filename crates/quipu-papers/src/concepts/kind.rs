//! The kind of a concept, by its head noun, its spelling and its neighbours.

use quipu_language::scholarly::{Traits, folded, last_word, traits};

use super::ConceptKind;
use super::candidates::{Candidate, Roles};

/// Metrics that are written like names.
const METRICS: &str = "bleu rouge meteor chrf bertscore f1 auc auroc mrr ndcg wer cer psnr ssim lpips fid iou miou rmse mae mse em \
    bleurt comet perplexity flop";
/// Methods and notions that are usually written as capitals.
const METHODS: &str = "rag rl rlhf rlvr sft ppo grpo cot mcmc pca svd ocr lora peft dft fem mcts icl knn";
const NOTIONS: &str =
    "llm vlm mllm slm lm lvlm plm nlp nlg nlu asr mt qa vqa ner ai agi ml hep qcd uav ehr ui api gpu cpu iot";

/// The kind of a candidate.
pub(super) fn kind(one: &Candidate) -> ConceptKind {
    let key = folded(&one.name);
    let listed = |list: &str| list.split_ascii_whitespace().any(|word| word == last_word(&key));
    if listed(METRICS) {
        return ConceptKind::Metric;
    }
    let alone = one.words.len() == 1;
    // A well-known short form determines the kind of its long form.
    let short = |list: &str| one.names().map(folded).any(|name| list.split_ascii_whitespace().any(|word| word == name));
    if alone && listed(METHODS) || short(METHODS) {
        return ConceptKind::Method;
    }
    if listed(NOTIONS) || short(NOTIONS) {
        return ConceptKind::Concept;
    }
    let head = traits(one.head());
    let called_data = one.names().any(|name| {
        let key = folded(name);
        let last = last_word(&key);
        traits(last).any(Traits::DATASET) && !matches!(last, "collection" | "suite" | "repository")
    });
    if called_data && (one.named || one.capital || one.head() != "data") {
        return ConceptKind::Dataset;
    }
    if head.any(Traits::ALGORITHM) && one.head() != "machine" {
        return ConceptKind::Algorithm;
    }
    // "Personalized PageRank" is a name, "LLM-based summarizers" and "RAG systems" are not.
    let own = !one.name.contains(' ') && one.named || one.capital && one.named && !one.short;
    // "On X, …": an object of experiments is data; sizes and versions are of models.
    let tried_on = !one.lead && one.roles.any(Roles::AFTER_ON) && !one.name.contains(|c: char| c.is_ascii_digit());
    if one.lead && alone || own && !head.any(Traits::METHOD) {
        return if one.among_data || tried_on { ConceptKind::Dataset } else { ConceptKind::Algorithm };
    }
    if head.any(Traits::METRIC) && !head.any(Traits::METHOD) && !matches!(one.head(), "memory" | "distance") {
        return ConceptKind::Metric;
    }
    if head.any(Traits::METHOD) {
        return ConceptKind::Method;
    }
    ConceptKind::Concept
}
