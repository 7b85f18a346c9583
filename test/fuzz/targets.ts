import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';
import { scriptedServer } from '../support/scripted-server.ts';
import { CANARY } from './judge.ts';

/** A door of the program: valid input to begin with, and what is done with an input. */
export interface Target {
  readonly name: string;
  /** Whether stdout is JSON when all is well. */
  readonly isJson: boolean;
  /** Opens the door on a machine of its own. */
  open(): Promise<{ readonly seeds: readonly string[]; run(input: string): Promise<Ran> }>;
}

const example = (name: string) => readFileSync(join('examples', name), 'utf8');
const env = { ORGCTL_TOKEN: CANARY };
const quick = { env, sleep: async () => {} };

/** Writes the input to a file and runs a command on it. */
function file(name: string, path: string, seeds: readonly string[], words: string, isJson = true): Target {
  return {
    name,
    isJson,
    async open() {
      const machine = freshMachine();
      writeFileSync(machine.path('people.csv'), example('people.csv'));
      const input = machine.path(path);
      return {
        seeds,
        run(text) {
          writeFileSync(input, text);
          const line = words
            .split(' ')
            .map((word) => (word === 'FILE' ? input : word.replace('@', `${machine.home}/`)));
          return machine.words(line, quick);
        },
      };
    },
  };
}

/** Writes the input over a file that the program made. */
function own(
  name: string,
  make: string,
  find: (machine: Machine) => string,
  words: string,
  given: Readonly<Record<string, string>> = env,
): Target {
  return {
    name,
    isJson: true,
    async open() {
      const machine = freshMachine();
      writeFileSync(machine.path('people.csv'), example('people.csv'));
      await machine.orgctl(make.replaceAll('@', `${machine.home}/`), { stdin: CANARY });
      const path = find(machine);
      return {
        seeds: [readFileSync(path, 'utf8')],
        run(text) {
          writeFileSync(path, text);
          return machine.words(
            words.split(' ').map((word) => word.replace('@', `${machine.home}/`)),
            { ...quick, env: given },
          );
        },
      };
    },
  };
}

/** Gives the input as words of the command line. */
function typed(
  name: string,
  seeds: readonly string[],
  wordsOf: (input: string) => readonly string[],
  isJson: boolean,
): Target {
  return {
    name,
    isJson,
    async open() {
      const machine = freshMachine();
      return {
        seeds,
        run: (text) => machine.words(wordsOf(text.replaceAll('\0', '')), { ...quick, env: {} }),
      };
    },
  };
}

function runFile(name: string): (machine: Machine) => string {
  return ({ path }) => {
    const [run = ''] = readdirSync(path('state/runs'));
    return path(join('state/runs', run, name));
  };
}

const USERS = JSON.stringify({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: 2,
  itemsPerPage: 2,
  startIndex: 1,
  Resources: [
    { id: 'W1ABCDEFG', userName: 'bo', active: true, emails: [{ value: 'bo@x.example', primary: true }] },
    {
      id: 'W1ABCDEFH',
      userName: 'eva',
      name: { givenName: 'Eva' },
      meta: { created: '2024-01-01T00:00:00Z' },
    },
  ],
});
const LOGS = JSON.stringify({
  ok: true,
  logs: [{ date: '1709571600', change_type: 'added', app_id: 'A1', user_id: 'W1' }],
  paging: { page: 1, pages: 1, total: 1, count: 100 },
});

/** Answers every request with the input. */
function answers(name: string, seeds: readonly string[], words: string): Target {
  return {
    name,
    isJson: true,
    async open() {
      let body = '';
      const service = await scriptedServer((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      });
      const machine = freshMachine();
      const flags = `--scim-url ${service.origin} --api-url ${service.origin}/api --scim-version 2.0 --max-wait 0s`;
      return {
        seeds,
        run(text) {
          body = text;
          return machine.words(`${flags} ${words}`.split(' '), quick);
        },
      };
    },
  };
}

const NDJSON =
  '{"userName":"bo","email":"bo@x.example","name":{"givenName":"Bo"}}\n{"userName":"eva","emails":[{"value":"eva@x.example"}]}\n';

export const TARGETS: readonly Target[] = [
  file('csv', 'rows.csv', [example('people.csv')], 'bulk check FILE -o json'),
  file('ndjson', 'rows.ndjson', [NDJSON], 'bulk check FILE -o json'),
  file('map', 'map.yaml', [example('hr.yaml')], 'bulk check @people.csv --map FILE -o json'),
  file('groups', 'groups.csv', [example('groups.csv')], 'bulk check FILE -o json'),
  file(
    'ids',
    'ids.json',
    ['{"user_id_map":{"U0AAAAAA1":"W0AAAAAA1"},"invalid_user_ids":["U1"]}'],
    'migrate rewrite --map FILE @people.csv',
    false,
  ),
  file('seed', 'seed.yaml', [example('organization.yaml')], 'sandbox seed FILE', false),
  file(
    'manifest-json',
    'manifest.json',
    [example('manifest-v1.json')],
    'manifest validate FILE --format json',
  ),
  file('manifest-yaml', 'manifest.yaml', [example('manifest.yaml')], 'manifest validate FILE --format json'),
  own(
    'plan',
    '-p sandbox bulk plan @people.csv --out @plan.json',
    ({ path }) => path('plan.json'),
    '-p sandbox -n bulk apply @plan.json --yes -o json',
    {},
  ),
  own(
    'journal',
    '-p sandbox bulk apply @people.csv --yes',
    runFile('journal.ndjson'),
    'bulk report latest -o json',
    {},
  ),
  own(
    'state',
    '-p sandbox scim users create --user-name bo --email bo@x.example',
    ({ path }) => path('state/sandbox/organisation.ndjson'),
    '-p sandbox scim users list -o json',
    {},
  ),
  own(
    'profiles',
    'profile add acme --scim-url https://x.example --token-stdin --no-check',
    ({ path }) => path('config/profiles.json'),
    'profile list -o json',
    {},
  ),
  typed(
    'filter',
    ['userName sw "a" and (active eq true or title pr)'],
    (text) => ['-p', 'sandbox', 'scim', 'users', 'list', '-o', 'json', '--filter', text],
    true,
  ),
  typed(
    'query',
    ['[?active].{name: userName, mail: emails[0].value} | [0:2]'],
    (text) => ['-p', 'sandbox', 'scim', 'users', 'list', '-o', 'json', '--query', text],
    true,
  ),
  typed(
    'argv',
    ['-p sandbox scim users list --limit 2 -o csv --columns userName', `-p sandbox scim users get ${CANARY}`],
    (text) => text.split(' '),
    false,
  ),
  answers('answers', [USERS], 'scim users list -o json'),
  answers(
    'answers-get',
    ['{"id":"W1ABCDEFG","userName":"bo","emails":[{"value":"bo@x.example"}]}'],
    'scim users get W1ABCDEFG -o json',
  ),
  answers('answers-web', [LOGS], 'logs -o json'),
];
