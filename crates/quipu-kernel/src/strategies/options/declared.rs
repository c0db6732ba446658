//! The declaration of a strategy's own options.

/// Declares the options of one way beside its code: a struct of their values, read out of
/// [`Options`](crate::strategies::Options) by `of`, and its `PARAMETERS`. A line says name, type, default, bounds and
/// meaning.
///
/// A type is a number, a truth, or anything with [`OptionKind`](crate::option_kind::OptionKind) and `Display`.
#[macro_export]
macro_rules! own_options {
    ($(#[$doc:meta])* $vis:vis struct $name:ident of $way:literal {
        $($field:ident: $kind:ty = $default:expr, $bounds:expr, $about:literal;)*
    }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq)]
        $vis struct $name {
            $(#[doc = $about] $vis $field: $kind,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default),* }
            }
        }

        impl $name {
            /// Each of them, in the order in which help shows them.
            $vis const PARAMETERS: &'static [$crate::strategies::Parameter] = &[$($crate::strategies::Parameter::of(
                $way,
                concat!($way, ".", stringify!($field)),
                $about,
                $bounds,
                |options| Self::of(options).$field.to_string(),
                |options, text, bounds| {
                    let value = <$kind as $crate::option_kind::OptionKind>::read(text, bounds)?;
                    let key = concat!($way, ".", stringify!($field));
                    options.keep(key, value.to_string(), &Self::default().$field.to_string());
                    Ok(())
                },
            )),*];

            /// Their values: as set, else by default.
            $vis fn of(options: &$crate::strategies::Options) -> Self {
                let mut values = Self::default();
                $(if let Some(text) = options.own(concat!($way, ".", stringify!($field))) {
                    // Kept values were read before.
                    if let Ok(value) = <$kind as $crate::option_kind::OptionKind>::read(text, $bounds) {
                        values.$field = value;
                    }
                })*
                values
            }
        }
    };
}
