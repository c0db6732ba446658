//! English wordings of sentences that answer: lists of `answer/cues.rs`.

/// Words of defaults.
pub(crate) const DEFAULT: &str = "default defaults defaulted initially otherwise unset unspecified omitted absent assumed automatically \
    implicit implicitly";

/// Words of bounds.
pub(crate) const LIMIT: &str = "maximum max minimum min most least limit limits limited up exceed exceeds exceeding exceeded within above \
    below over under only longer shorter greater fewer more less least cannot";

/// Words of reasons.
pub(crate) const WHY: &str = "because since so therefore due reason reasons cause caused causes avoid avoids ensures ensure prevent \
    prevents otherwise allows allow helps order motivated thus hence means goal purpose";

/// Words by which something is or is not so.
pub(crate) const WHETHER: &str = "not no never cannot can only must may yes always unless except supports supported support allowed required \
    optional without still";

/// Words at which a definition's term ends.
pub(crate) const COPULAS: &str =
    "is are was were means refers denotes describes represents provides lets allows specifies defines stands";

/// Words by which a document names itself or a part of itself.
pub(crate) const OF_DOCUMENTS: &str = "document documentation guide page section chapter article book handbook manual tutorial paper report \
    repository project package library folder directory file module specification proposal policy note post list course collection";

/// Verbs of sentences in which a document speaks of itself.
pub(crate) const DOCUMENTS_DO: &str = "is are describes explains covers provides contains introduces shows lists defines documents presents \
    gives collects outlines discusses summarises summarizes details specifies holds aims proposes suggests establishes sets";

/// Words with which a condition opens a sentence.
pub(crate) const OPENS_CONDITION: &str = "if when while unless although but and or so also however note see";

/// Words with which a sentence points back to the one before it, beside pronouns.
pub(crate) const POINTS_BACK: &str = "this these that those such here there";

/// Such words later in a sentence: `the default of this parameter`.
pub(crate) const POINTS_BACK_LATER: &str = "this these such";

/// Words by which a question asks who may do something.
pub(crate) const MAY: &str = "can may allowed permitted entitled authorised authorized";

/// Words of sentences that say who may do something.
pub(crate) const PERMITS: &str = "only can may must allowed permitted entitled authorised authorized";
