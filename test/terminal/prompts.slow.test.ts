import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** From the longest word of the questions on. */
const WIDTHS = Array.from({ length: 45 }, (_, at) => 26 + at);

it.each([
  ['a confirmation', 'scim users deactivate tomas.rey', '(y/N)', 'n\n'],
  ['a name to type', "scim groups delete 'Support desk'", 'continue:', '\u0003'],
])('breaks the words of %s between lines at every width', async (_, line, question, answer) => {
  const { orgctl } = freshMachine();
  const asked = async (terminal: number) => {
    const { stderr } = await orgctl(`-p sandbox ${line}`, {
      terminal,
      env: { NO_COLOR: '1' },
      answers: [[question, answer]],
    });
    return stripVTControlCharacters(stderr).split('\n');
  };
  const first = (await asked(500)).find((text) => text.startsWith('? ')) ?? '';
  const whole = first.slice(0, first.indexOf(question) + question.length);
  for (const width of WIDTHS) {
    const lines = await asked(width);
    const text = lines.join(' ');
    expect({ width, text }).toEqual({ width, text: expect.stringContaining(whole) });
  }
});
