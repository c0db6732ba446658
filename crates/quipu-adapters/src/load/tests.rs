//! Laws of loading.
