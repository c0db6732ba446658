# The binary on the smallest Debian that runs it, under a user without rights.
FROM rust:1-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends make gcc libc6-dev git && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
ARG BUILT_FROM=""
RUN cargo build --release --locked -p quipu-cli && strip target/release/quipu && mkdir /empty

FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /src/target/release/quipu /usr/local/bin/quipu
# The workspace: mount a volume here, and documents anywhere. A volume takes over whose folder it is.
COPY --from=build --chown=nonroot:nonroot /empty /data
WORKDIR /data
VOLUME /data
ENTRYPOINT ["/usr/local/bin/quipu"]
CMD ["--help"]
