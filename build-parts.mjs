// Makes the parts of dist/. They are split as ES modules, which is the only way the bundler can split, and then turned into
// CommonJS, which Node starts faster. What every start loads becomes one file.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { transform } from 'esbuild';

/** A part or a package of Node, as the bundler requires it at the top of a part. */
const REQUIRED = /^var (import_\w+) = ((?:__toESM\()?require\("[^"]+"\)(?:\))?);$/gm;
/** What a part exports, as the bundler writes it: an accessor for each name, in front of another one. */
const EXPORTS = /^(__export\((\w+), \{\n([^}]*)\}\);\n)module\.exports = __toCommonJS\(\2\);$/m;
/** The file of the parts that every start loads. */
const START = 'start.cjs';
/** Two commands that have nothing in common but what every command needs. */
const STARTS = [
  ['profile', 'list'],
  ['explain', 'email_taken'],
];

/**
 * Turns each part into CommonJS that requires others late.
 * @returns the parts, each with its name and its code with a source map inside
 */
export async function commonParts(outputFiles, shared) {
  const parts = [];
  for (const { path, text } of outputFiles) {
    const name = basename(path);
    const { code } = await transform(text, { ...commonOptions(name, shared), sourcemap: 'inline' });
    parts.push({ name, code: exportValues(requireLate(code)) });
  }
  return parts;
}

/**
 * Writes parts with their source maps, whose paths are relative to the folder.
 * @param packed names of those that are put into one file
 */
export async function writeParts(folder, parts, shared, packed = new Set()) {
  const start = [];
  for (const { name, code } of parts) {
    const minified = await transform(packed.has(name) ? code : requireFromPack(code, packed), {
      ...shared,
      ...commonOptions(name, shared),
      // Without what the accessors needed, and nothing else does: a sixth of the build.
      treeShaking: true,
      sourcemap: 'external',
    });
    if (packed.has(name)) start.push({ name, ...minified });
    else writePart(folder, name, minified);
  }
  if (start.length > 0) writePart(folder, START, pack(start));
}

/** Returns the names of the parts that every command loads: opening that many files would take longer than running what is in them. */
export function loadedAtEveryStart(folder, parts) {
  for (const { name, code } of parts) writeFileSync(join(folder, name), code);
  const loaded = STARTS.map((words) => loadedBy(folder, words));
  for (const { name } of parts) rmSync(join(folder, name));
  const [first = [], ...others] = loaded;
  return new Set(
    first.filter((name) => name !== 'main.cjs' && others.every((names) => names.includes(name))),
  );
}

function loadedBy(folder, words) {
  const home = mkdtempSync(join(tmpdir(), 'orgctl-build-'));
  const told = join(home, 'loaded.json');
  const script = `
    process.on('exit', () =>
      require('node:fs').writeFileSync(${JSON.stringify(told)}, JSON.stringify(Object.keys(require.cache))));
    process.argv.splice(1, 0, 'orgctl');
    require(${JSON.stringify(resolve(folder, 'main.cjs'))}).main(process);`;
  try {
    // Nothing that is set on this machine may decide what is built.
    execFileSync(process.execPath, ['-e', script, '--', ...words], {
      env: { ORGCTL_HOME: home },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return JSON.parse(readFileSync(told, 'utf8')).map((path) => basename(path));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Puts parts into one file that exports what requires one of them, or another part. Parentheses around a function make the engine
 * compile it at once: each of them will be called.
 */
function pack(parts) {
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
  return { code, map: JSON.stringify({ version: 3, file: START, sections }) };
}

function requireFromPack(code, packed) {
  return code.replace(/\brequire\("\.\/([^"]+)"\)/g, (required, name) =>
    packed.has(name) ? `require("./${START}")("./${name}")` : required,
  );
}

function writePart(folder, name, { code, map }) {
  writeFileSync(join(folder, name), `${code}//# sourceMappingURL=${name}.map\n`);
  writeFileSync(join(folder, `${name}.map`), map);
}

function commonOptions(name, { platform, target, supported }) {
  return {
    platform,
    target,
    format: 'cjs',
    supported: { ...supported, 'dynamic-import': false },
    sourcesContent: false,
    sourcefile: name,
    logLevel: 'warning',
  };
}

/** Makes a part require others at the first use of what they export: most of what a command imports, it does not need to run. */
function requireLate(code) {
  const names = new Set([...code.matchAll(REQUIRED)].map(([, name]) => name));
  if (names.size === 0) return code;
  return code
    .replace(new RegExp(`\\b(${[...names].join('|')})(?=\\.)`, 'g'), '($1())')
    .replace(REQUIRED, 'var $1_, $1 = () => $1_ ??= $2;');
}

/**
 * Makes a part export the values themselves when it has run: a function that is called for each row would go through two accessors each
 * time. Until then, where parts require each other, and for a variable that may change, there is one accessor.
 */
function exportValues(code) {
  const [, , object, accessors] = EXPORTS.exec(code) ?? [];
  if (object === undefined) return code;
  const names = [...accessors.matchAll(/^ {2}(\S+): \(\) => (\S+?),?$/gm)];
  const values = names.map(([, name, local]) =>
    isConstant(code, local) ? `${name}: ${local}` : `get ${name}() { return ${local}; }`,
  );
  return code
    .replace(EXPORTS, '$1module.exports = __defProp($2, "__esModule", { value: true });')
    .replace(
      /(?=^\/\/# sourceMappingURL=)/m,
      () => `module.exports = __defProp({ ${values.join(', ')} }, "__esModule", { value: true });\n`,
    );
}

/** Whether a variable of a part gets a value once at most; where its name means something else as well, it does not count as one. */
function isConstant(code, name) {
  const assigned = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?:\\s*(?:[-+*/%&|^?<>]*=(?![=>])|\\+\\+|--)|\\s+(?:of|in)\\b)`;
  return [...code.matchAll(new RegExp(assigned, 'g'))].length <= 1;
}
