//! Options that are one of a few names.

/// Gives an enumeration the list of its values and the names users choose them by.
macro_rules! named {
    ($of:ident { $($value:ident: $name:literal),+ }) => {
        impl $of {
            /// All there are.
            pub const ALL: &[Self] = &[$(Self::$value),+];

            /// The name users choose it by.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$value => $name),+
                }
            }

            /// The one of a name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name() == name)
            }
        }
    };
}
