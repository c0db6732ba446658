//! Doors: protocols of other products that programs already speak (OpenAI's, Dify's, the Model Context Protocol),
//! each in its own shapes. A door makes no decisions: it reads requests, calls the library like the routes of
//! `/api/v1`, and writes replies and errors in the form that its clients read.

pub(crate) mod dify;
pub(crate) mod mcp;
pub(crate) mod openai;

use axum::http::{HeaderMap, HeaderName, header};
use axum::response::Response;

use crate::gate::Told;
use crate::problem::HttpProblem;

/// The protocol of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Door {
    /// Our own.
    Own,
    /// OpenAI's.
    OpenAi,
    /// Dify's external knowledge.
    Dify {
        /// True if the request names a token as it should.
        bearer: bool,
    },
}

/// Headers of a problem that hold in every protocol.
const KEPT: [HeaderName; 3] = [header::ALLOW, header::RETRY_AFTER, header::WWW_AUTHENTICATE];

impl Door {
    /// The door of a request.
    fn of(path: &str, headers: &HeaderMap) -> Self {
        match path {
            "/v1" => Self::OpenAi,
            path if path.starts_with("/v1/") => Self::OpenAi,
            "/retrieval" | "/dify/retrieval" => Self::Dify { bearer: dify::names_token(headers) },
            _ => Self::Own,
        }
    }

    /// A reply in the form of the door: a problem takes the shape of its protocol, from any source; all else stays as
    /// it is.
    fn told(self, response: Response) -> Response {
        let Some(problem) = response.extensions().get::<HttpProblem>() else { return response };
        let mut told = match self {
            Self::Own => return response,
            Self::OpenAi => openai::failure(problem),
            Self::Dify { bearer } => dify::failure(problem, bearer),
        };
        for name in KEPT {
            if let Some(value) = response.headers().get(&name) {
                told.headers_mut().insert(name, value.clone());
            }
        }
        told
    }
}

/// How the clients of a request's door read its reply.
pub(crate) fn told(path: &str, headers: &HeaderMap) -> Told {
    let door = Door::of(path, headers);
    Box::new(move |response| door.told(response))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_the_door_of_its_protocol() {
        for (path, door) in [
            ("/v1/models", Door::OpenAi),
            ("/v1", Door::OpenAi),
            ("/v10", Door::Own),
            ("/retrieval", Door::Dify { bearer: false }),
            ("/dify/retrieval", Door::Dify { bearer: false }),
            ("/api/v1/me", Door::Own),
        ] {
            assert_eq!(Door::of(path, &HeaderMap::new()), door, "{path}");
        }
    }
}
