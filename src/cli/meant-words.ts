import { impossibleReason } from './impossible-words.ts';

/**
 * Returns the intended words; undefined if the words after the command are its ordinary arguments. `verbs`
 * are the words that were typed for the command.
 */
type Adapt = (tail: readonly string[], verbs: readonly string[]) => readonly string[] | undefined;

const isPlain = (word: string | undefined): word is string => word !== undefined && !word.startsWith('-');
const isAssignment = (word: string) => /^[a-z][\w.]*=/i.test(word);

/** Handles `rename a b` for a command that renames with a flag. */
const renamed =
  (path: string, flag: string): Adapt =>
  ([before, after, ...rest], verbs) =>
    verbs.includes('rename') && isPlain(before) && isPlain(after)
      ? [path, before, flag, after, ...rest]
      : undefined;

/** Handles `title=Lead` without a flag. */
const assigned: Adapt = (tail) =>
  tail.some(isAssignment)
    ? ['scim users patch', ...tail.flatMap((word) => (isAssignment(word) ? ['--set', word] : [word]))]
    : undefined;

/** Handles `update user NAME suspended on`, the syntax of GAM. */
const suspended: Adapt = ([name, word = '', state = '', ...rest]) => {
  if (!isPlain(name) || !/^suspended$/i.test(word)) return undefined;
  if (/^(?:on|true|yes)$/i.test(state)) return ['scim users deactivate', name, ...rest];
  return /^(?:off|false|no)$/i.test(state) ? ['scim users activate', name, ...rest] : undefined;
};

/** A migration can only be undone by undoing its run. */
const undone: Adapt = (tail, verbs) =>
  verbs.includes('migrate') ? ['undo latest', ...tail.filter((word) => !isPlain(word))] : undefined;

/** No command compares two files of people; `bulk plan` is the closest. */
const twoFiles: Adapt = ([before, after], verbs) =>
  verbs.includes('diff') && isPlain(before) && isPlain(after) ? ['bulk plan --help'] : undefined;

/** Handles a name after a command that lists everything. */
const oneOf =
  (path: string): Adapt =>
  (tail, verbs) => {
    if (!isPlain(tail[0])) return undefined;
    if (tail[0] === 'all') return [path.replace(/get$/, 'list'), ...tail.slice(1)];
    return [verbs.some((verb) => SEARCHING.has(verb)) ? 'who' : path, ...tail];
  };

const SEARCHING: ReadonlySet<string> = new Set(['find', 'search']);

/** Handles `get users`: without a name, list all of them. */
const allOf =
  (path: string): Adapt =>
  (tail) =>
    tail.length === 0 || /^(?:-o|--output|--columns|--query|--limit|--where)$/.test(tail[0] ?? '')
      ? [path, ...tail]
      : undefined;

const newUser: Adapt = ([name, ...rest]) =>
  isPlain(name)
    ? ['scim users create', name.includes('@') ? '--email' : '--user-name', name, ...rest]
    : undefined;

/** Sessions cannot be ended individually; list them instead. */
const withoutVerb: Adapt = ([verb = '', ...rest]) =>
  impossibleReason(['admin', 'sessions'], [verb]) === undefined ? undefined : ['admin sessions', ...rest];

/** Handles `apply -f FILE`: the file is an argument here. */
const ofFile =
  (path: string): Adapt =>
  ([flag = '', file, ...rest]) =>
    /^(?:-f|--file|--filename)$/.test(flag) && isPlain(file) ? [path, file, ...rest] : undefined;

/** Handles `explain error email_taken`, `explain exit code 9`, `explain HTTP 429`. */
const ofCode: Adapt = ([noun = '', code, ...rest], verbs) => {
  if (!/^(?:error|code|error-?code|exit|exit-?code|http|status|http-?status|column)$/i.test(noun))
    return undefined;
  if (!isPlain(code)) return undefined;
  return ofCode([code, ...rest], verbs) ?? ['explain', code, ...rest];
};

/**
 * Handles `print group-members`; without a group, exports the members of all groups. In GAM the word "group"
 * precedes the group name.
 */
const membersOf: Adapt = ([first, ...rest], verbs) => {
  if (!verbs.some((verb) => /^group-?members$/.test(verb))) return undefined;
  if (!isPlain(first)) return ['scim groups export', ...(first === undefined ? [] : [first, ...rest])];
  return ['scim groups members list', ...(first === 'group' && isPlain(rest[0]) ? rest : [first, ...rest])];
};

