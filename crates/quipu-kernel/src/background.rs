//! Cosines above that of texts that have nothing in common.

/// The part of a cosine above `background`, scaled so that 1 stays 1. The background is the typical cosine of unrelated
/// texts. A background outside of 0 to 1 changes nothing.
pub fn above(cosine: f32, background: f32) -> f32 {
    if background > 0.0 && background < 1.0 { (cosine - background) / (1.0 - background) } else { cosine }
}

/// The cosine that is so much above `background`.
pub fn beside(above: f32, background: f32) -> f32 {
    if background > 0.0 && background < 1.0 { background + above * (1.0 - background) } else { above }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_above_a_background_and_back() {
        assert_eq!([1.0, 0.875, 0.75].map(|cosine| above(cosine, 0.75)), [1.0, 0.5, 0.0]);
        assert_eq!([1.0, 0.5, 0.0].map(|share| beside(share, 0.75)), [1.0, 0.875, 0.75]);
        for none in [0.0, -1.0, 1.0, f32::NAN] {
            assert_eq!([above(0.3, none), beside(0.3, none)], [0.3; 2]);
        }
    }
}
