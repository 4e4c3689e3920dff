"""What lets a browser install the app and keep it: names with digests, the service worker, the manifest, headers."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'"
)
"""As strict as WebAssembly allows."""
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
FOR_EVER = "public, max-age=31536000, immutable"
"""For files whose names say what is in them."""
MANIFEST = {
    "name": "Sandtable",
    "short_name": "Sandtable",
    "description": "Five board games of the desert war, played without a server.",
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#2b2a26",
    "theme_color": "#2b2a26",
    "categories": ["games"],
    "icons": [
        {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
        {"src": "icon-maskable.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
    ],
}
PACKABLE = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest")
PACKED = ".gz"
UNKEPT = ("LICENSES.txt", "sw.js")
"""Files that playing without a network does not need."""


def digest(*contents: bytes) -> str:
    """Twelve letters for what these files hold."""
    total = hashlib.sha256()
    for content in contents:
        total.update(hashlib.sha256(content).digest())
    return total.hexdigest()[:12]


def named(path: Path) -> Path:
    """A file or folder renamed so that its name says what is in it."""
    files = [path] if path.is_file() else sorted(file for file in path.rglob("*") if file.is_file())
    of = digest(*(file.read_bytes() for file in files))
    return path.rename(path.with_name(f"{path.stem}-{of}{path.suffix}"))


def on_the_wire(file: Path) -> int:
    """The bytes that a host sends for a file if it compresses what can be compressed."""
    content = file.read_bytes()
    return min(len(content), len(gzip.compress(content, 6)))


def listed(folder: Path) -> list[str]:
    """The files that a browser keeps."""
    files = sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file())
    return [file for file in files if file not in UNKEPT and not file.endswith(PACKED)]


def pack(folder: Path) -> None:
    """A compressed copy of each file that compresses well, for hosts that serve it (nginx: `gzip_static on`)."""
    for file in [file for file in folder.rglob("*") if file.suffix in PACKABLE]:
        packed = gzip.compress(file.read_bytes(), 9, mtime=0)
        if len(packed) < 0.9 * file.stat().st_size:
            file.with_name(file.name + PACKED).write_bytes(packed)


def write_service_worker(folder: Path, script: Path) -> str:
    """The service worker with the list of files and their version in it; the version."""
    files = listed(folder)
    version = digest(*(name.encode() + (folder / name).read_bytes() for name in files))
    text = script.read_text(encoding="utf-8").replace("%VERSION%", version)
    text = text.replace("['%FILES%']", json.dumps(files, indent=1))
    (folder / "sw.js").write_text(text, encoding="utf-8")
    return version


def write_page(folder: Path) -> None:
    """The page with its policy, its manifest and the look of an installed app."""
    (folder / "manifest.webmanifest").write_text(json.dumps(MANIFEST, indent=1), encoding="utf-8")
    page = folder / "index.html"
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n'
        '    <link rel="manifest" href="./manifest.webmanifest" />\n'
        '    <link rel="apple-touch-icon" href="./icon-192.png" />\n'
        '    <meta name="theme-color" content="#2b2a26" />\n    <title>'
    )
    page.write_text(page.read_text(encoding="utf-8").replace("<title>", head, 1), encoding="utf-8")


def write_headers(folder: Path, app: str) -> None:
    """The headers of the app for hosts that read such a file; docs/anywhere.md has them for others."""
    lines = [f"  {name}: {value}" for name, value in HEADERS.items()]
    kept = [f"  Cache-Control: {FOR_EVER}"]
    text = "\n".join([f"/{app}/*", *lines, f"/{app}/assets/*", *kept, f"/{app}/answers/*", *kept])
    (folder / "_headers").write_text(text + "\n", encoding="utf-8")
