//! The one file that names concrete adapters: settings in, ports out.
