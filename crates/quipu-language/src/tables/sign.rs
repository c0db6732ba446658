//! Signs of a kind of contribution.

/// What a cue phrase speaks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The authors speak of their own work.
    Own,
    /// Other people's work, or that of the field.
    Others,
    /// What is still to be done.
    Future,
    /// What the paper's parts hold, thanks, where the code is.
    Outline,
    /// The sentence leans on the one before it.
    Lean,
    /// What was wrong is meant, which another sentence tells.
    Back,
    /// Something is wrong, unknown or missing.
    Lacks,
    /// Something may be wrong; what is asked.
    Asks,
    /// Something is proposed.
    Proposes,
    /// What a name before it is, or brings.
    Brings,
    /// How something works.
    Works,
    /// What is proposed or presented is no method.
    Shows,
    /// Something is tried on something.
    TriedOn,
    /// Something was learned or made from something.
    MadeFrom,
    /// Data.
    DataNoun,
    /// What data are counted in.
    DataUnit,
    /// Something is measured by something.
    MeasuredBy,
    /// In which respect something is compared.
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
    /// How many there are.
    pub(crate) const COUNT: usize = Self::Compares as usize + 1;
}
