import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { describe as describeCommand, helpDetailsOf } from '../../src/cli/help-format.ts';
import { buildWholeProgram } from '../../src/cli/program.ts';

const SAYS_ITS_VALUE = /\(default: [^)]+\)|\b(?:such as|for example):? \S/;

/** Words instead of which other tools write: (default: …), after, immediately, does not exist. */
const PRIVATE_WORDS =
  /\b(?:when absent|nobody|whom|whoever|of which|at once|in front of|behind|once more|by itself|goes with|in all|so long|by comma|is told|told apart|left alone)\b/i;

/** Flags with a value that neither the help nor an example explains. */
function untoldIn(command: CommandUnknownOpts): readonly string[] {
  const examples = helpDetailsOf(command)?.examples ?? [];
  return command.options
    .filter(takesValue)
    .filter(({ defaultValue, argChoices, description, long }) => {
      const isInExample = examples.some((example) => example.split(/[ =]/).includes(long ?? ''));
      return (
        defaultValue === undefined &&
        argChoices === undefined &&
        !isInExample &&
        !SAYS_ITS_VALUE.test(description)
      );
    })
    .map(({ flags }) => `${wordsOf(command)} ${flags}`);
}

function leavesOf(command: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);
}

const wordsOf = (command: CommandUnknownOpts): string =>
  command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`;

const takesValue = ({ flags, hidden }: Option) => !hidden && /[<[]/.test(flags);
describe('flags and commands of the whole tree', async () => {
  const program = await buildWholeProgram();
  const leaves = leavesOf(program);

  it('have a description', () => {
    const silent = [program, ...leaves].flatMap((command) =>
      command.options
        .filter(({ description, hidden }) => !hidden && description.length < 8)
        .map(({ flags }) => `${wordsOf(command)} ${flags}`),
    );
    expect(silent).toEqual([]);
  });

  it('have a default, choices or an example for each value', () => {
    expect([program, ...leaves].flatMap(untoldIn)).toEqual([]);
  });

  it('state the base of each percentage', () => {
    const open = [program, ...leaves].flatMap((command) =>
      command.options
        .filter(({ description }) => /a percentage(?! of )/.test(description))
        .map(({ flags }) => `${wordsOf(command)} ${flags}`),
    );
    expect(open).toEqual([]);
  });

  it('use no private words in descriptions of commands, arguments and flags', () => {
    const texts = [program, ...leaves].flatMap((command) => [
      command.description(),
      helpDetailsOf(command)?.needs ?? '',
      ...command.registeredArguments.map(({ description }) => description),
      ...command.options.map(({ description }) => description),
    ]);
    expect(texts.filter((text) => PRIVATE_WORDS.test(text))).toEqual([]);
    expect(texts.length).toBeGreaterThan(1000);
  });

  it.each([
    ['--day <date>', 'only entries of this day', true],
    ['--day <date>', 'only entries of this day, such as 2026-01-31', false],
    ['--day <date>', 'only entries of this day (for example 2026-01-31)', false],
    ['--day <date>', 'only entries of this day (default: today)', false],
    ['--day [date]', 'only entries of this day', true],
    ['--days', 'only whole days', false],
  ])('untoldIn: reports %s, "%s": %s', (flags, text, isUntold) => {
    const command = new Command('x').addOption(new Option(flags, text));
    expect(untoldIn(command)).toEqual(isUntold ? [`x ${flags}`] : []);
  });

  it('untoldIn: accepts a flag with a default, choices or an example', () => {
    const command = new Command('x')
      .addOption(new Option('--one <n>', 'how many').default('1'))
      .addOption(new Option('--two <n>', 'which one').choices(['a', 'b']))
      .addOption(new Option('--three <n>', 'the third'))
      .addOption(new Option('--thr <n>', 'begins like the third'));
    describeCommand(command, { examples: ['x --three=3'] });
    expect(untoldIn(command)).toEqual(['x --thr <n>']);
  });

  it('show default durations with a unit, never as milliseconds', () => {
    const raw = [program, ...leaves].flatMap((command) =>
      command.options
        .filter(({ flags, defaultValue, defaultValueDescription }) => {
          const isDuration = flags.includes('<duration>') && typeof defaultValue === 'number';
          return isDuration && defaultValue !== 0 && defaultValueDescription === undefined;
        })
        .map(({ flags }) => `${wordsOf(command)} ${flags}`),
    );
    expect(raw).toEqual([]);
  });

  it('use --file for one resource written as YAML or JSON', () => {
    const meanings = leaves.flatMap(({ options }) =>
      options.filter(({ long, hidden }) => long === '--file' && !hidden).map((option) => option.description),
    );
    expect(meanings).toHaveLength(6);
    expect(
      meanings.filter((meaning) => !/as YAML or JSON(?: \(SCIM §[\d.]+\))?; - is stdin/.test(meaning)),
    ).toEqual([]);
  });

  it('have an example that contains the command', () => {
    const without = leaves.filter((command) => {
      // "bulk undo" is an alias of "undo".
      const words = wordsOf(command).replace(/^orgctl (bulk (?=(undo|resume|runs)))?/, '');
      return helpDetailsOf(command)?.examples.some((example) => example.includes(words)) !== true;
    });
    expect(without.map(wordsOf)).toEqual([]);
  });
});
