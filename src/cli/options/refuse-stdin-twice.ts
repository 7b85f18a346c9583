import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';

/** Flags that read an input from stdin for - although their description does not say so. */
export const INPUT_FLAGS: ReadonlySet<string | undefined> = new Set([
  '--map',
  '--id-map',
  '--file',
  '--fault',
  '--from',
  '--limits',
  '--people',
  '--groups',
  '--accept-identity-change',
  '--recording',
]);

/** Arguments that are never an input; several groups may be a list. */
const NO_INPUTS: ReadonlySet<string> = new Set([
  'group',
  'name',
  'profile',
  'channel',
  'status',
  'tool',
  'value',
]);
/** The argument with another program and its arguments, which may mean its own stdin. */
const OTHER_PROGRAM = 'command';
/** The argument that names a run; only with --merge may it be a file. */
const RUN = 'run';

/**
 * Refuses a command line on which two inputs would be read from stdin, before either is read: the second one
 * would be empty, and a token would be read as the input and quoted in messages about it.
 * @throws Failure `usage`
 */
export function refuseStdinTwice(command: CommandUnknownOpts): void {
  const isTokenRead = command.optsWithGlobals()['tokenStdin'] === true;
  const takers = [
    ...(isTokenRead ? ['--token-stdin'] : []),
    ...inputArguments(command, isTokenRead).flatMap(({ word }) =>
      isStdin(word) ? ['"-"'] : valueOnStdin(word),
    ),
    ...command.options.filter(readsStdin).flatMap((option) => {
      const value: unknown = command.getOptionValue(option.attributeName());
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      return values.filter(isStdin).map(() => option.long ?? option.name());
    }),
  ];
  if (takers.length > 1) throw stdinReadTwice(takers);
}

/**
 * Returns the Failure `usage` for several readers of stdin.
 * @param stdinReaders their names on the command line
 */
export function stdinReadTwice(stdinReaders: readonly string[]): Failure {
  const names = [...new Set(stdinReaders)];
  const both = names.length === 1 ? `${names.join()} is given twice` : `${names.join(' and ')} both read it`;
  return new Failure('usage', `stdin can be read only once, but ${both}`, {
    hint: 'read one of them from a file',
  });
}

function isStdin(word: unknown): boolean {
  return word === '-' || word === '@-';
}

/** Returns the name in an argument `name=@-` of "api", whose value is read from stdin. */
function valueOnStdin(word: string): readonly string[] {
  return /^([^=:]+)=@-$/s.exec(word)?.slice(1) ?? [];
}

/** An argument as typed, and what the command calls it. */
export interface GivenArgument {
  readonly word: string;
  readonly slot: string;
}

/** Returns the arguments that may be inputs; with a token on stdin, any may be. */
export function inputArguments(command: CommandUnknownOpts, isAny: boolean): readonly GivenArgument[] {
  const { args, registeredArguments: slots } = command;
  return args.flatMap((word, index) => {
    const slot = slots[Math.min(index, slots.length - 1)];
    const name = slot?.name() ?? '';
    if (name === OTHER_PROGRAM) return [];
    const isInput =
      name === RUN
        ? command.getOptionValue('merge') === true
        : slot?.variadic === true || !NO_INPUTS.has(name);
    return isAny || isInput ? [{ word, slot: name }] : [];
  });
}

function readsStdin({ long, description }: Option): boolean {
  return INPUT_FLAGS.has(long ?? undefined) || /(?:^|\s)- (?:is stdin|\(stdin\))/.test(description);
}
