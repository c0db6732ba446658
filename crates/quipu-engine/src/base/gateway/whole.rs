//! Complete replies: reasoning is removed, an empty reply is requested again, one that was cut off gets more
//! room, and one ended by a filter is an error. Calls of tools in the text become calls.
//!
//! A listener receives no reasoning either. Reasoning takes room as well, so that a model that thinks may have
//! none left for its reply; twice the room each time, up to the room in the context. A reply that is cut off
//! even then is an error: the caller can ask for less. The tokens of a reply are those of the call that
//! gave it; all calls are in the ledger. A card's limit of replies holds for every try.

use std::borrow::Cow;
use std::sync::Arc;

use super::spoken::{Gate, Spoken, spoken};
use super::{reasoning, tokens};
use crate::base::ports::{Boxed, Ending, Heard, Llm, LlmCard, LlmError, Prompt, Reply, Usage};

/// Number of tries before a reply counts as empty or cut.
const TRIES: u32 = 3;

/// A model whose replies are complete.
pub struct Whole {
    llm: Arc<dyn Llm>,
}

impl Whole {
    /// Whole replies of `llm`.
    pub fn new(llm: Arc<dyn Llm>) -> Self {
        Self { llm }
    }

    /// The room that a prompt asks for, or that in the context: a lower bound where that is a fourth of
    /// the context at least, so that tokens are counted only where there may be too few.
    fn room(&self, prompt: &Prompt) -> u32 {
        let wanted = self.bounded(prompt.room);
        // No token is shorter than a byte: mostly this bound is sufficient.
        if self.beside(tokens::bytes(prompt)) >= wanted {
            return wanted;
        }
        let left = self.beside(tokens::at_most(prompt));
        if left >= wanted.div_ceil(4) && left > 0 { wanted.min(left) } else { wanted.min(self.most(prompt)) }
    }

    /// Tokens that the context leaves for a reply. Where the server has counted most of the prompt, nothing is
    /// counted here.
    fn most(&self, prompt: &Prompt) -> u32 {
        self.beside(if prompt.counted.is_some() { tokens::at_most(prompt) } else { tokens::of_prompt(prompt) })
    }

    /// One reply without its reasoning, with the calls in its text, and true if it was cut off.
    async fn once(&self, prompt: &Prompt, mut heard: Option<Heard<'_>>) -> Result<(Reply, bool), LlmError> {
        let (mut strainer, mut gate) = (reasoning::Strainer::default(), Gate::new(&prompt.tools));
        let mut strained = heard.as_deref_mut().map(|heard| {
            let (strainer, gate) = (&mut strainer, &mut gate);
            move |piece: &str| tell(heard, &gate.take(&strainer.take(piece)))
        });
        let listener = strained.as_mut().map(|strained| strained as Heard<'_>);
        let mut reply = self.llm.reply(prompt, listener).await?;
        let (text, endless) = reasoning::without(&reply.text);
        let mut last = gate.take(&strainer.rest(&text));
        let cut = endless || reply.ending == Ending::Length;
        let said = if cut || !reply.calls.is_empty() { None } else { spoken(&text, &prompt.tools, prompt.turns.len()) };
        let text = (text.len() < reply.text.len()).then(|| text.into_owned());
        match said {
            Some(Spoken::Calls(calls)) => {
                reply = Reply { text: String::new(), calls, ending: Ending::Calls, ..reply };
            }
            Some(Spoken::Answer(answer)) => {
                last.clone_from(&answer);
                reply.text = answer;
            }
            None => {
                last.push_str(&gate.rest());
                reply.text = text.unwrap_or(reply.text);
            }
        }
        if let Some(heard) = heard {
            tell(heard, &last);
        }
        Ok((reply, cut))
    }

    /// Tokens that a prompt of `asked` leaves for its reply.
    fn beside(&self, asked: u64) -> u32 {
        self.bounded(self.card().context.saturating_sub(u32::try_from(asked).unwrap_or(u32::MAX)))
    }

    /// `room`, or as long as a reply may be.
    fn bounded(&self, room: u32) -> u32 {
        self.card().longest.map_or(room, |longest| room.min(longest))
    }
}

/// Passes a text to the listener, unless it is empty.
fn tell(heard: Heard<'_>, text: &str) {
    if !text.is_empty() {
        heard(text);
    }
}

impl Llm for Whole {
    fn card(&self) -> &LlmCard {
        self.llm.card()
    }

