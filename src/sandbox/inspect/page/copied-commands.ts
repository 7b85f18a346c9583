import { WATCH_BOUNDS } from '../../bounds.ts';
import { isShownWhole, type ShownExchange } from '../exchange.ts';

/** Placeholder for the user's token in a command. */
const TOKEN_PLACE = '$TOKEN';

/**
 * Returns the request as a curl command; the token is a shell variable. Undefined if its path or its body is
 * not known to the end.
 */
export function curlLine(exchange: ShownExchange, origin: string): string | undefined {
  if (!isKnownWhole(exchange)) return undefined;
  const { method, path, sent, token, api } = exchange;
  const hasToken = token !== 'no token' || api === 'Web API';
  // A body without a type: curl would add that of a form.
  const type = sent === undefined ? [] : [`Content-Type:${sent.type === undefined ? '' : ` ${sent.type}`}`];
  const words = [
    'curl',
    // Brackets and braces in a URL are patterns of curl otherwise.
    ...(/[[\]{}]/.test(path) ? ['-g'] : []),
    ...(method === 'GET' ? [] : ['-X', shellWord(method)]),
    ...(hasToken ? ['-H', `"Authorization: Bearer ${TOKEN_PLACE}"`] : []),
    ...type.flatMap((header) => ['-H', shellWord(header)]),
    ...(sent === undefined ? [] : ['--data-raw', shellWord(sent.text)]),
    shellWord(`${origin}${path}`),
  ];
  return words.join(' ');
}

function isKnownWhole({ path, sent }: ShownExchange): boolean {
  return path.length < WATCH_BOUNDS.pathCharacters && (sent === undefined || isShownWhole(sent));
}

/**
 * Returns the request as an orgctl command; undefined if no command is equivalent, or the request is not
 * known whole.
 */
export function orgctlLine(exchange: ShownExchange, origin: string): string | undefined {
  if (!isKnownWhole(exchange)) return undefined;
  const command = exchange.api === 'Web API' ? webWords(exchange) : scimWords(exchange);
  if (command === undefined) return undefined;
  const isWeb = exchange.api === 'Web API';
  const { words, stdin } = command;
  const version = exchange.api === 'SCIM 1.1' ? ['--scim-version', '1.1'] : ['--scim-version', '2.0'];
  const place = isWeb
    ? ['--api-url', shellWord(`${origin}/api`)]
    : ['--scim-url', shellWord(origin), ...version];
  const line = [`ORGCTL_TOKEN="${TOKEN_PLACE}"`, 'orgctl', ...place, ...words].join(' ');
  return stdin === undefined ? line : `printf %s ${shellWord(stdin)} | ${line}`;
}

interface Command {
  readonly words: readonly string[];
  readonly stdin?: string;
}

function scimWords({ operation, path, sent }: ShownExchange): Command | undefined {
  const url = new URL(path, 'http://localhost');
  const id = shellWord(decoded(url.pathname.split('/')[4] ?? ''));
  const filter = url.searchParams.get('filter');
  const filtered = filter === null ? [] : ['--filter', shellWord(filter)];
  const file = sent === undefined ? undefined : { stdin: sent.text };
  const withFile = (...words: readonly string[]) =>
    file === undefined ? undefined : { words: [...words, '--file', '-'], ...file };
  switch (operation) {
    case 'listUsers':
      return { words: ['scim', 'users', 'list', ...filtered] };
    case 'getUser':
      return { words: ['scim', 'users', 'get', id] };
    case 'createUser':
      return withFile('scim', 'users', 'create');
    case 'patchUser':
      return withFile('scim', 'users', 'patch', id);
    case 'replaceUser':
      return withFile('scim', 'users', 'replace', id);
    case 'deactivateUser':
      return { words: ['scim', 'users', 'deactivate', id, '--yes'] };
    case 'listGroups':
      return { words: ['scim', 'groups', 'list', ...filtered] };
    case 'getGroup':
      return { words: ['scim', 'groups', 'get', id] };
    case 'createGroup':
      return withFile('scim', 'groups', 'create');
    case 'patchGroup':
      return withFile('scim', 'groups', 'patch', id);
    case 'replaceGroup':
      return withFile('scim', 'groups', 'replace', id);
    case 'deleteGroup':
      return { words: ['scim', 'groups', 'delete', id, '--yes'] };
    case 'serviceProviderConfig':
    case 'serviceProviderConfigs':
      return { words: ['scim', 'service', 'config'] };
    case 'resourceTypes':
      return { words: ['scim', 'service', 'resource-types'] };
    case 'schemas':
      return { words: ['scim', 'service', 'schemas'] };
    case 'schemaOfUsers':
      return { words: ['scim', 'service', 'schemas', 'users'] };
    case 'schemaOfGroups':
      return { words: ['scim', 'service', 'schemas', 'groups'] };
    default:
      return undefined;
  }
}

function webWords({ operation, path, sent, method }: ShownExchange): Command | undefined {
  if (operation === undefined) return undefined;
  const query = [...new URL(path, 'http://localhost').searchParams];
  const isJson = sent?.type?.includes('json') === true;
  const given = sent === undefined ? [] : isJson ? jsonWords(sent.text) : formWords(sent.text, sent.type);
  if (given === undefined) return undefined;
  const words = [
    ...query.map(([name, value]): readonly [string, string] => [name, `${name}=${value}`]),
    ...given,
  ]
    .filter(([name]) => name !== 'token')
    .map(([, word]) => shellWord(word));
  const flags = [...(isJson ? ['--json'] : []), ...(method === 'GET' ? ['--get'] : []), '--unchecked'];
  return { words: ['api', operation, ...words, ...flags] };
}

type Word = readonly [name: string, word: string];

function formWords(text: string, type: string | undefined): readonly Word[] | undefined {
  if (type?.includes('multipart') === true) return undefined;
  return [...new URLSearchParams(text)].map(([name, value]): Word => [name, `${name}=${value}`]);
}

function jsonWords(text: string): readonly Word[] | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
    return Object.entries(body).map(
      ([name, value]): Word =>
        typeof value === 'string' ? [name, `${name}=${value}`] : [name, `${name}:=${JSON.stringify(value)}`],
    );
  } catch {
    return undefined;
  }
}

/** Quotes a word for a POSIX shell if necessary. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
