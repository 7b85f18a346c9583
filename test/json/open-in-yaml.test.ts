import { describe, expect, it } from 'vitest';
import { openInYaml } from '../../src/json/open-in-yaml.ts';

/** Texts in which ^ marks the character that is still open at |; without ^ nothing is open. */
const TEXTS = [
  'name: ^"Foo\n|bar: x',
  "name: ^'Foo\n|bar: x",
  'name: "Foo"\n|bar: x',
  'name: "F\\"oo"\n|bar: x',
  "name: 'it''s'\n|bar: x",
  'name: ^"Foo\\"\n|bar: x',
  "# it's\nname: it's 'so\n|bar: x",
  'name: x # "a\n|bar: x',
  'name: x#y\nbar: ^"x|',
  '- ^"x\n|- y',
  '? ^"x\n|: y',
  '- - ^"x\n|',
  '^"a: b\n|',
  '"a": ^"b\n|',
  'a: ^[x, y\n|b: 1',
  'a: ^{x: 1\n|b: 1',
  'a: [x, ^"y\n|b: 1',
  'a: [x, "y"]\n|b: 1',
  'a: [{x: 1}, ^{y: 2\n|b: 1',
  'a: x, "y\n|b: 1',
  'a: x]\n|b: 1',
  'a: |\n  "x\n  \'y\n\nb: ^"c\n|',
  'a: >-\n    "x\n  {\n|b: 1',
  '- a: |\n    "x\n  b: ^\'c\n|',
  'a: "x\n  y"\nb: ^"z\n|',
  'a:\r\n  ^"x\r\n|',
  'time: 12:30\nurl: http://x.test/"\n|',
];

describe('unclosed quotes and collections in YAML text', () => {
  it.each(TEXTS)('finds the marked opening character in %j', (marked) => {
    const opening = marked.indexOf('^');
    // The last | marks the position; an earlier | starts a block scalar.
    const bars = marked.replace('^', '');
    const end = bars.lastIndexOf('|');
    const text = bars.slice(0, end) + bars.slice(end + 1);
    expect(openInYaml(text, end)?.at).toBe(opening < 0 ? undefined : opening);
  });
});