    fn reply<'a>(&'a self, prompt: &'a Prompt, mut heard: Option<Heard<'a>>) -> Boxed<'a, Result<Reply, LlmError>> {
        Box::pin(async move {
            let model = || self.card().name.clone();
            let room = self.room(prompt);
            if room == 0 && prompt.room > 0 {
                let reason = format!("{} tokens of {}", tokens::of_prompt(prompt), self.card().context);
                return Err(LlmError::TooLong { model: model(), reason });
            }
            let mut prompt =
                if room == prompt.room { Cow::Borrowed(prompt) } else { Cow::Owned(Prompt { room, ..prompt.clone() }) };
            let mut tries = 1;
            loop {
                let (reply, cut) = self.once(&prompt, heard.as_deref_mut().map(|heard| heard as Heard<'_>)).await?;
                if reply.ending == Ending::Filtered {
                    let reason = "it ended the reply before its end".to_owned();
                    return Err(LlmError::Withheld { model: model(), reason, text: reply.text });
                }
                // A reply with calls of tools is not empty.
                let silent = reply.text.is_empty() && reply.calls.is_empty();
                if !cut && !silent {
                    return Ok(reply);
                }
                let most = match reply.usage {
                    _ if !cut => prompt.room,
                    // The server has counted the prompt itself.
                    Usage { input, told: true, .. } => self.beside(input),
                    _ => self.most(&prompt),
                };
                if tries == TRIES || heard.is_some() || (cut && prompt.room >= most) {
                    let room = prompt.room;
                    return Err(if cut {
                        LlmError::Cut { model: model(), room, times: tries, text: reply.text }
                    } else {
                        LlmError::Empty { model: model(), times: tries }
                    });
                }
                tries += 1;
                if cut {
                    let room = prompt.room.saturating_mul(2).min(most);
                    prompt.to_mut().room = room;
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::toys::{Scripted, calling, said};
    use super::*;
    use crate::base::ports::Tool;

    fn whole(script: Vec<Reply>) -> (Whole, Arc<Scripted>) {
        let llm = Arc::new(Scripted::new(script.into_iter().map(Ok).collect()));
        (Whole::new(llm.clone()), llm)
    }

    fn cut(text: &str) -> Reply {
        Reply { ending: Ending::Length, ..said(text) }
    }

    fn prompt() -> Prompt {
        Prompt::new("Be brief.", "Who?", 100)
    }

    #[tokio::test]
    async fn a_reply_that_was_cut_gets_more_room() {
        let (llm, script) = whole(vec![cut("Ye"), said("<think>so</think>Yes.")]);
        let reply = llm.reply(&prompt(), None).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.usage), ("Yes.", Usage { input: 10, output: 10, told: true }));
        let rooms: Vec<u32> = script.prompts().iter().map(|prompt| prompt.room).collect();
        assert_eq!(rooms, [100, 200]);
    }

    #[tokio::test]
    async fn no_reply_is_longer_than_the_card_allows() {
        let script = Arc::new(Scripted::new(vec![Ok(cut("Ye"))]).bounded(150));
        let refused = Whole::new(script.clone()).reply(&prompt(), None).await.unwrap_err();
        assert!(matches!(refused, LlmError::Cut { room: 150, times: 2, .. }), "{refused}");
        let rooms: Vec<u32> = script.prompts().iter().map(|prompt| prompt.room).collect();
        assert_eq!(rooms, [100, 150]);
        let script = Arc::new(Scripted::new(vec![Ok(cut("Ye"))]).bounded(40));
        let refused = Whole::new(script.clone()).reply(&prompt(), None).await.unwrap_err();
        assert!(matches!(refused, LlmError::Cut { room: 40, times: 1, .. }), "{refused}");
    }

    #[tokio::test]
    async fn a_reply_of_calls_alone_is_whole() {
        let offered = prompt().with_tools(vec![Tool::new("look", "Looks.", json!({ "type": "object" }))]);
        let (llm, script) = whole(vec![calling(&[("look", json!({}))])]);
        assert_eq!(llm.reply(&offered, None).await.unwrap().calls.len(), 1);
        assert_eq!(script.asked(), 1);
        let written = r#"<think>So I look.</think>{"tool": "look", "arguments": {"at": "it"}}"#;
        let (llm, _) = whole(vec![said(written)]);
        let reply = llm.reply(&offered, None).await.unwrap();
        assert_eq!((reply.text.as_str(), reply.ending), ("", Ending::Calls));
        assert_eq!((reply.calls[0].id.as_str(), &reply.calls[0].arguments), ("call_2_0", &json!({ "at": "it" })));
        let (llm, _) = whole(vec![said(written)]);
        assert!(llm.reply(&prompt(), None).await.unwrap().calls.is_empty(), "nothing was offered");
    }

    #[tokio::test]
    async fn whoever_listens_hears_answers_and_no_calls() {
        let offered = prompt().with_tools(vec![Tool::new("look", "Looks.", json!({ "type": "object" }))]);
        for (written, told) in [
            (r#"{"tool": "look", "arguments": {}}"#, ""),
            (r#"{"answer": "Ada."}"#, "Ada."),
            (r#"{"names": []}"#, r#"{"names": []}"#),
            ("Ada. {\"tool\": \"look\"}", "Ada. {\"tool\": \"look\"}"),
        ] {
            let (llm, _) = whole(vec![said(written)]);
            let mut heard = String::new();
            llm.reply(&offered, Some(&mut |piece: &str| heard.push_str(piece))).await.unwrap();
            assert_eq!(heard, told);
        }
    }

    #[tokio::test]
    async fn calls_that_were_cut_are_asked_for_again() {
        let offered = prompt().with_tools(vec![Tool::new("look", "Looks.", json!({ "type": "object" }))]);
        let half = Reply { ending: Ending::Length, ..calling(&[("look", json!("{\"at"))]) };
        let (llm, script) = whole(vec![half, calling(&[("look", json!({ "at": "it" }))])]);
        assert_eq!(llm.reply(&offered, None).await.unwrap().calls[0].arguments, json!({ "at": "it" }));
        assert_eq!(script.prompts()[1].room, 200);
    }

    #[tokio::test]
    async fn whoever_listens_hears_no_reasoning() {
        let (llm, _) = whole(vec![said("<think>so</think>Yes.")]);
        let mut heard = String::new();
        let reply = llm.reply(&prompt(), Some(&mut |piece: &str| heard.push_str(piece))).await.unwrap();
        assert_eq!((reply.text.as_str(), heard.as_str()), ("Yes.", "Yes."));
    }

    #[tokio::test]
    async fn what_is_always_cut_or_empty_is_an_error() {
        let (llm, script) = whole(vec![cut("Ye")]);
        assert_eq!(
            llm.reply(&prompt(), None).await,
            Err(LlmError::Cut { model: "toy".to_owned(), room: 400, times: 3, text: "Ye".to_owned() })
        );
        assert_eq!(script.asked(), 3);
        for text in ["", " \n", "<think>only</think>"] {
            let (llm, _) = whole(vec![said(text)]);
            assert_eq!(llm.reply(&prompt(), None).await, Err(LlmError::Empty { model: "toy".to_owned(), times: 3 }));
        }
    }

    #[tokio::test]
    async fn what_a_filter_ended_is_no_reply_and_is_not_asked_for_again() {
        let (llm, script) = whole(vec![Reply { ending: Ending::Filtered, ..said("Half of it") }]);
        let done = llm.reply(&prompt(), None).await;
        assert!(matches!(&done, Err(LlmError::Withheld { text, .. }) if text == "Half of it"), "{done:?}");
        assert_eq!(script.asked(), 1);
    }

    #[tokio::test]
    async fn room_ends_where_the_context_does() {
        let long = Prompt::new("", "word ".repeat(7_900), 5_000);
        let (llm, script) = whole(vec![Reply { usage: Usage::default(), ..cut("Ye") }]);
        let refused = llm.reply(&long, None).await.unwrap_err();
        assert!(matches!(refused, LlmError::Cut { room, .. } if room < 100), "{refused}");
        assert_eq!(script.asked(), 1, "there is no more room to give");
        let told = Usage { input: 7_900, output: 90, told: true };
        let (llm, script) = whole(vec![Reply { usage: told, ..cut("Ye") }]);
        let refused = llm.reply(&prompt(), None).await.unwrap_err();
        assert!(matches!(refused, LlmError::Cut { room: 100, .. }), "the server counts otherwise: {refused}");
        assert_eq!(script.asked(), 1);
        let (llm, script) = whole(vec![said("Yes.")]);
        let refused = llm.reply(&Prompt::new("", "word ".repeat(9_000), 10), None).await.unwrap_err();
        assert!(matches!(refused, LlmError::TooLong { .. }), "{refused}");
        assert_eq!(script.asked(), 0);
    }
}
