import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS } from '../../src/output/view.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKENS } from '../../src/sandbox/demo-tokens.ts';
import { identifier } from '../../src/sandbox/identifiers.ts';
import type { OrganizationChange } from '../../src/sandbox/organization-data.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { faultySandbox } from '../support/faulty-sandbox.ts';
import { account } from '../support/organization-world.ts';
import { freshMachine, type RunOptions } from '../support/run-orgctl.ts';

/** Users on the first page, and in the whole list. */
const PAGE = 1000;
const PEOPLE = 1500;

function* crowd(): Generator<OrganizationChange> {
  yield* demoOrganization();
  for (let index = 0; index < PEOPLE; index += 1)
    yield { user: { ...account(`p${index}`), id: identifier('W', 100 + index) } };
  yield { record: { kind: 'crowd', id: 'sessions', count: PEOPLE + 100 } };
}

/** Lists of more than one page: streamed, redrawn on a terminal, queried, and read by cursor. */
const LISTS: readonly {
  readonly name: string;
  readonly line: string;
  readonly api: 'scim' | 'web';
  readonly run?: RunOptions;
}[] = [
  { name: 'a list', line: 'scim users list -o json', api: 'scim' },
  { name: 'a list on a terminal', line: 'scim users list -o json', api: 'scim', run: { terminal: 100 } },
  { name: 'a list with --query', line: "scim users list -o json --query '[*].id'", api: 'scim' },
  { name: 'a list by cursor', line: 'admin sessions -o json', api: 'web' },
];

/** Runs a command against a service with this fault on every page but the first. */
async function listAt(
  line: string,
  api: 'scim' | 'web',
  fault: JsonObject | undefined,
  options: RunOptions = {},
) {
  const page = api === 'scim' ? { path: '/scim/*', contains: 'startIndex=1001' } : { contains: 'cursor=' };
  const faults = fault === undefined ? [] : [{ ...page, times: 'always', ...fault }];
  const sandbox = await faultySandbox(crowd(), faults);
  const where = `--scim-url ${sandbox.origin} --scim-version 2.0 --api-url ${sandbox.origin}/api`;
  const ran = await freshMachine().orgctl(`${where} --max-wait 1m ${line}`, {
    env: { ORGCTL_TOKEN: SANDBOX_TOKENS.org },
    sleep: async () => {},
    ...options,
  });
  if (fault !== undefined) expect(sandbox.queue.tally).toEqual({ all: 1, consumed: 1 });
  return ran;
}

function arrayIn(stdout: string): readonly unknown[] {
  const value: unknown = JSON.parse(stdout);
  if (!Array.isArray(value)) throw new Error('it is no array');
  return value;
}

/** Faults of a later page, and the exit code of the command. */
const FAULTS: readonly (readonly [name: string, fault: JsonObject, exit: number])[] = [
  ['a connection reset', { do: 'reset' }, 10],
  ['a truncated response', { do: 'cut' }, 10],
  ['a 500 response', { do: 'error', status: 500 }, 10],
  ['a too long Retry-After', { do: 'throttle', retryAfter: 3600 }, 10],
  ['an HTML page', { do: 'html', status: 403 }, 11],
  ['an empty response', { do: 'answer' }, 11],
  ['a revoked token', { do: 'token', end: 'revoked' }, 4],
];

describe.each(LISTS)('$name whose later page meets', ({ line, api, run }) => {
  it.each(FAULTS)('%s: prints a valid array and a failure', async (_, fault, exit) => {
    const ran = await listAt(line, api, fault, run);
    expect(ran.exit).toBe(exit);
    const count = arrayIn(ran.stdout).length;
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(PEOPLE);
    const said: unknown = JSON.parse(ran.stderr.slice(ran.stderr.indexOf('{')));
    expect(said).toMatchObject({ exit });
  });
});

describe('a list that ends early', () => {
  it('prints nothing if the first page fails', async () => {
    for (const { line, api } of LISTS) {
      const ran = await listAt(line, api, { do: 'html', status: 403, contains: '', path: '*' });
      expect(ran).toMatchObject({ exit: 11, stdout: '' });
    }
  });

  it.each(OUTPUT_FORMATS.filter((format) => format !== 'table'))(
    'prints the users before the failure as %s',
    async (format) => {
      const ran = await listAt(`scim users list -o ${format}`, 'scim', { do: 'html', status: 403 });
      expect(ran.exit).toBe(11);
      expect(ran.stdout.split('\n').length).toBeGreaterThan(PAGE);
      expect(ran.stdout.endsWith('\n')).toBe(true);
    },
  );

  it.each([1, PAGE, PAGE + 1])('is an array of %i users with --limit', async (limit) => {
    const ran = await listAt(`scim users list -o json --limit ${limit}`, 'scim', undefined);
    expect(ran.exit).toBe(0);
    expect(arrayIn(ran.stdout)).toHaveLength(limit);
  });

  it('is an array, with exit 3, if the service has fewer users than its total', async () => {
    const ran = await listAt('scim users list -o json', 'scim', {
      do: 'total',
      add: 5,
      contains: 'startIndex',
    });
    expect(ran.exit).toBe(3);
    expect(arrayIn(ran.stdout).length).toBeGreaterThanOrEqual(PEOPLE);
  });

  it.each(LISTS)('is an array, with exit 130, after Ctrl-C: $name', async ({ line, api, run }) => {
    let stop: (signal: 'SIGINT') => void = () => {};
    const ran = await listAt(
      line,
      api,
      { do: 'throttle', retryAfter: 30 },
      {
        ...run,
        onStart: (deliver) => {
          stop = deliver;
        },
        sleep: async () => {
          stop('SIGINT');
          // Only the signal ends the command.
          await new Promise(() => {});
        },
      },
    );
    expect(ran.exit).toBe(130);
    expect(arrayIn(ran.stdout).length).toBeGreaterThan(0);
    expect(arrayIn(ran.stdout).length).toBeLessThan(PEOPLE);
  });

  it.each([
    [
      'an empty page',
      { do: 'emptyPage' },
      /^(?:no entries found\n)?warning: incomplete log: the service returned 0 of (\d+) entries\n$/,
    ],
    [
      'a total that is too high',
      { do: 'total', add: 5 },
      /^warning: incomplete log: the service returned (\d+) of \d+ entries\n$/,
    ],
  ])('causes a warning in logs: %s', async (_, fault, message) => {
    for (const [format, exit] of [
      ['json', 3],
      ['csv', 3],
      ['table', 0],
    ] as const) {
      const ran = await listAt(`logs --team T0HARBOUR -o ${format}`, 'web', {
        ...fault,
        contains: '',
        path: '/api/*',
      });
      expect(ran.exit).toBe(exit);
      expect(ran.stderr).toMatch(message);
    }
  });
});
