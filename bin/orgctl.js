#!/usr/bin/env node

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 18)) {
  process.stderr.write(`error: orgctl needs Node.js 20.18 or newer, this is ${process.versions.node}\n`);
  process.exitCode = 2;
} else {
  // An earlier Node has no cache: it is given what the build compiled.
  if (major >= 22) require('node:module').enableCompileCache?.();
  else require.extensions['.pack.cjs'] = (module, path) => require('./packs.js').loadPack(module, path);
  require('../dist/main.cjs').main(process, require('node:path').join(__dirname, '..', 'dist', 'help'));
}
