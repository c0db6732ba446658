//! Requests to a model outside of questions, such as the title of a conversation.

use quipu_engine::ports::{Prompt, Speaker, Turn};

use crate::Quipu;
use crate::job::{Outcome, aside};
use crate::settings::Work;

/// The works whose model writes text.
const WRITERS: [Work; 4] = [Work::Answer, Work::Summarise, Work::Judge, Work::Extract];

impl Quipu {
    /// The reply of the cheapest model of the settings to some words, in so many tokens at most; none without a model.
    /// Nothing is searched for it.
    ///
    /// # Errors
    /// When the model cannot be asked, or fails.
    pub fn said_cheaply(&self, words: &str, room: u32) -> Outcome<Option<String>> {
        let (quipu, words) = (self.clone(), words.to_owned());
        aside(move || async move {
            let price = |work: &Work| Some((quipu.settings().llm(*work)?.manners.price.output, *work));
            let cheapest = WRITERS.iter().filter_map(price).min_by(|(one, _), (other, _)| one.total_cmp(other));
            let Some((_, work)) = cheapest else { return Ok(None) };
            let llms = quipu.llms(None)?;
            let Some(llm) = llms.of(work)? else { return Ok(None) };
            let prompt = Prompt { turns: vec![Turn::new(Speaker::User, words)], room, ..Prompt::default() };
            let said = llm.ask(&prompt, |text| Ok(text.to_owned())).await;
            llms.finish()?;
            Ok(Some(said?))
        })
    }
}
