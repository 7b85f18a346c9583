import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * State that modules keep between two runs in one process, and why no run can notice it. All other state is
 * an argument: a run that could see another one would depend on the order of the tests, which share their
 * processes. Maps with weak keys live as long as their keys.
 */
const REMEMBERED: Readonly<Record<string, string>> = {
  'gate/gate.ts hiders': 'derived from the secrets',
  'gate/gate.ts known': 'the secrets of all runs of the process; each run removes its own',
  'http/v8-tuning.ts areRequestsTuned': 'V8 flags apply to the whole process',
  'http/v8-tuning.ts holders': 'V8 flags apply to the whole process',
  'json/json-places.ts last': 'derived from the text of the call',
  'manifest/check-text.ts compiled': 'derived from a table',
  'manifest/known-keys.ts homes': 'derived from a table',
  'output/text-width.ts graphemes': 'constant; slow to create',
  'recording/alphabets.ts known': 'derived from the character of the call',
  'rules/user-name.ts RESERVED': 'derived from the vendor of the call',
  'sandbox/inspect/page/main.ts messageTimer': 'runs in a browser',
  'sandbox/inspect/shown-text.ts cached': 'derived from the secrets of the call',
  'storage/file-lock.ts knownBootId': 'constant for the machine',
  'storage/file-lock.ts ownStart': 'constant for the process',
  'storage/process-space.ts own': 'constant for the process',
  'terminal/read-input.ts providedInputs': 'files of a replay, which removes them',
};

const CHANGING = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin';

/** Returns the top-level names of a module that are reassigned or changed in place. */
function rememberedIn(text: string): readonly string[] {
  const names = [...text.matchAll(/^(?:export )?(let|const) (\w+)\b(?!.*new Weak(?:Map|Set)\b)/gm)];
  return names.flatMap(([, kind, name = '']) => {
    const changed = new RegExp(
      `(?<![.\\w])${name}(?:\\.(?:${CHANGING})\\(|(?:\\[[^\\]]*\\]|\\.(?!lastIndex)\\w+)+ (?:\\?\\?|\\|\\||&&|[-+*/])?= )`,
    );
    return kind === 'let' || changed.test(text) ? [name] : [];
  });
}

describe('state of modules between runs', () => {
  it('exists only in the listed modules', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const found = files.flatMap((file) =>
      rememberedIn(withoutScripts(readFileSync(join('src', file), 'utf8'))).map(
        (name) => `${file.replaceAll(sep, '/')} ${name}`,
      ),
    );
    expect(found.sort()).toEqual(Object.keys(REMEMBERED));
  });

  it.each([
    ['let last: string | undefined;', 'last'],
    ['const known = new Map<string, number>();\nexport const add = () => known.set("a", 1);', 'known'],
    ['export const seen: string[] = [];\nfunction see(a: string) {\n  seen.push(a);\n}', 'seen'],
    ['const counts: Counts = { a: 0 };\nfunction count() {\n  counts.a += 1;\n}', 'counts'],
    ['const counts: Counts = {};\nfunction count(key: Key) {\n  counts[key] ??= 1;\n}', 'counts'],
  ])('detects the state in %s', (text, name) => {
    expect(rememberedIn(text)).toEqual([name]);
  });

  it.each([
    'const words = new Set(["a"]);\nexport const has = (word: string) => words.has(word);',
    'const fates = new WeakMap<Writable, Fate>();\nexport const set = (stream: Writable) => fates.set(stream, {});',
    'const known = [1];\nexport const all = (run: Run) => run.known.push(1);',
  ])('finds no state in %s', (text) => {
    expect(rememberedIn(text)).toEqual([]);
  });
});

/**
 * vitest evaluates a module shared by several test files once, so its hooks would run only for the first
 * file.
 */
it('modules shared by test files define no hooks', () => {
  const shared = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  expect(
    shared.filter((file) =>
      /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(join('test', file), 'utf8')),
    ),
  ).toEqual([join('support', 'end-each-test.ts')]);
});

/**
 * Every later run of the process searches all its output for a remaining secret: after 200 secrets, tests
 * took ten times as long.
 */
it('tests remove the secrets that they register', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  expect(
    files.filter((file) => /\bimport \{[^}]*\bopenSecrets\b/.test(readFileSync(join('test', file), 'utf8'))),
  ).toEqual([join('support', 'secrets-of-test.ts')]);
});

/** Removes the script of a browser page, which is stored as text. */
function withoutScripts(text: string): string {
  return text.replaceAll(/^const \w+ = `[^`]*`;/gm, '');
}
