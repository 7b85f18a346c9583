import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { account, group, TOKENS } from '../support/organization-world.ts';
import { freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';
import { scriptedServer, tcpServer } from '../support/scripted-server.ts';
import { openTestSandbox } from '../support/test-sandbox.ts';
import { CANARY } from './judge.ts';

/** An entry point of the program: valid seeds, and a function that runs an input. */
export interface Target {
  readonly name: string;
  /** Whether stdout is JSON at exit 0. */
  readonly isJson: boolean;
  /** Prepares a separate machine. The command exits with 0 for each seed. */
  open(): Promise<{ readonly seeds: readonly string[]; run(input: string): Promise<Ran> }>;
}

export const example = (name: string) => readFileSync(join('examples', name), 'utf8');
const env = { ORGCTL_TOKEN: CANARY };
const quick = { env, sleep: async () => {} };

/**
 * Writes the input to a file and runs a command on it. The folder already contains the other files that
 * commands need.
 */
export function file(
  name: string,
  path: string,
  seeds: readonly string[],
  words: string,
  isJson = true,
): Target {
  return {
    name,
    isJson,
    async open() {
      const machine = freshMachine();
      writeFileSync(machine.path('hr.csv'), example('hr.csv'));
      writeFileSync(machine.path('ids.txt'), 'U0AAAAAA1,U0AAAAAA2\n'.repeat(20));
      const input = machine.path(path);
      // The token is not valid in the sandbox, which uses its own.
      const world = words.includes('-p sandbox') ? { ...quick, env: {} } : quick;
      return {
        seeds,
        run(text) {
          writeFileSync(input, text);
          const line = words
            .split(' ')
            .map((word) => (word === 'FILE' ? input : word.replace('@', `${machine.home}/`)));
          return machine.words(line, world);
        },
      };
    },
  };
}

/** Overwrites a file that the program created with the input. */
export function own(
  name: string,
  make: string,
  find: (machine: Machine) => string,
  words: string,
  given: Readonly<Record<string, string>> = env,
  kept = (text: string) => text,
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
        seeds: [kept(readFileSync(path, 'utf8'))],
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

/** Passes the input as words of the command line. */
export function typed(
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

/** Finds a file of the created run. */
export function runFile(name: string): (machine: Machine) => string {
  return ({ path }) => {
    const [run = ''] = readdirSync(path('state/runs'));
    return path(join('state/runs', run, name));
  };
}

/** A service that returns the input as every response, and the flags to connect to it. */
interface Answering {
  readonly flags: string;
  setAnswer(text: string): void;
}

async function answeringWithBodies(): Promise<Answering> {
  let body = '';
  const { origin } = await scriptedServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  return {
    flags: `--scim-url ${origin} --api-url ${origin}/api`,
    setAnswer: (text) => {
      body = text;
    },
  };
}

/** The input is the whole response, with its status line and headers. */
async function answeringWithBytes(): Promise<Answering> {
  let whole = '';
  const { port } = await tcpServer((socket) => {
    socket.once('data', () => socket.end(whole));
  });
  return {
    flags: `--scim-url http://127.0.0.1:${port} --timeout 1s`,
    setAnswer: (text) => {
      whole = text;
    },
  };
}

function answeredBy(
  service: () => Promise<Answering>,
): (name: string, seeds: readonly string[], words: string) => Target {
  return (name, seeds, words) => ({
    name,
    isJson: true,
    async open() {
      const { flags, setAnswer } = await service();
      const machine = freshMachine();
      return {
        seeds,
        run(text) {
          setAnswer(text);
          return machine.words(`${flags} --scim-version 2.0 --max-wait 0s ${words}`.split(' '), quick);
        },
      };
    },
  });
}

/** Returns the input as the body of every response. */
export const answers = answeredBy(answeringWithBodies);

/** Returns the input as the raw bytes of every response. */
export const wire = answeredBy(answeringWithBytes);

/** Passes the input as environment variables, one per line. */
export function variables(name: string, seeds: readonly string[], words: string): Target {
  return {
    name,
    isJson: false,
    async open() {
      const machine = freshMachine();
      return {
        seeds,
        run(text) {
          const pairs = text
            .replaceAll('\0', '')
            .split('\n')
            .map((line) => [line.split('=', 1)[0] ?? '', line.slice(line.indexOf('=') + 1)] as const)
            // Without it, each run uses the separate folder of the machine.
            .filter(([key]) => key !== 'ORGCTL_HOME');
          return machine.words(words.split(' '), { ...quick, env: Object.fromEntries(pairs) });
        },
      };
    },
  };
}

/** Sends the input to the sandbox: method and path on the first line, the body after it. */
export function requests(name: string, seeds: readonly string[]): Target {
  return {
    name,
    isJson: true,
    async open() {
      const users = [account('ada'), account('bo')];
      const { sandbox } = await openTestSandbox({ users, groups: [group(['ada'])] });
      return {
        seeds,
        async run(text) {
          const [first = '', ...rest] = text.split('\n');
          const [method = '', path = ''] = first.split(' ');
          const isKnown = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
          const answer = await sandbox.answer({
            method: isKnown ? (method as 'GET') : 'POST',
            url: `http://localhost/${encodeURI(path.replace(/[\ud800-\udfff]/g, '')).replace(/^\/+/, '')}`,
            headers: {
              authorization: `Bearer ${TOKENS.primaryOwner}`,
              'content-type': 'application/json; charset=utf-8',
            },
            body: rest.join('\n'),
          });
          const isDefect = answer.status === 500 && !/_failure|_failed/.test(JSON.stringify(answer.body));
          const stdout = answer.body === undefined ? 'null' : JSON.stringify(answer.body);
          return { exit: isDefect ? 1 : 0, stdout, stderr: isDefect ? stdout : '' };
        },
      };
    },
  };
}
