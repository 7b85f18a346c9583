// Puts parts of dist/ that are loaded together into one file, a pack: finding and opening a file takes longer
// than running what is in most parts. Which belong together is found by running the program. Then the packs
// are compiled for the Node that builds.

import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

/** What is run, each as words behind the program. */
const COMMANDS = {
  list: () => ['profile', 'list'],
  explain: () => ['explain', 'email_taken'],
  get: ({ service }) => ['scim', 'users', 'get', 'W1', ...service],
  apply: ({ service, people }) => ['bulk', 'apply', people, '--yes', ...service],
};

/**
 * The packs, each with what tells its parts by the commands that load them. A part is in the first pack that
 * takes it.
 */
const PACKS = {
  // These two have nothing in common but what every command needs.
  'start.pack.cjs': ({ list, explain }) => list && explain,
  'send.pack.cjs': ({ get, apply, explain }) => get && apply && !explain,
  'apply.pack.cjs': ({ apply, explain }) => apply && !explain,
};

const PEOPLE = `userName,email,givenName,familyName,displayName,title
${Array.from({ length: 50 }, (_, row) => `a.${row},a.${row}@example.com,Ann,Lee,Ann Lee,Engineer`).join('\n')}
`;

/** Returns the pack of each part that is in one. */
export async function choosePacks(folder, parts) {
  for (const { name, code } of parts) writeFileSync(join(folder, name), code);
  const loaded = await running(async (run) => {
    const told = [];
    for (const command of Object.keys(COMMANDS)) told.push([command, await run(command, LOADED, folder)]);
    return told;
  });
  for (const { name } of parts) rmSync(join(folder, name));
  const packOf = (name) => {
    const by = Object.fromEntries(loaded.map(([command, names]) => [command, names.includes(name)]));
    return Object.keys(PACKS).find((pack) => name !== 'main.cjs' && PACKS[pack](by));
  };
  return new Map(parts.map(({ name }) => [name, packOf(name)]).filter(([, pack]) => pack !== undefined));
}

/** Tells the names of the files that were loaded. */
const LOADED = `process.on('exit', () => tell(Object.keys(require.cache).map((path) => require('node:path').basename(path))));`;

/**
 * Compiles each pack for this Node, as far as the longest command runs it. Node 22 does so by itself
 * (bin/orgctl.js).
 */
export async function compilePacks(folder) {
  if (Number.parseInt(process.versions.node, 10) >= 22) return;
  await running((run) => run('apply', COMPILED, folder));
}

/**
 * Writes what the engine made of each pack. It takes that at a start only if its flags are the same, so none
 * is changed. The name is kept in it, and is copied: a piece of a path would keep the folders of this
 * machine.
 */
const COMPILED = `
  require('node:v8').setFlagsFromString = () => {};
  const { compiledPath, runScript } = require(${JSON.stringify(resolve('bin/packs.js'))});
  const { basename } = require('node:path');
  const scripts = [];
  require.extensions['.pack.cjs'] = (module, path) =>
    scripts.push([path, runScript(module, path, Buffer.from(basename(path)).toString())]);
  process.on('exit', () => {
    for (const [path, script] of scripts)
      require('node:fs').writeFileSync(compiledPath(path), script.createCachedData());
    tell(scripts.length);
  });`;

/** Runs commands in a home of their own, with a service that has nobody. */
async function running(work) {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-build-'));
  const people = join(home, 'people.csv');
  writeFileSync(people, PEOPLE);
  const server = createServer(answer);
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${server.address().port}`;
  const service = ['--scim-url', url, '--scim-version', '2.0', '--no-input'];
  const run = async (command, watch, folder) => {
    const told = join(home, 'told.json');
    const script = `
      const tell = (what) => require('node:fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(what));
      ${watch}
      process.argv.splice(1, 0, 'orgctl');
      require(${JSON.stringify(resolve(folder, 'main.cjs'))}).main(process);`;
    const words = COMMANDS[command]({ service, people });
    // Nothing that is set on this machine may decide what is built.
    const env = { ORGCTL_HOME: home, ORGCTL_TOKEN: 'token-of-the-build' };
    await promisify(execFile)(process.execPath, ['-e', script, '--', ...words], { env });
    return JSON.parse(readFileSync(told, 'utf8'));
  };
  try {
    return await work(run);
  } finally {
    server.closeAllConnections();
    server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** Lists nobody, knows W1, and creates everybody. */
async function answer(request, response) {
  const body = [];
  for await (const piece of request) body.push(piece);
  const user = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: 'W1',
    userName: 'a',
    active: true,
  };
  const nobody = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: 0,
    itemsPerPage: 0,
    startIndex: 1,
    Resources: [],
  };
  const created = () => ({ ...JSON.parse(Buffer.concat(body).toString()), id: 'W1' });
  const known = request.url.endsWith('/W1') ? user : nobody;
  response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(request.method === 'POST' ? created() : known));
}

/**
 * Puts parts into one file that exports what requires one of them, or another part. Parentheses around a
 * function make the engine compile it at once: each of them will be called.
 */
export function packedParts(file, parts) {
  const sections = [];
  let code = 'const made = {}, parts = {\n';
  for (const { name, code: own, map } of parts) {
    code += `${JSON.stringify(`./${name}`)}: (function (exports, require, module) {\n`;
    sections.push({ offset: { line: code.split('\n').length - 1, column: 0 }, map: JSON.parse(map) });
    code += `${own}}),\n`;
  }
  code += `};
function load(name) {
  const part = parts[name];
  if (part === undefined) return require(name);
  if (made[name] === undefined) part((made[name] = { exports: {} }).exports, load, made[name]);
  return made[name].exports;
}
module.exports = load;
`;
  return { code, map: JSON.stringify({ version: 3, file, sections }) };
}

/** Makes a part require others from their packs; from its own as if they were files. */
export function requireFromPacks(code, packs, own) {
  return code.replace(/\brequire\("\.\/([^"]+)"\)/g, (required, name) => {
    const pack = packs.get(name);
    return pack === undefined || pack === own ? required : `require("./${pack}")("./${name}")`;
  });
}
