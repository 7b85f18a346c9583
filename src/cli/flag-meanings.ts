import { OUTPUT_FORMATS } from '../output/view.ts';
import {
  as,
  chosenBy,
  columns,
  containing,
  either,
  file,
  format,
  groupName,
  isAt,
  isList,
  isLogs,
  jq,
  limit,
  type Meaning,
  members,
  named,
  ofCompletion,
  person,
  sorted,
  type TypedCommand,
  target,
  url,
  userName,
} from './meaning-kinds.ts';

/** Flags with a value. */
const WITH_VALUE: Readonly<Record<string, Meaning>> = {
  '--format': format,
  '--out-format': format,
  '--output-format': format,
  '-f': either(format, file),
  '--json': members,
  '--jq': jq,
  '--jsonpath': jq,
  '--fields': columns,
  '--select': columns,
  '--properties': columns,
  '--attributes': columns,
  '--sort': sorted,
  '--sort-by': sorted,
  '--order-by': sorted,
  '--orderby': sorted,
  '--target': target,
  '--shell': ofCompletion,
  '-s': ofCompletion,
  '--max': limit,
  '--max-results': limit,
  '--max-items': limit,
  '--top': limit,
  '--first': limit,
  '--page-size': limit,
  '--per-page': limit,
  '--count': limit,
  '-L': limit,
  '--user': person,
  '--username': userName,
  '--upn': userName,
  '--user-principal-name': userName,
  '--id': named,
  '--user-id': person,
  '--object-id': person,
  '--identity': person,
  '--group': either(named, chosenBy('groups')),
  '--name': named,
  '--file': file,
  '--filename': file,
  '--input': file,
  '--input-file': file,
  '--email': either(person, chosenBy('email')),
  '--department': chosenBy('department'),
  '--title': chosenBy('title'),
  '--manager': chosenBy('manager'),
  '--search': containing,
  '--members': (value, command) =>
    isAt(command, 'groups create') || isAt(command, 'groups replace')
      ? as('--member')(value, command)
      : undefined,
  '--display-name': groupName,
  '--displayname': groupName,
  '--group-name': groupName,
  '--context': as('-p'),
  '--account': as('-p'),
  '--env': as('-p'),
  '--configuration': as('-p'),
  '--url': url('--scim-url'),
  '--base-url': url('--scim-url'),
  '--endpoint': url('--scim-url'),
  '--scim-base-url': url('--scim-url'),
  '--web-api-url': url('--api-url'),
  '--webapi-url': url('--api-url'),
  '--web-url': url('--api-url'),
  // The value names what is confirmed. If the line already contains that name, repeating it would add a
  // second target.
  '--confirm': (value, { repeated }) => (value !== undefined && repeated.has(value) ? ['--yes'] : undefined),
  '--parallelism': (value) => (/^\d+$/.test(value ?? '') ? ['--concurrency', value ?? ''] : undefined),
  '--parallel': (value) => (/^\d+$/.test(value ?? '') ? ['--concurrency', value ?? ''] : undefined),
};

const DEACTIVATED = ['--where', 'active eq false'];
const pruned = (command: TypedCommand) =>
  isAt(command, 'bulk plan') || isAt(command, 'bulk apply') ? ['--prune'] : undefined;
const where = (expression: readonly string[]) => (command: TypedCommand) =>
  isAt(command, 'users list') ? expression : undefined;

/** Flags without a value. */
const ALONE: Readonly<Record<string, (command: TypedCommand) => readonly string[] | undefined>> = {
  ...Object.fromEntries(OUTPUT_FORMATS.map((format) => [`--${format}`, () => ['-o', format]])),
  '--deactivate-missing': pruned,
  '--delete-missing': pruned,
  '--remove-missing': pruned,
  '--suspend-missing': pruned,
  '--raw': () => ['-o', 'text'],
  '--plan': () => ['-n'],
  '--preview': () => ['-n'],
  '--what-if': () => ['-n'],
  '--whatif': () => ['-n'],
  '--dryrun': () => ['-n'],
  '--force': () => ['--yes'],
  '--confirm': () => ['--yes'],
  '--auto-approve': () => ['--yes'],
  '--assume-yes': () => ['--yes'],
  '--skip-confirmation': () => ['--yes'],
  '--no-prompt': () => ['--no-input'],
  '--non-interactive': () => ['--no-input'],
  '--silent': () => ['-q'],
  '--no-headers': () => ['--no-header'],
  '--no-color': () => ['--color', 'never'],
  '--trace': () => ['--debug'],
  '--no-cli-pager': () => ['--no-pager'],
  '--watch': (command) => (isLogs(command) ? ['--follow'] : undefined),
  '--tail': (command) => (isLogs(command) ? ['--follow'] : undefined),
  '--count': (command) => (isList(command) ? ['--query', 'length(@)'] : undefined),
  '--all': (command) => (isList(command) ? ['-o', 'ndjson'] : undefined),
  '--active': where(['--where', 'active eq true']),
  '--inactive': where(DEACTIVATED),
  '--disabled': where(DEACTIVATED),
  '--suspended': where(DEACTIVATED),
  '--deactivated': where(DEACTIVATED),
  '--guests': where(['--where', 'guest eq true']),
};

/**
 * Returns the words of orgctl for a flag of another tool.
 * @param value the word after the flag, if it can be a value
 * @param isJoined whether the value is joined to the flag by =
 * @returns the words, and whether they include the value; undefined if the flag has no equivalent here
 */
export function flagMeaning(
  flag: string,
  value: string | undefined,
  isJoined: boolean,
  command: TypedCommand,
): { readonly words: readonly string[]; readonly takesValue: boolean } | undefined {
  const valued = Object.hasOwn(WITH_VALUE, flag) ? WITH_VALUE[flag]?.(value, command) : undefined;
  if (valued !== undefined && value !== undefined) return { words: valued, takesValue: true };
  const lone = Object.hasOwn(ALONE, flag) && !isJoined ? ALONE[flag]?.(command) : undefined;
  return lone === undefined ? undefined : { words: lone, takesValue: false };
}
