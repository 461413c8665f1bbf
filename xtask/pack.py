"""Packs a folder: `pack.py FOLDER ARCHIVE SECONDS LEVEL`, with names in order and every time the same, so that equal files give equal
archives. Level 1 is quick, 9 is small.

The archive holds the folder under its own name; what it ends in, `.zip` or `.tar.gz`, says how it is packed."""
import gzip
import os
import stat
import sys
import tarfile
import time
import zipfile

folder, archive, seconds, level = sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
above = os.path.dirname(os.path.abspath(folder))
paths = [os.path.join(place, name) for place, folders, files in os.walk(os.path.abspath(folder))
         for name in files + [f for f in folders if os.path.islink(os.path.join(place, f))]]
named = sorted((os.path.relpath(path, above).replace(os.sep, "/"), path) for path in paths)


def mode(path: str) -> int:
    return 0o755 if os.stat(path).st_mode & stat.S_IXUSR else 0o644


if archive.endswith(".zip"):
    when = time.gmtime(max(seconds, 315532800))[:6]
    with zipfile.ZipFile(archive, "w") as out:
        for name, path in named:
            entry = zipfile.ZipInfo(name, when)
            entry.external_attr = (stat.S_IFREG | mode(path)) << 16
            with open(path, "rb") as file:
                # What is compressed already grows if it is done again.
                packed = name.endswith((".br", ".gz", ".woff2", ".png"))
                out.writestr(entry, file.read(), zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED, None if packed else level)
else:
    with open(archive, "wb") as raw, gzip.GzipFile("", "wb", level, raw, seconds) as squeezed, tarfile.open(fileobj=squeezed, mode="w") as out:
        for name, path in named:
            entry = out.gettarinfo(path, name)
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = seconds, 0, 0, "", ""
            if entry.issym():
                out.addfile(entry)
                continue
            entry.mode = mode(path)
            with open(path, "rb") as file:
                out.addfile(entry, file)
