import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** Texts with a missing end, the reported position, and the unclosed element. */
const TEXTS: readonly (readonly [text: string, place: string, what: string])[] = [
  ['name: "Foo\ntitle: bar\n', ':1:7: ', 'a string in "…" is not closed'],
  ["# it's me\nname: 'Foo\ntitle: bar\nlast: x\n", ':2:7: ', "a string in '…' is not closed"],
  ['name:\n  inner: "Foo\n  title: "bar"\n', ':2:10: ', 'a string in "…" is not closed'],
  ['name: [x, y\ntitle: bar\n', ':1:7: ', 'a [ is not closed'],
  ['name: {x: 1\ntitle: bar\n', ':1:7: ', 'a { is not closed'],
];

it.each(TEXTS)(
  'YAML with an unclosed element is refused with the position of its start: %j',
  async (text, place, what) => {
    const machine = freshMachine();
    const file = machine.path('file.yaml');
    writeFileSync(file, text);
    for (const line of [
      `manifest validate ${file} -o table`,
      `-p sandbox scim users create --file ${file}`,
      `bulk check examples/people.csv --map ${file}`,
    ]) {
      const { exit, stdout, stderr } = await machine.orgctl(line);
      expect({ line, exit }).toEqual({ line, exit: 5 });
      expect(`${stdout}${stderr}`.replace('error: ', '')).toContain(place);
      expect(`${stdout}${stderr}`).toContain(what);
    }
  },
);
