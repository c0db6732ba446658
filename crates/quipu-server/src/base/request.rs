//! The context of the current request, available everywhere: its id, and its language.

use std::sync::Arc;

use axum::http::HeaderMap;
use quipu::ask::Note;
use quipu::settings::Setting;
use quipu::tools::without_commands;

/// A language of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ProblemLanguage {
    /// English.
    #[default]
    En,
    /// Russian.
    Ru,
}

/// Texts for people, in the languages of requests.
pub trait Localizer: Send + Sync {
    /// An error.
    fn error(&self, error: &quipu::Error, language: ProblemLanguage) -> String;
    /// A note of an answer.
    fn note(&self, note: &Note, language: ProblemLanguage) -> String;
    /// A sentence that is kept in English, as why a file was skipped.
    fn sentence(&self, english: &str, language: ProblemLanguage) -> String;
    /// The description of a setting.
    fn setting(&self, setting: &Setting, language: ProblemLanguage) -> String;
    /// The description of a strategy, by its name.
    fn way(&self, name: &str, english: &str, language: ProblemLanguage) -> String;
}

/// The current request.
#[derive(Clone)]
pub(crate) struct RequestContext {
    /// Its id, as logs have it.
    pub(crate) id: Arc<str>,
    /// The language that its sender reads.
    pub(crate) language: ProblemLanguage,
    /// The source of its texts.
    pub(crate) localizer: Arc<dyn Localizer>,
}

tokio::task_local! {
    /// The request that this task serves.
    pub(crate) static REQUEST: RequestContext;
}

/// The id of the request that is being served.
pub(crate) fn id() -> Option<Arc<str>> {
    REQUEST.try_with(|request| request.id.clone()).ok()
}

/// A text in the language of the current request; missing outside of requests.
fn said(say: impl FnOnce(&dyn Localizer, ProblemLanguage) -> String) -> Option<String> {
    REQUEST.try_with(|request| say(&*request.localizer, request.language)).ok()
}

/// An error in the language of the request that is being served.
pub(crate) fn told(error: &quipu::Error) -> String {
    said(|localizer, language| localizer.error(error, language)).unwrap_or_else(|| error.to_string())
}

/// An error in the words of tools, in the language of the request that is being served.
pub(crate) fn told_to_tools(error: &quipu::Error) -> String {
    match spoken() {
        ProblemLanguage::En => error.for_tools(),
        ProblemLanguage::Ru => without_commands(&told(error)),
    }
}

/// The notes of an answer in the language of the request that is being served.
pub(crate) fn noted(notes: &[Note]) -> Vec<String> {
    let one =
        |note: &Note| said(|localizer, language| localizer.note(note, language)).unwrap_or_else(|| note.to_string());
    notes.iter().map(one).collect()
}

/// A sentence that is kept in English, in the language of the request that is being served.
pub(crate) fn heard(english: String) -> String {
    match spoken() {
        ProblemLanguage::En => english,
        ProblemLanguage::Ru => said(|localizer, language| localizer.sentence(&english, language)).unwrap_or(english),
    }
}

/// The description of a setting, in the language of the current request.
pub(crate) fn about_setting(setting: &Setting) -> String {
    said(|localizer, language| localizer.setting(setting, language)).unwrap_or_else(|| setting.about.clone())
}

/// The description of a strategy, in the language of the current request.
pub(crate) fn about_way(name: &str, english: &str) -> String {
    said(|localizer, language| localizer.way(name, english, language)).unwrap_or_else(|| english.to_owned())
}

/// The language of the request that is being served.
pub(crate) fn spoken() -> ProblemLanguage {
    REQUEST.try_with(|request| request.language).unwrap_or_default()
}

/// The current request, for work that goes on when its reply has begun.
pub(crate) fn current() -> Option<RequestContext> {
    REQUEST.try_with(Clone::clone).ok()
}

/// Does something as a part of a request.
pub(crate) fn within<T>(request: Option<RequestContext>, work: impl FnOnce() -> T) -> T {
    match request {
        Some(request) => REQUEST.sync_scope(request, work),
        None => work(),
    }
}

/// A work as a part of the current request, on any task.
pub(crate) fn going_on<T>(work: impl Future<Output = T> + Send) -> impl Future<Output = T> + Send {
    let request = current();
    async move {
        match request {
            Some(request) => REQUEST.scope(request, work).await,
            None => work.await,
        }
    }
}

/// The language that `Accept-ProblemLanguage` prefers of those that are spoken; the one named first where weights are equal.
pub(crate) fn language(headers: &HeaderMap) -> ProblemLanguage {
    let accepted = headers.get("accept-language").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let weighed = accepted.split(',').filter_map(|part| {
        let (tag, weight) = part.split_once(';').unwrap_or((part, "q=1"));
        let weight: f32 = weight.trim().strip_prefix("q=")?.parse().ok()?;
        match tag.trim().split('-').next()?.to_ascii_lowercase().as_str() {
            "ru" => Some((ProblemLanguage::Ru, weight)),
            "en" => Some((ProblemLanguage::En, weight)),
            _ => None,
        }
    });
    let best = weighed.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map_or(ProblemLanguage::En, |(language, _)| language)
}

/// The id of a request: the one that its sender gave, if that is plain, else a new one.
pub(crate) fn id_of(headers: &HeaderMap) -> Arc<str> {
    let given = headers.get("x-request-id").and_then(|value| value.to_str().ok());
    let plain = |id: &&str| {
        (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
    };
    given.filter(plain).map_or_else(|| crate::new_id::new_id().into(), Arc::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_that_weighs_most_is_spoken() {
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("accept-language", text.parse().unwrap());
            language(&headers)
        };
        assert_eq!(of("ru"), ProblemLanguage::Ru);
        assert_eq!(of("de, ru-RU;q=0.8, en;q=0.7"), ProblemLanguage::Ru);
        assert_eq!(of("en, ru"), ProblemLanguage::En);
        assert_eq!(of("ru;q=x, *"), ProblemLanguage::En);
    }

    #[test]
    fn an_id_that_is_not_plain_is_not_taken() {
        let of = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-request-id", text.parse().unwrap());
            id_of(&headers)
        };
        assert_eq!(&*of("a-1.B_2"), "a-1.B_2");
        assert_ne!(&*of("a b"), "a b");
        assert_ne!(&*of(&"x".repeat(65)), "x".repeat(65));
    }
}
