/**
 * Returns the words that are meant; undefined where the words behind a command are what it takes. `verbs`
 * were typed for the command.
 */
type Adapt = (tail: readonly string[], verbs: readonly string[]) => readonly string[] | undefined;

const isPlain = (word: string | undefined): word is string => word !== undefined && !word.startsWith('-');
const isAssignment = (word: string) => /^[a-z][\w.]*=/i.test(word);

/** `rename a b` in the words of a command that changes other things as well. */
const renamed =
  (path: string, flag: string): Adapt =>
  ([before, after, ...rest], verbs) =>
    verbs.includes('rename') && isPlain(before) && isPlain(after)
      ? [path, before, flag, after, ...rest]
      : undefined;

/** `title=Lead`, without a flag. */
const assigned: Adapt = (tail) =>
  tail.some(isAssignment)
    ? ['scim users patch', ...tail.flatMap((word) => (isAssignment(word) ? ['--set', word] : [word]))]
    : undefined;

/** `update user NAME suspended on`, as GAM writes it. */
const suspended: Adapt = ([name, word = '', state = '', ...rest]) => {
  if (!isPlain(name) || !/^suspended$/i.test(word)) return undefined;
  if (/^(?:on|true|yes)$/i.test(state)) return ['scim users deactivate', name, ...rest];
  return /^(?:off|false|no)$/i.test(state) ? ['scim users activate', name, ...rest] : undefined;
};

/** Nothing undoes a move but the undo of the run that made it. */
const undone: Adapt = (tail, verbs) =>
  verbs.includes('migrate') ? ['undo latest', ...tail.filter((word) => !isPlain(word))] : undefined;

/** No command compares two files of people. */
const twoFiles: Adapt = ([before, after], verbs) =>
  verbs.includes('diff') && isPlain(before) && isPlain(after) ? ['bulk plan --help'] : undefined;

/** A name behind a command that lists everything. */
const oneOf =
  (path: string): Adapt =>
  (tail, verbs) => {
    if (!isPlain(tail[0])) return undefined;
    if (tail[0] === 'all') return [path.replace(/get$/, 'list'), ...tail.slice(1)];
    return [verbs.some((verb) => SEARCHING.has(verb)) ? 'who' : path, ...tail];
  };

const SEARCHING: ReadonlySet<string> = new Set(['find', 'search']);

/** `get users`: without a name, all of them. */
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

/** No session can be ended by itself: what there is to know is who has one. */
const withoutVerb: Adapt = ([verb = '', ...rest]) =>
  ['revoke', 'kill', 'end', 'delete', 'remove', 'reset'].includes(verb)
    ? ['admin sessions', ...rest]
    : undefined;

/** `apply -f FILE`: a file stands without a flag. */
const ofFile =
  (path: string): Adapt =>
  ([flag = '', file, ...rest]) =>
    /^(?:-f|--file|--filename)$/.test(flag) && isPlain(file) ? [path, file, ...rest] : undefined;

/** `explain error email_taken`, `explain exit code 9`, `explain HTTP 429`. */
const ofCode: Adapt = ([noun = '', code, ...rest], verbs) => {
  if (!/^(?:error|code|error-?code|exit|exit-?code|http|status|http-?status|column)$/i.test(noun))
    return undefined;
  if (!isPlain(code)) return undefined;
  return ofCode([code, ...rest], verbs) ?? ['explain', code, ...rest];
};

/**
 * `print group-members`: without a group, those of all of them. GAM has the word "group" in front of the one.
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
 * Returns the words of a command for operands that it takes behind a flag: `groups create X clara.voss`.
 * @param operands what the command line names
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
 * Returns the words of the command that is meant, and what it takes of those behind it.
 * @param path the command
 * @param verbs the words that were typed for it
 * @param tail the words behind them
 */
export function adaptedWords(
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

/** What a group does with a name where no command is typed. */
const OF_A_NAME: Readonly<Record<string, string>> = {
  '': 'who',
  'scim users': 'scim users get',
  'scim groups': 'scim groups get',
  'scim groups members': 'scim groups members list',
  profile: 'profile show',
  runs: 'runs show',
};

/**
 * Returns the command for a name, which stands where a command is expected: `users clara.voss`.
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
 * Returns the words that change the members of a group, for `groups add IT clara.voss`: of one name alone, a
 * group is created.
 */
export function membersWords(words: readonly string[]): readonly string[] | undefined {
  const [noun = '', verb = '', group, person] = words;
  if (!/^groups?$/.test(noun) || !/^(?:add|remove)$/.test(verb)) return undefined;
  if (group === undefined || /^members?$/.test(group)) return undefined;
  return person === undefined ? undefined : ['scim', 'groups', 'members', verb];
}

/** Returns the words that change a group, for `add clara.voss to IT` and `remove clara.voss from IT`. */
export function membershipWords(words: readonly string[]): readonly string[] | undefined {
  const [verb = '', person, link = '', group] = words;
  const wanted = MEMBERSHIPS[`${verb} ${link}`];
  if (wanted === undefined || person === undefined || group === undefined) return undefined;
  return ['scim', 'groups', 'members', wanted, group, person];
}
