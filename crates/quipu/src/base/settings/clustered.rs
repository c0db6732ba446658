//! The options of communities, by the settings.

use quipu_engine::base::ClusterOptions;
use quipu_kernel::communities::{ClusterRules, PairRules, Resolution, TreeRules};

use super::Settings;

impl Settings {
    /// The options of communities.
    pub fn clustering(&self) -> ClusterOptions {
        let pairs = PairRules {
            least_chunks: self.communities_least_chunks as u32,
            least_together: self.communities_least_together as u32,
            npmi: self.communities_npmi,
            best: self.communities_best,
            hub: self.communities_hub,
        };
        let tree =
            TreeRules { resolution: Resolution::new(self.communities_resolution), largest: self.communities_largest };
        let rules = ClusterRules { pairs, tree, seed: self.communities_seed as u64 };
        ClusterOptions { rules }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_holds_without_settings_is_what_the_rules_say() {
        assert_eq!(Settings::default().clustering(), ClusterOptions::default());
    }
}
