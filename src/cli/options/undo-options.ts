import { type Command, InvalidArgumentError, Option, type OptionValues } from '@commander-js/extra-typings';
import type { UndoPart } from '../../bulk/undo/undo-part.ts';
import { defined } from '../../values/defined.ts';
import { ONE_OR_LIST } from '../identity/named-people.ts';
import { collectWord, parseCount } from './parse-values.ts';

/** Flags that select a part of a run. */
interface PartFlags {
  readonly where?: string | undefined;
  readonly first?: number | undefined;
  readonly line?: readonly number[] | undefined;
  readonly only?: readonly string[] | undefined;
}

/** Adds the flags that select a part of a run. */
export const withUndoPartOptions = <
  Arguments extends unknown[],
  Flags extends OptionValues,
  Common extends OptionValues,
>(
  command: Command<Arguments, Flags, Common>,
) =>
  command
    .option(
      '--where <expression>',
      'undo only users that match now, such as department eq "Support" or manager eq "walt.finch"',
    )
    .addOption(
      new Option(
        '--first <count>',
        'undo only the first users of the run, this many, for example 5; counted before other flags choose',
      ).argParser(parseCount),
    )
    .addOption(
      new Option(
        '--line <lines>',
        'undo only these lines, as "runs show" lists them, for example 2,5,9; without an input file, people in the order they were named, from 1',
      ).argParser(parseLines),
    )
    .addOption(
      new Option(
        '--only <user>',
        `undo only this user, including reports moved to another manager: ${ONE_OR_LIST}; repeatable`,
      ).argParser(collectWord),
    );

/** Separates the flags that select a part from the other flags of a command. */
export function partFlags<Rest extends object>(
  flags: PartFlags & Rest,
): { readonly part: UndoPart; readonly options: Omit<Rest, keyof PartFlags> } {
  const { where, first, line, only, ...options } = flags;
  const part = {
    ...defined({ where, first, lines: line, only }),
  };
  return { part, options };
}

/** Parses `2,5,9`; may be given several times. */
function parseLines(text: string, before: readonly number[] = []): readonly number[] {
  const range = /^(\d{1,9})\s*(?:-|–|\.\.\.?|:|to)\s*(\d{1,9})$/.exec(text.trim());
  if (range !== null)
    throw new InvalidArgumentError(`It has no ranges. List each line: --line ${listed(range[1], range[2])}`);
  const lines = text.split(',').map((word) => word.trim());
  if (lines.some((word) => !/^[1-9]\d{0,8}$/.test(word)))
    throw new InvalidArgumentError('It must be line numbers, comma-separated, such as 2,5,9.');
  return [...before, ...lines.map(Number)];
}

/** Returns the lines of a range, or an example if there are 20 or more. */
function listed(from = '', to = ''): string {
  const [first, last] = [Number(from), Number(to)];
  if (first < 1 || last < first || last - first >= 20) return '2,5,9';
  return Array.from({ length: last - first + 1 }, (_, index) => first + index).join(',');
}
