import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

const FOLDER = join('test', 'e2e', 'walks');
/** Maximum number of lines of a recording, so that a change of one command affects few others. */
const MOST = 300;

/**
 * Compares the output of many commands with its recordings, separately for each subject.
 * @param transcript each command begins with `$ orgctl`
 * @param subjectOf returns the subject of a command line
 */
export async function expectRecorded(
  name: string,
  transcript: string,
  subjectOf: (line: string) => string,
): Promise<void> {
  const parts = new Map<string, string>();
  const numbers = new Map<string, number>();
  for (const command of transcript.split(/(?=^\$ orgctl )/m)) {
    const subject = subjectOf(command.slice('$ orgctl '.length));
    const number = numbers.get(subject) ?? 1;
    const before = parts.get(`${subject}-${number}`) ?? '';
    const isFull = linesIn(before) + linesIn(command) > MOST;
    const own = isFull ? number + 1 : number;
    numbers.set(subject, own);
    parts.set(`${subject}-${own}`, isFull ? command : before + command);
  }
  for (const [part, text] of parts) {
    expect(linesIn(text)).toBeLessThanOrEqual(MOST);
    await expect(text).toMatchFileSnapshot(join('walks', `${name}-${part}.txt`));
  }
  const left = readdirSync(FOLDER).filter((file) => file.startsWith(`${name}-`));
  const unused = left.filter((file) => !parts.has(file.slice(name.length + 1, -'.txt'.length)));
  expect(unused, `delete these files of ${FOLDER}: no command is recorded in them`).toEqual([]);
}

function linesIn(text: string): number {
  return text.split('\n').length - 1;
}
