//! A strategy of one's own: the chunks that hold most of the names in the question. In the program it would be this
//! file in `strategies/`, a line in their list, and the sentence of `about`; flags, help, settings, pages and laws
//! follow.

use quipu_kernel::own_options;
use quipu_kernel::strategies::{OptionBounds, Options, Parameter, Strategy};
use quipu_kernel::view::{Evidence, Hit, Needs, Question, Reason, View, Why};

own_options! {
    /// Options of the strategy.
    pub(crate) struct NamesOptions of "names" {
        least: usize = 1, OptionBounds::Count(1, 100), "how many names of the question a chunk must hold";
    }
}

/// The way.
pub(crate) struct Names;

impl Strategy for Names {
    fn name(&self) -> &'static str {
        "names"
    }

    fn about(&self) -> &'static str {
        "chunks that hold most of what the question names"
    }

    fn parameters(&self) -> &'static [Parameter] {
        NamesOptions::PARAMETERS
    }

    fn plan(&self, _: &Question, _: &Options) -> Needs {
        Needs { lexical: 0, entities: true, ..Needs::default() }
    }

    fn retrieve(&self, _: &Question, view: &View, options: &Options) -> Evidence {
        let least = NamesOptions::of(options).least;
        let mut hits: Vec<Hit> = Vec::new();
        for (at, chunk) in (0..).zip(&view.chunks) {
            let held = view.mentions.iter().filter(|held| held.chunk == at);
            let named = held.filter(|held| view.named.iter().any(|named| named.entity == held.entity));
            let leaf = named
                .map(|held| &view.entities[held.entity as usize])
                .map(|entity| Why::leaf(Reason::Near { entity: entity.key, name: entity.name.clone() }, 1.0));
            let why = Why::sum("names", leaf.collect());
            if why.parts.len() >= least {
                hits.push(Hit { chunk: chunk.key, document: chunk.document, score: why.value, why });
            }
        }
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.chunk.cmp(&b.chunk)));
        hits.truncate(options.limit);
        Evidence { strategy: "names".to_owned(), hits, counts: view.word_counts(), ..Evidence::default() }
    }
}

fn main() {
    assert_eq!(Names.name(), "names");
}
