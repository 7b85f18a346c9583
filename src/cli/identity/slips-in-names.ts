import { Failure } from '../../failure/failure.ts';
import { USER_ATTRIBUTE_NAMES } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import { quoted } from '../command-words.ts';
import { impossibleReason } from '../impossible-words.ts';

const hintOf = (line: readonly string[]) => ({ hint: `orgctl ${line.map(quoted).join(' ')}` });

/** Attributes whose values are not repeated in messages. */
const SECRET: ReadonlySet<string> = new Set(['password']);

const isAssignment = (word: string) => {
  const [name = '', value] = word.split('=', 2);
  return value !== undefined && !SECRET.has(name) && USER_ATTRIBUTE_NAMES.some((known) => known === name);
};

/**
 * Returns the words that name users, and refuses `title=Lead` without `--set`.
 * @param words the arguments that name users
 * @throws Failure `usage` with the corrected command line
 */
export function refuseLooseAssignments(words: readonly string[], argv: readonly string[]): void {
  const loose = words.find(isAssignment);
  if (loose === undefined) return;
  const line = argv.flatMap((word, index) =>
    isAssignment(word) && argv[index - 1] !== '--set' ? ['--set', word] : [word],
  );
  throw new Failure('usage', `"${loose}" is not a user (did you mean --set ${quoted(loose)}?)`, hintOf(line));
}

/**
 * Explains a failed look-up of the user "list" after a command that lists by itself, or of "reset" although
 * sessions cannot be ended, with the corrected command line.
 */
export function withoutVerb(error: unknown, words: readonly string[], argv: readonly string[]): unknown {
  if (!(error instanceof Failure) || error.code !== 'no_such_user') return error;
  const [verb = ''] = words;
  const at = argv.findIndex((word, index) => word === verb && argv[index - 1] === 'sessions');
  if (at < 0) return error;
  const why = impossibleReason(['admin', 'sessions'], [verb]);
  // Another name may be the one that was not found.
  const isUnknown = why !== undefined && error.message.includes(`"${verb}"`);
  if (verb !== 'list' && !isUnknown) return error;
  const message =
    verb === 'list' ? `${error.message}; omit "list"` : `no user is named "${verb}", and ${why}`;
  return new Failure('usage', message, {
    ...hintOf(argv.toSpliced(at, 1)),
    cause: error,
  });
}

/** Adds to a failed look-up of `--only a,b` the command line that names each user separately. */
export function withUsersApart(error: unknown, only: readonly string[], argv: readonly string[]): unknown {
  if (!(error instanceof Failure) || !only.some((word) => /.,./.test(word))) return error;
  const line = argv.flatMap((word, index) => {
    const isValue = argv[index - 1] === '--only';
    const list = isValue ? word : /^--only=(.*)$/s.exec(word)?.[1];
    if (list === undefined) return word === '--only' ? [] : [word];
    return list.split(',').flatMap((name) => (name === '' ? [] : ['--only', name]));
  });
  const { kind, message, code, issues } = error;
  return new Failure(kind, message, {
    ...defined({ code }),
    issues,
    ...hintOf(line),
    cause: error,
  });
}
