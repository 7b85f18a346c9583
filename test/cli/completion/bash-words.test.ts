import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bashCandidate, readBashLine } from '../../../src/cli/completion/bash-words.ts';

const BREAKS = ' \t\n"\'@><=;|&(:';

describe('readBashLine', () => {
  test.each([
    ['orgctl ', ['orgctl'], ''],
    ['orgctl scim us', ['orgctl', 'scim'], 'us'],
    ['orgctl  a\tb', ['orgctl', 'a'], 'b'],
    ["orgctl 'a b' c", ['orgctl', 'a b'], 'c'],
    ['orgctl "a \\" b" c', ['orgctl', 'a " b'], 'c'],
    ['orgctl "a \\n" c', ['orgctl', 'a \\n'], 'c'],
    ['orgctl a\\ b', ['orgctl'], 'a b'],
    ["orgctl 'a b", ['orgctl'], 'a b'],
    ['orgctl --x="a b', ['orgctl'], '--x=a b'],
    ['orgctl "" ', ['orgctl', ''], ''],
    ['orgctl $(touch x) `y`', ['orgctl', '$(touch', 'x)'], '`y`'],
  ])('%j', (line, words, current) => {
    expect(readBashLine(line)).toMatchObject({ words, current });
  });
});

describe('bashCandidate', () => {
  test.each([
    ['orgctl an', 'anna', 'anna'],
    ['orgctl anna@ha', 'anna@harbour.example', '@harbour.example'],
    ['orgctl --output=j', '--output=json', 'json'],
    ['orgctl Des', 'Design & Art', 'Design\\ \\&\\ Art'],
    ["orgctl 'Des", 'Design & Art', 'Design & Art'],
    ["orgctl 'O", "O'Neil", undefined],
    ['orgctl "O', 'O"N$(x)', 'O\\"N\\$(x)'],
    ['orgctl x', 'anna', undefined],
  ])('%s → %s', (text, value, expected) => {
    expect(bashCandidate(value, readBashLine(text), BREAKS)).toBe(expected);
  });

  test('bash reads every candidate back as the name itself, and executes no part of it', () => {
    const names = fc.sample(
      fc.string({ unit: fc.constantFrom(...`aB 0'"\`$(){}[]*?~!#&;|<>\\=:@,é😀^%+-`), minLength: 1 }),
      { numRuns: 400, seed: 7 },
    );
    const written = names.map((name) => bashCandidate(name, readBashLine('orgctl '), BREAKS) ?? '');
    const script = `set -f\n${written.map((word) => `printf '%s\\0' ${word}`).join('\n')}`;
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(stdout.split('\0').slice(0, -1)).toEqual(names);
  });
});
