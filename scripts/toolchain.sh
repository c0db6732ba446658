# Finds a Rust toolchain that is new enough and a C compiler, or installs them where it may, or says
# what to install. Sourced by ./check and ./demo, from the repository's root; sets CARGO.
#
# Order: an installed cargo; a recent package of the system; rustup; else a message and exit 1.

rust_needed=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)

# new_enough CARGO: whether it runs and is at least as new as Cargo.toml says.
new_enough() {
    found=$("$1" --version 2>/dev/null | sed -n 's/^cargo \([0-9]*\.[0-9]*\).*/\1/p')
    [ -n "$found" ] || return 1
    [ "$(printf '%s\n%s\n' "$rust_needed" "$found" | sort -V | head -n 1)" = "$rust_needed" ]
}

# as_root COMMAND...: runs it as root, if that is possible without asking anybody.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then sudo -n "$@"
    else return 1
    fi
}

apt_updated=no
one_at_a_time=$(pwd)/scripts/toolchain.sh
# packages NAME...: installs packages of the system, or fails.
packages() {
    command -v apt-get >/dev/null || return 1
    # One at a time: ./check runs steps beside each other, and apt-get gives up where another has its lock.
    {
        ! command -v flock >/dev/null || flock 9
        if [ "$apt_updated" = no ]; then
            as_root apt-get update -qq >&2 || return 1
            apt_updated=yes
        fi
        as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >&2
    } 9<"$one_at_a_time"
}

# cargo_of_the_system: installs the newest packaged Rust if it is new enough, and prints its cargo.
cargo_of_the_system() {
    command -v apt-get >/dev/null || return 1
    [ "$apt_updated" = yes ] || { as_root apt-get update -qq >&2 && apt_updated=yes; } || return 1
    for package in $(apt-cache search --names-only '^cargo(-[0-9.]+)?$' | cut -d' ' -f1 | sort -rV) cargo; do
        version=$(apt-cache policy "$package" | sed -n 's/^ *Candidate: *\([0-9]*:\)\?\([0-9]*\.[0-9]*\).*/\2/p')
        [ -n "$version" ] || continue
        [ "$(printf '%s\n%s\n' "$rust_needed" "$version" | sort -V | head -n 1)" = "$rust_needed" ] || continue
        suffix=${package#cargo}
        packages "$package" "rustc$suffix" || return 1
        # Clippy and rustfmt come apart; ./check skips what is missing and says so.
        packages "rust$suffix-clippy" "rustfmt$suffix" 2>/dev/null || packages "rust-clippy" "rustfmt" 2>/dev/null || true
        for cargo in "/usr/lib/rust$suffix/bin/cargo" "/usr/bin/$package" /usr/bin/cargo; do
            new_enough "$cargo" && { echo "$cargo"; return 0; }
        done
    done
    return 1
}

# fetched FILE URL: whether it could be fetched.
fetched() { curl --proto '=https' --tlsv1.2 -sSfL -o "$1" "$2"; }

# cargo_of_rustup: a toolchain in the user's home, through rustup, and prints its cargo.
cargo_of_rustup() {
    if ! command -v rustup >/dev/null && [ ! -x "$HOME/.cargo/bin/rustup" ]; then
        command -v curl >/dev/null || packages curl ca-certificates || return 1
        script=$(mktemp)
        # The second is where the first one's script lies.
        fetched "$script" https://sh.rustup.rs || fetched "$script" https://static.rust-lang.org/rustup/rustup-init.sh || return 1
        sh "$script" -y --no-modify-path --profile minimal --component clippy,rustfmt >&2 || return 1
        rm -f "$script"
    else
        PATH="$PATH:$HOME/.cargo/bin" rustup toolchain install stable --profile minimal -c clippy -c rustfmt >&2 || return 1
        PATH="$PATH:$HOME/.cargo/bin" rustup which --toolchain stable cargo
        return
    fi
    echo "$HOME/.cargo/bin/cargo"
}

find_cargo() {
    for cargo in cargo "$HOME/.cargo/bin/cargo"; do
        new_enough "$cargo" && { command -v "$cargo"; return 0; }
    done
    echo "no cargo of Rust $rust_needed or newer is installed; looking for one" >&2
    for source in cargo_of_the_system cargo_of_rustup; do
        cargo=$($source) && new_enough "$cargo" && { echo "$cargo"; return 0; }
    done
    return 1
}

# LMDB and jemalloc are C: building them takes a C compiler, the headers of the C library, and make.
compiles_c() {
    command -v make >/dev/null || return 1
    echo '#include <stdio.h>
int main(void) { return 0; }' | "${CC:-cc}" -x c - -o /dev/null 2>/dev/null
}

if ! compiles_c && ! { packages build-essential && compiles_c; }; then
    echo "A C compiler and make are needed. Install them, then run this again:" >&2
    echo "    apt-get install build-essential        (as root; on other systems: gcc or clang, and make)" >&2
    exit 1
fi
if ! CARGO=$(find_cargo); then
    echo "Rust $rust_needed or newer is needed. Install it, then run this again:" >&2
    echo "    curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y" >&2
    exit 1
fi
# rustc and the cargo-* tools lie beside it.
PATH="$(dirname "$CARGO"):$PATH"
export PATH CARGO
