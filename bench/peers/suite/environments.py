"""A virtual environment for each peer, with pinned versions from PyPI, and the files that their tokenizer wants."""
import json
import pathlib
import shutil
import subprocess
import sys

# fast-graphrag does not import with later versions of sentencepiece; LightRAG brings no client of its own (`peer_lightrag.py`).
PEERS = {
    "lightrag": ("LightRAG", "lightrag-hku", ["lightrag-hku==1.5.7", "openai==2.54.0"]),
    "nano": ("nano-graphrag", "nano-graphrag", ["nano-graphrag==0.0.8.2"]),
    "fast": ("fast-graphrag", "fast-graphrag", ["fast-graphrag==0.0.5", "sentencepiece<0.2.1"]),
    "msgr": ("Microsoft GraphRAG", "graphrag", ["graphrag==3.3.0"]),
}
PRIMITIVES = ["python-igraph==1.0.0", "faiss-cpu==1.15.1", "langchain-text-splitters==1.1.3", "numpy"]
# tiktoken finds a file by the SHA-1 of the address that it would have fetched it from.
TOKENS = {
    "cl100k_base": "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    "o200k_base": "fb374d419588a4632f3f557e76b4b70aebbca790",
}
INSTALL_LIMIT_S = 1200


def python(cache, name):
    return cache / name / "bin" / "python"


def install(cache, name, packages):
    """Installs unless it is there; gives None, or why it failed."""
    done = cache / name / "installed"
    if done.exists() and done.read_text() == "\n".join(packages):
        return None
    try:
        subprocess.run([sys.executable, "-m", "venv", cache / name], check=True, capture_output=True, timeout=INSTALL_LIMIT_S)
        command = [python(cache, name), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages]
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=INSTALL_LIMIT_S)
    except subprocess.TimeoutExpired:
        return f"did not install within {INSTALL_LIMIT_S} s"
    except subprocess.CalledProcessError as error:
        lines = str(error.stderr or "").strip().splitlines() or ["pip failed"]
        return f"did not install: {lines[-1][:120]}"
    done.write_text("\n".join(packages))
    return None


def tokens(cache):
    """Puts the tokenizer's files where tiktoken looks first: the crate tiktoken-rs holds the same. Without them,
    tiktoken fetches its own."""
    folder = cache / "tiktoken"
    if all((folder / name).exists() for name in TOKENS.values()):
        return folder
    crate = cache / "tokens"
    try:
        # A workspace of its own: `cargo init` would make it a member of the one around it.
        (crate / "src").mkdir(parents=True, exist_ok=True)
        (crate / "src" / "lib.rs").touch()
        (crate / "Cargo.toml").write_text('[package]\nname = "tokens"\nedition = "2024"\n\n[workspace]\n')
        for arguments in (["add", "--quiet", "tiktoken-rs"], ["fetch", "--quiet"]):
            subprocess.run(["cargo", *arguments], cwd=crate, check=True, capture_output=True)
        found = subprocess.run(
            ["cargo", "metadata", "--format-version", "1"], cwd=crate, check=True, capture_output=True, text=True)
        packages = json.loads(found.stdout)["packages"]
        manifest = next(package["manifest_path"] for package in packages if package["name"] == "tiktoken-rs")
        folder.mkdir(exist_ok=True)
        for name, hashed in TOKENS.items():
            shutil.copy(pathlib.Path(manifest).parent / "assets" / f"{name}.tiktoken", folder / hashed)
    except (OSError, StopIteration, subprocess.CalledProcessError) as error:
        print(f"the tokenizer's files are left to tiktoken: {error}", file=sys.stderr)
    return folder


def version(cache, name):
    code = f"import importlib.metadata as m; print(m.version({PEERS[name][1]!r}))"
    if not python(cache, name).exists():
        return ""
    return subprocess.run([python(cache, name), "-c", code], capture_output=True, text=True).stdout.strip()
