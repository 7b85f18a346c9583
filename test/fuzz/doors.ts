import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { account, group, TOKENS } from '../support/organization-world.ts';
import { freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';
import { scriptedServer, tcpServer } from '../support/scripted-server.ts';
import { openTestSandbox } from '../support/wire.ts';
import { CANARY } from './judge.ts';

/** A door of the program: valid input to begin with, and what is done with an input. */
export interface Target {
  readonly name: string;
  /** Whether stdout is JSON when all is well. */
  readonly isJson: boolean;
  /** Opens the door on a machine of its own. The command ends well with each of the seeds. */
  open(): Promise<{ readonly seeds: readonly string[]; run(input: string): Promise<Ran> }>;
}

export const example = (name: string) => readFileSync(join('examples', name), 'utf8');
const env = { ORGCTL_TOKEN: CANARY };
const quick = { env, sleep: async () => {} };

/**
 * Writes the input to a file and runs a command on it; the folder already has the other files that commands
 * need.
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
      // The token of the service is not one of the sandbox, whose own is used there.
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

/** Writes the input over a file that the program made. */
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

/** Gives the input as words of the command line. */
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

/** Finds a file of the run that was made. */
export function runFile(name: string): (machine: Machine) => string {
  return ({ path }) => {
    const [run = ''] = readdirSync(path('state/runs'));
    return path(join('state/runs', run, name));
  };
}

/** A service whose every answer is the input, and the flags that lead to it. */
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

/** The input is the whole answer, with its status line and its headers. */
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

/** Answers every request with the input as its body. */
export const answers = answeredBy(answeringWithBodies);

/** Sends the input itself as the answer to every request. */
export const wire = answeredBy(answeringWithBytes);

/** Gives the input as variables, one on a line. */
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
            // A folder of its own for what the run keeps.
            .filter(([key]) => key !== 'ORGCTL_HOME');
          return machine.words(words.split(' '), { ...quick, env: Object.fromEntries(pairs) });
        },
      };
    },
  };
}

/** Asks the sandbox with the input: a method and a path on the first line, the body behind it. */
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
