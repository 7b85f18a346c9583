import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, test } from 'vitest';
import words from '../../completions/words.json';
import { readBashLine } from '../../src/cli/completion/bash-words.ts';
import type { CompletedCommand } from '../../src/cli/completion/completion-table.ts';
import { variableOf } from '../../src/cli/options/common-options.ts';

const ROOT: CompletedCommand = words;

/** Pages written by hand, including the workflows in them. */
const PAGES = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** The lines in the code blocks of a page that run the program. */
function commandLines(page: string): readonly string[] {
  const blocks = [...readFileSync(page, 'utf8').matchAll(/```(?:sh|console|yaml)\n(.*?)```/gs)];
  const lines = blocks.flatMap(([, block = '']) => block.replace(/\\\n\s*/g, ' ').split('\n'));
  return lines.flatMap((line) =>
    line.split(/(?:&&|\|\||[|;&])\s/).flatMap((part) => /(?:^|\s)(orgctl\s.*)$/.exec(part)?.[1] ?? []),
  );
}

/** The words of a line that the program does not know. */
function unknownIn(line: string): readonly string[] {
  const unknown: string[] = [];
  const { words: split, current } = readBashLine(line.replace(/\s*(?:[0-9]?[<>].*|#.*)$/, ''));
  let command = ROOT;
  let isValue = false;
  for (const word of [...split.slice(1), ...(current === '' ? [] : [current])]) {
    if (isValue) {
      isValue = false;
    } else if (word === '--') {
      break;
    } else if (word.startsWith('-') && word !== '-') {
      const [name = ''] = word.split('=');
      const flag = [...(command.flags ?? []), ...(ROOT.flags ?? [])].find(({ names }) =>
        names.includes(name),
      );
      if (flag === undefined) unknown.push(word);
      isValue = flag?.value !== undefined && name === word;
    } else if (command.commands !== undefined) {
      const child: CompletedCommand | undefined = command.commands[word];
      if (child === undefined) return [...unknown, word];
      command = child;
    }
  }
  return unknown;
}

const FOLDER_AND_TOKEN = ['ORGCTL_HOME', 'ORGCTL_TOKEN'];

/** Variables in a text that belong to no flag of any command, except those of the folder and the token. */
async function unknownVariables(text: string): Promise<readonly string[]> {
  const { buildWholeProgram } = await import('../../src/cli/program.ts');
  const variablesOf = (command: CommandUnknownOpts): readonly (string | undefined)[] => [
    ...command.options.map(variableOf),
    ...command.commands.flatMap(variablesOf),
  ];
  const known = new Set([...FOLDER_AND_TOKEN, ...variablesOf(await buildWholeProgram())]);
  return [...text.matchAll(/\bORGCTL_[A-Z_]+/g)].flatMap(([name]) => (known.has(name) ? [] : name));
}

describe('commands and flags in the documentation exist', () => {
  test.each(PAGES)('%s', (page) => {
    expect(
      commandLines(page).flatMap((line) => unknownIn(line).map((word) => `${word} in: ${line}`)),
    ).toEqual([]);
  });

  test.each(PAGES)('variables exist: %s', async (page) => {
    expect(await unknownVariables(readFileSync(page, 'utf8'))).toEqual([]);
    expect(await unknownVariables('ORGCTL_QUOTAS: documented')).toEqual(['ORGCTL_QUOTAS']);
  });

  test('an unknown command or flag is found', () => {
    expect(unknownIn('orgctl -p sandbox scim usrs list')).toEqual(['usrs']);
    expect(unknownIn('orgctl scim users list --filtre x')).toEqual(['--filtre']);
  });
});
