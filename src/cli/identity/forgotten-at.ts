import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { Failure } from '../../failure/failure.ts';
import { isPlainFile } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import { recordedWords } from '../command-words.ts';
import { MANY_GROUPS } from './named-groups.ts';
import { MANY_USERS, ONE_OR_LIST } from './named-people.ts';

/** Descriptions of the arguments and flags that accept a list, by the code of the failed look-up. */
const TAKES_LIST: ReadonlyMap<string, readonly string[]> = new Map([
  ['no_such_user', [MANY_USERS, ONE_OR_LIST]],
  ['no_such_group', [MANY_GROUPS]],
]);

/**
 * Adds a hint to a failed look-up whose name is that of a file: the command line that reads the file as a
 * list (`@FILE`). Returns any other failure unchanged.
 * @param command the command that failed
 */
export function suggestListFile(
  failure: Failure,
  argv: readonly string[],
  command: CommandUnknownOpts,
): Failure {
  const explained = TAKES_LIST.get(failure.code ?? '');
  if (explained === undefined) return failure;
  const takesList = ({ description = '' }: { readonly description?: string }) =>
    explained.some((words) => description.includes(words));
  const said = [failure.message, ...failure.issues.map(({ message }) => message)];
  const isMeant = (word: string) => said.some((text) => text.includes(`"${word}"`)) && isPlainFile(word);
  const hasArgument = command.registeredArguments.some(takesList);
  const meant = argv.map((word, index) => {
    const before = command.options.find(({ short, long }) => [short, long].includes(argv[index - 1]));
    const mayBeList = before?.required === true ? takesList(before) : hasArgument;
    if (mayBeList && isMeant(word)) return `@${word}`;
    const [, name = '', value = ''] = /^(--[^=]+)=(.+)$/s.exec(word) ?? [];
    const flag = command.options.find(({ long }) => long === name);
    return flag !== undefined && takesList(flag) && isMeant(value) ? `${name}=@${value}` : word;
  });
  const file = meant.find((word, index) => word !== argv[index]);
  if (file === undefined) return failure;
  const line = recordedWords(meant, (text) => text);
  const { kind, message, code, status, issues, cause } = failure;
  return new Failure(kind, message, {
    ...defined({ code, status }),
    issues,
    cause,
    // A line with masked words cannot be run, so only the argument is shown.
    hint: line.includes('…')
      ? `${file} reads the file as a list`
      : `${file} reads the file as a list: ${line}`,
  });
}
