//! Signs of a kind of contribution.

/// The meaning of a cue phrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The authors speak of their own work.
    Own,
    /// Other people's work, or that of the field.
    Others,
    /// Future work.
    Future,
    /// The structure of the paper, thanks, the place of the code.
    Outline,
    /// The sentence leans on the one before it.
    Lean,
    /// A reference to a problem that another sentence states.
    Back,
    /// Something is wrong, unknown or missing.
    Lacks,
    /// Something may be wrong; a question of the paper.
    Asks,
    /// Something is proposed.
    Proposes,
    /// A description of the name before it, or of its contribution.
    Brings,
    /// A description of the way in which something works.
    Works,
    /// The proposed or presented thing is no method.
    Shows,
    /// Something is tried on something.
    TriedOn,
    /// Something was learned or made from something.
    MadeFrom,
    /// Data.
    DataNoun,
    /// A unit in which data are counted.
    DataUnit,
    /// Something is measured by something.
    MeasuredBy,
    /// The respect in which something is compared.
    InTermsOf,
    /// A measure with a name.
    MeasureNamed,
    /// Something succeeds.
    Achieves,
    /// Something was found out.
    Finds,
    /// Two things are compared.
    Compares,
}

impl Sign {
    /// The number of signs.
    pub(crate) const COUNT: usize = Self::Compares as usize + 1;
}
