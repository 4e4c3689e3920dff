/** Compiles a tree and what it needs of the standard library, with the Python that runs them in the page. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPyodide } from 'pyodide';

const NEEDED = `
import importlib, json, sys
sys.path.insert(0, "/tree")
for name in json.loads(names):
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name.startswith("sandtable"):
            raise
needed = {name.replace(".", "/") for name in sys.modules}
`;

const COMPILE = `
import importlib.util, marshal, zipfile

def bare(code):
    """Code without its line numbers: nobody looks into the standard library's."""
    parts = tuple(bare(part) if isinstance(part, type(code)) else part for part in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=parts)

def compiled(archive, wanted):
    with zipfile.ZipFile(archive) as given, zipfile.ZipFile("/made.zip", "w") as made:
        for name in given.namelist():
            data = given.read(name)
            if name.endswith(".py"):
                if wanted is not None and name.removesuffix(".py").removesuffix("/__init__") not in wanted:
                    continue
                code = compile(data, name, "exec", dont_inherit=True, optimize=2)
                code = code if wanted is None else bare(code)
                # flags 1: named by a digest of the source that nobody compares
                data = importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + marshal.dumps(code)
                name += "c"
            elif wanted is not None:
                continue
            made.writestr(name, data)

compiled("/library.zip", needed)
`;

const folder = process.argv[2];
const read = (name) => new Uint8Array(readFileSync(join(folder, name)));
const python = await loadPyodide();
const keep = (name) => writeFileSync(join(folder, name), python.FS.readFile('/made.zip'));
python.unpackArchive(read('tree.zip'), 'zip', { extractDir: '/tree' });
python.globals.set('names', readFileSync(join(folder, 'imports.json'), 'utf8'));
python.runPython(NEEDED);
for (const name of ['library.zip', 'tree.zip']) python.FS.writeFile(`/${name}`, read(name));
python.runPython(COMPILE);
keep('library.zip');
python.runPython('compiled("/tree.zip", None)');
keep('tree.zip');
