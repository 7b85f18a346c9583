// Makes the parts of dist/. They are split as ES modules, which is the only way the bundler can split, and
// then turned into CommonJS, which Node starts faster. What is loaded together becomes one file
// (build-packs.mjs).

import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { transform } from 'esbuild';
import { packedParts, requireFromPacks } from './build-packs.mjs';

/** A part or a package of Node, as the bundler requires it at the top of a part. */
const REQUIRED = /^var (import_\w+) = ((?:__toESM\()?require\("[^"]+"\)(?:\))?);$/gm;
/** What a part exports, as the bundler writes it: an accessor for each name, in front of another one. */
const EXPORTS = /^(__export\((\w+), \{\n([^}]*)\}\);\n)module\.exports = __toCommonJS\(\2\);$/m;
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
 * @param packs the file of each part that is put into one with others
 */
export async function writeParts(folder, parts, shared, packs = new Map()) {
  const inPacks = new Map();
  for (const { name, code } of parts) {
    const pack = packs.get(name);
    const minified = await transform(requireFromPacks(code, packs, pack), {
      ...shared,
      ...commonOptions(name, shared),
      // Without what the accessors needed, and nothing else does: a sixth of the build.
      treeShaking: true,
      sourcemap: 'external',
    });
    if (pack === undefined) writePart(folder, name, minified);
    else inPacks.set(pack, [...(inPacks.get(pack) ?? []), { name, ...minified }]);
  }
  for (const [pack, some] of inPacks) writePart(folder, pack, packedParts(pack, some));
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

/**
 * Makes a part require others at the first use of what they export: most of what a command imports, it does
 * not need to run.
 */
function requireLate(code) {
  const names = new Set([...code.matchAll(REQUIRED)].map(([, name]) => name));
  if (names.size === 0) return code;
  return code
    .replace(new RegExp(`\\b(${[...names].join('|')})(?=\\.)`, 'g'), '($1())')
    .replace(REQUIRED, 'var $1_, $1 = () => $1_ ??= $2;');
}

/**
 * Makes a part export the values themselves when it has run: a function that is called for each row would go
 * through two accessors each time. Until then, where parts require each other, and for a variable that may
 * change, there is one accessor.
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

/**
 * Whether a variable of a part gets a value once at most; where its name means something else as well, it
 * does not count as one.
 */
function isConstant(code, name) {
  const assigned = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?:\\s*(?:[-+*/%&|^?<>]*=(?![=>])|\\+\\+|--)|\\s+(?:of|in)\\b)`;
  return [...code.matchAll(new RegExp(assigned, 'g'))].length <= 1;
}
