import { describe, expect, it } from 'vitest';
import { openInYaml } from '../../src/json/open-in-yaml.ts';

/** Texts in which ^ marks what is open at |, the end where there is none; without ^ nothing is. */
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

describe('open collections of a YAML text', () => {
  it.each(TEXTS)('%j', (marked) => {
    const opening = marked.indexOf('^');
    // The first | of a block text is its own.
    const bars = marked.replace('^', '');
    const end = bars.lastIndexOf('|');
    const text = bars.slice(0, end) + bars.slice(end + 1);
    expect(openInYaml(text, end)?.at).toBe(opening < 0 ? undefined : opening);
  });
});
