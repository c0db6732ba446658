//! The background similarity of embeddings (anisotropy), measured: the mean cosine of questions and passages that are
//! unrelated.

use quipu_kernel::rank::fuse::similarity;
use tokio::sync::OnceCell;

use crate::base::ports::{EmbedError, Embedder, Role};

/// Less than this is left alone: such vectors spread.
const LEAST: f64 = 0.25;
/// A higher mean only shows that the model does not discriminate.
const MOST: f64 = 0.95;

const QUESTIONS: [&str; 8] = [
    "Who painted the ceiling of the opera house?",
    "How long do sea turtles live?",
    "Which bank lent the railway its money?",
    "When was the vaccine against measles approved?",
    "What do the rules of chess say about a draw?",
    "Why did the senator resign?",
    "Where is the source of the river Volga?",
    "How is flour turned into noodles?",
];
const PASSAGES: [&str; 8] = [
    "The compiler checks that every reference is valid before the program runs.",
    "Her second novel, set in a lighthouse, won no prize but sold well.",
    "Basalt forms when lava cools quickly near the surface.",
    "The team lost the final after extra time and two red cards.",
    "A violin has four strings that are tuned in fifths.",
    "Telescopes in orbit see what the air hides from those on the ground.",
    "The cathedral's north tower was struck by lightning in 1744.",
    "Bees dance to tell each other where the flowers are.",
];

/// The background of a model, measured at its first use.
#[derive(Debug, Default)]
pub struct Background(OnceCell<f32>);

impl Background {
    /// The background of `embedder`, by its vectors. Deterministic where the model is.
    ///
    /// # Errors
    /// When the model fails.
    pub async fn of(&self, embedder: &dyn Embedder) -> Result<f32, EmbedError> {
        self.0.get_or_try_init(|| measured(embedder)).await.copied()
    }
}

async fn measured(embedder: &dyn Embedder) -> Result<f32, EmbedError> {
    let questions = embedder.embed(&QUESTIONS, Role::Question).await?;
    let passages = embedder.embed(&PASSAGES, Role::Passage).await?;
    let pairs = questions.iter().flat_map(|question| passages.iter().map(move |passage| (question, passage)));
    let (mut sum, mut count) = (0.0, 0.0);
    for (question, passage) in pairs {
        sum += similarity(question.as_deref(), passage.as_deref());
        count += 1.0;
    }
    let mean = sum / count;
    Ok(if mean < LEAST { 0.0 } else { mean.min(MOST) as f32 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::ports::{Boxed, ModelCard};

    /// A model whose vectors have a common part `common`, and otherwise a direction by the length of the text.
    struct Cone(ModelCard, f32);

    impl Embedder for Cone {
        fn card(&self) -> &ModelCard {
            &self.0
        }

        fn embed<'a>(
            &'a self,
            texts: &'a [&'a str],
            role: Role,
        ) -> Boxed<'a, Result<Vec<Option<Vec<f32>>>, EmbedError>> {
            let own = |at: usize| {
                let mut vector = vec![0.0; 17];
                vector[0] = self.1.sqrt();
                vector[1 + at + if role == Role::Question { 0 } else { 8 }] = (1.0 - self.1).sqrt();
                Some(vector)
            };
            Box::pin(std::future::ready(Ok((0..texts.len()).map(own).collect())))
        }
    }

    #[test]
    fn what_all_texts_have_in_common_is_found() {
        let found = |common: f32| {
            let card = ModelCard { name: "cone".to_owned(), dimension: 17, normalised: true };
            futures::executor::block_on(Background::default().of(&Cone(card, common))).unwrap()
        };
        assert!((found(0.75) - 0.75).abs() < 1e-5);
        assert_eq!(found(0.1), 0.0);
    }
}
