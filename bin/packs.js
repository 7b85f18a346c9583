// Loads a pack of dist/ as the build compiled it: a Node before 22 keeps nothing of what it compiles.

const { readFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

/** Returns where the build puts what it compiled of a pack; no other Node and no other kind of machine looks there. */
function compiledPath(path) {
  return `${path}.${process.version}-${process.platform}-${process.arch}`;
}

/** Runs a file as Node runs a module, under a name, and returns its script. @param cachedData what was compiled of it */
function runScript(module, path, filename, cachedData) {
  const code = readFileSync(path, 'utf8');
  const wrapped = `(function (exports, require, module, __filename, __dirname) { ${code}\n});`;
  const script = new Script(wrapped, { filename, cachedData });
  const run = script.runInThisContext();
  run(module.exports, (name) => module.require(name), module, path, dirname(path));
  return script;
}

/** Loads a pack; from its text alone where nothing was compiled for this Node, and where lines of the source are asked for. */
function loadPack(module, path) {
  const compiled = process.sourceMapsEnabled ? undefined : readCompiled(path);
  if (compiled === undefined) require.extensions['.js'](module, path);
  else runScript(module, path, path, compiled);
}

function readCompiled(path) {
  try {
    return readFileSync(compiledPath(path));
  } catch {
    return undefined;
  }
}

module.exports = { compiledPath, loadPack, runScript };
