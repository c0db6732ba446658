//! The vectors of an answer, in the order of the texts.

use serde::Deserialize;
use serde_json::Value;

use super::refused::EmbeddingRefusal;

/// Components; `null` where they came out as no number.
type Numbers = Vec<Option<f32>>;

#[derive(Deserialize)]
struct Answer {
    data: Option<Vec<Embedded>>,
    embeddings: Option<Vec<Numbers>>,
}

#[derive(Deserialize)]
struct Embedded {
    index: Option<Value>,
    embedding: Option<Numbers>,
}

impl Embedded {
    fn bare(numbers: Numbers) -> Self {
        Self { index: None, embedding: Some(numbers) }
    }
}

/// A vector for each of `expected` texts, missing for one with invalid numbers.
pub(super) fn vectors(
    text: &str,
    expected: usize,
    dimension: impl Fn(usize) -> usize,
) -> Result<Vec<Option<Vec<f32>>>, EmbeddingRefusal> {
    let found = read(text)?;
    if found.len() != expected {
        let reason = format!("it gave {} vectors for {expected} texts; try a smaller `embed.batch`", found.len());
        return Err(EmbeddingRefusal::Texts(reason, None));
    }
    let never = |reason: &str| EmbeddingRefusal::Never(reason.to_owned());
    let places = places(&found).ok_or_else(|| never("it numbers a vector that was not asked for"))?;
    let mut vectors: Vec<Option<Option<Vec<f32>>>> = vec![None; expected];
    for (Embedded { embedding, .. }, at) in found.into_iter().zip(places) {
        let embedding = embedding.unwrap_or_default();
        let length = dimension(embedding.len());
        if embedding.len() != length || length == 0 {
            let found = embedding.len();
            return Err(EmbeddingRefusal::Never(format!(
                "it gave a vector of {found} components, not {length}; is `embed.dimension` right?"
            )));
        }
        let place = vectors.get_mut(at).ok_or_else(|| never("it numbers a vector that was not asked for"))?;
        *place = Some(embedding.into_iter().collect());
    }
    let whole: Option<Vec<_>> = vectors.into_iter().collect();
    whole.ok_or_else(|| never("it gave one text two vectors and another none"))
}

/// The vectors of an answer, in every shape that servers give it.
fn read(text: &str) -> Result<Vec<Embedded>, EmbeddingRefusal> {
    let bare = text.trim_start().starts_with('[');
    let listed = |text: &str| {
        let named = serde_json::from_str::<Vec<Embedded>>(text);
        named.or_else(|error| match serde_json::from_str::<Vec<Numbers>>(text) {
            Ok(found) => Ok(found.into_iter().map(Embedded::bare).collect()),
            Err(_) => Err(error),
        })
    };
    let found = if bare {
        listed(text).map(|found| Some(found).filter(|found| !found.is_empty()))
    } else {
        serde_json::from_str::<Answer>(text)
            .map(|answer| answer.data.or_else(|| Some(answer.embeddings?.into_iter().map(Embedded::bare).collect())))
    };
    match found {
        Ok(Some(found)) => Ok(found),
        other => Err(EmbeddingRefusal::within(text).unwrap_or_else(|| {
            let error = other.err().map_or_else(|| "it holds no vectors".to_owned(), |error| error.to_string());
            EmbeddingRefusal::Never(format!(
                "its answer is malformed ({error}); is `embed.url` the address of such a server?"
            ))
        })),
    }
}

/// The text of each vector: as they are numbered, from 0 or from 1, or in their order without numbers
/// or where all have one number.
fn places(found: &[Embedded]) -> Option<Vec<usize>> {
    let number = |value: &Value| value.as_f64().or_else(|| value.as_str()?.trim().parse().ok());
    let told: Option<Vec<f64>> = found.iter().map(|one| one.index.as_ref().and_then(number)).collect();
    let in_order = || (0..found.len()).collect();
    let Some(told) = told else { return Some(in_order()) };
    let same = told.len() > 1 && told.iter().all(|one| Some(one) == told.first());
    if same {
        return Some(in_order());
    }
    let from_one = !told.contains(&0.0) && told.contains(&(told.len() as f64));
    let place = |number: f64| {
        let number = if from_one { number - 1.0 } else { number };
        (number >= 0.0 && number < found.len() as f64 && number.fract() == 0.0).then_some(number as usize)
    };
    told.into_iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(text: &str) -> Result<Vec<Option<Vec<f32>>>, String> {
        vectors(text, 2, |found| found).map_err(|refused| match refused {
            EmbeddingRefusal::Never(reason)
            | EmbeddingRefusal::Texts(reason, _)
            | EmbeddingRefusal::Later(reason, _)
            | EmbeddingRefusal::Broken(reason, _) => reason,
        })
    }

    #[test]
    fn vectors_are_read_in_every_shape_and_order() {
        let (a, b) = (Some(vec![1.0, 0.0]), Some(vec![0.0, 2.0]));
        for text in [
            r#"{"data":[{"index":1,"embedding":[0,2]},{"index":0,"embedding":[1,0]}]}"#,
            r#"{"data":[{"index":1.0,"embedding":[0,2]},{"index":"0","embedding":[1,0]}]}"#,
            r#"{"data":[{"index":2,"embedding":[0,2]},{"index":1,"embedding":[1,0]}]}"#,
            r#"{"data":[{"index":7,"embedding":[1,0]},{"index":7,"embedding":[0,2]}]}"#,
            r#"{"data":[{"index":null,"embedding":[1,0]},{"embedding":[0,2]}]}"#,
            r#"{"embeddings":[[1,0],[0,2]]}"#,
            r#"[[1,0],[0,2]]"#,
            r#"[{"embedding":[1,0]},{"embedding":[0,2]}]"#,
        ] {
            assert_eq!(read_as(text), Ok(vec![a.clone(), b.clone()]), "{text}");
        }
        let odd = r#"{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[null,2]}]}"#;
        assert_eq!(read_as(odd), Ok(vec![a, None]), "what came out as no number");
    }

    #[test]
    fn an_error_within_an_answer_is_said_in_its_words() {
        let refused = read_as(r#"{"data":null,"error":{"message":"no such model","code":"404"}}"#).unwrap_err();
        assert!(refused.contains("404") && refused.contains("no such model"), "{refused}");
        let twice = r#"{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}"#;
        assert!(vectors(twice, 2, |_| 1).is_err(), "vectors of two lengths");
        let far = r#"{"data":[{"index":0,"embedding":[1]},{"index":5,"embedding":[1]}]}"#;
        assert!(read_as(far).is_err());
    }
}
