//! Russian wordings of sentences that answer: lists of `answer/cues.rs`.

/// Words of defaults.
pub(crate) const DEFAULT: &str = "умолчанию изначально иначе опущен отсутствует отсутствии автоматически неявно";

/// Words of bounds.
pub(crate) const LIMIT: &str = "максимум минимум максимально максимальный максимальная максимальное максимального минимальный минимальная \
    минимальное более менее больше меньше превышать превышает превышающих ограничено ограничен ограничена лимит \
    предел только до один одна одно";

/// Words of reasons.
pub(crate) const WHY: &str = "потому поскольку так чтобы из поэтому благодаря причина причине ввиду вследствие иначе позволяет помогает \
    ради цель итак значит";

/// Words by which something is or is not so.
pub(crate) const WHETHER: &str = "не нет никогда нельзя можно только должен должна должны может всегда кроме да поддерживает поддерживается \
    обязательно необязательно запрещено разрешено";

/// Words at which a definition's term ends.
pub(crate) const COPULAS: &str = "это является являются называется называют означает представляет служит позволяет обозначает определяет \
    отвечает есть";

/// Words by which a document names itself or a part of itself.
pub(crate) const OF_DOCUMENTS: &str = "документ документа документе документация документации руководство руководстве страница странице раздел \
    разделе глава главе статья статье книга книге отчет отчете проект проекте модуль модуле папка папке файл файле инструкция \
    инструкции заметка заметке список списке положение стандарт стандарте";

/// Verbs of sentences in which a document speaks of itself.
pub(crate) const DOCUMENTS_DO: &str = "описывает объясняет содержит рассказывает показывает определяет устанавливает представляет перечисляет \
    является посвящен посвящена посвящено собирает дает излагает охватывает";

/// Words with which a condition opens a sentence.
pub(crate) const OPENS_CONDITION: &str = "если когда пока хотя но и или так также однако см смотрите";

/// Words with which a sentence points back to the one before it, beside pronouns.
pub(crate) const POINTS_BACK: &str = "это эти этот эта такой такая такие такое там здесь";

/// Such words later in a sentence: `the default of this parameter`.
pub(crate) const POINTS_BACK_LATER: &str = "эта эти этот этого этой этому этих такой такая таких";

/// Words by which a question asks who may do something.
pub(crate) const MAY: &str = "может могут вправе разрешено можно имеет";

/// Words of sentences that say who may do something.
pub(crate) const PERMITS: &str = "только может могут вправе разрешено имеет имеют";
