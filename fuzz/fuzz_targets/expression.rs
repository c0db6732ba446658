//! Any text is a filter expression or an error that says where it is wrong; both forms are read as they were written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quipu_kernel::view::Expression;

fuzz_target!(|data: &str| {
    let read = match serde_json::from_str(data) {
        Ok(json) => Expression::from_json(&json),
        Err(_) => data.parse(),
    };
    match read {
        Ok(expression) => {
            assert_eq!(expression.to_string().parse::<Expression>(), Ok(expression.clone()), "its text is another");
            assert_eq!(Expression::from_json(&expression.to_json()), Ok(expression.clone()), "its JSON is another");
            let fields = data.split_whitespace().map(|word| ("a".to_owned(), word.to_owned())).collect::<Vec<_>>();
            assert_ne!(expression.admits(&fields), expression.negated().admits(&fields), "a negation is none");
        }
        Err(error) => assert!(!error.place.is_empty() && !error.reason.is_empty()),
    }
});