const ADAPTED: Readonly<Record<string, readonly Adapt[]>> = {
  'scim users patch': [renamed('scim users patch', '--user-name'), suspended, assigned],
  'scim groups patch': [renamed('scim groups patch', '--name')],
  'scim users list': [oneOf('scim users get')],
  'scim groups list': [oneOf('scim groups get')],
  'scim users get': [allOf('scim users list')],
  'scim groups get': [allOf('scim groups list')],
  'scim users create': [newUser],
  'bulk apply': [ofFile('bulk apply')],
  'bulk plan': [twoFiles, ofFile('bulk plan')],
  undo: [undone],
  'bulk check': [ofFile('bulk check')],
  explain: [ofCode],
  'scim groups members': [oneOf('scim groups members list')],
  'scim groups members list': [membersOf],
  'profile list': [oneOf('profile show')],
  'runs list': [oneOf('runs show')],
  'admin sessions': [withoutVerb],
};

/**
 * Returns the flags for arguments that the command takes as flags: `groups create X clara.voss`.
 * @param operands the arguments of the command
 */
export function withFlagsForOperands(
  path: readonly string[],
  operands: readonly string[],
): readonly string[] | undefined {
  const command = path.join(' ').replace(/^(?=users|groups)/, 'scim ');
  const [first, ...rest] = operands;
  if (first === undefined) return undefined;
  if (/^scim (?:users|groups) export$/.test(command) && rest.length === 0) return ['--out', first];
  if (command !== 'scim groups create' || rest.length === 0) return undefined;
  return [first, ...rest.flatMap((name) => ['--member', name])];
}

/** Commands without arguments: a word after them repeats their meaning, as in `tokens list`. */
const ALONE = /^help |^version$|^logs$/;

/**
 * Returns the words of the intended command, with its arguments.
 * @param path the command
 * @param verbs the words that were typed for it
 * @param tail the words after them
 */
export function adaptArguments(
  path: readonly string[],
  verbs: readonly string[],
  tail: readonly string[],
): readonly string[] {
  const command = path.join(' ');
  const lower = verbs.map((verb) => verb.toLowerCase());
  for (const adapt of ADAPTED[command] ?? []) {
    const [adapted, ...rest] = adapt(tail, lower) ?? [];
    if (adapted !== undefined) return [...adapted.split(' '), ...rest];
  }
  return ALONE.test(command) ? [...path, ...tail.filter((word) => !isPlain(word))] : [...path, ...tail];
}

/** The command for a name that follows a group directly. */
const OF_A_NAME: Readonly<Record<string, string>> = {
  '': 'who',
  'scim users': 'scim users get',
  'scim groups': 'scim groups get',
  'scim groups members': 'scim groups members list',
  profile: 'profile show',
  runs: 'runs show',
};

/**
 * Returns the command for a name in place of a command: `users clara.voss`.
 * @param path the group
 */
export function commandForName(path: readonly string[], word: string): readonly string[] | undefined {
  const group = path.join(' ').replace(/^(?=users|groups)/, 'scim ');
  const looksLikeName = group === '' ? /^\w+\.\w+$|@/ : /[.@\d\s]|^[A-Z]/;
  const command = OF_A_NAME[group];
  return command !== undefined && looksLikeName.test(word) ? command.split(' ') : undefined;
}

const MEMBERSHIPS: Readonly<Record<string, string>> = { 'add to': 'add', 'remove from': 'remove' };

/**
 * Returns the command that changes the members of a group, for `groups add IT clara.voss`; with a single
 * name, a group is created.
 */
export function membersWords(words: readonly string[]): readonly string[] | undefined {
  const [noun = '', verb = '', group, person] = words;
  if (!/^groups?$/.test(noun) || !/^(?:add|remove)$/.test(verb)) return undefined;
  if (group === undefined || /^members?$/.test(group)) return undefined;
  return person === undefined ? undefined : ['scim', 'groups', 'members', verb];
}

/**
 * Returns the command that changes the members of a group, for `add clara.voss to IT` and `remove clara.voss
 * from IT`.
 */
export function membershipWords(words: readonly string[]): readonly string[] | undefined {
  const [verb = '', person, link = '', group] = words;
  const wanted = MEMBERSHIPS[`${verb} ${link}`];
  if (wanted === undefined || person === undefined || group === undefined) return undefined;
  return ['scim', 'groups', 'members', wanted, group, person];
}
