import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Capabilities } from '../../src/profiles/capabilities.ts';
import type { FirstPart, RecordedProfile, RecordingLine } from '../../src/recording/recording.ts';
import { damagedForms } from '../support/damaged-forms.ts';
import { expectToMatchSchema, fitsPublished } from '../support/published-schemas.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const FIRST: FirstPart = {
  recording: {
    format: 1,
    version: '1.0.0',
    node: '20.18.1',
    platform: 'linux',
    argv: ['api', 'api.test'],
    env: { TERM: 'xterm' },
    hasToken: true,
    started: 2_000_000_000_000,
    seed: 7,
    terminal: { stdin: 80, stdout: 80, stderr: 80 },
    inputs: { 'people.csv': 'userName\nada\n' },
    runs: ['{}'],
    lacks: ['a plan'],
  },
};
const capabilities: Capabilities = {
  format: 1,
  profile: 'acme',
  probedAt: '2026-01-02T03:04:05Z',
  tool: '1.0.0',
  scimBaseUrl: 'https://scim.example',
  webApiBaseUrl: 'https://scim.example/api',
  scimVersion: '2.0',
  calls: 3,
  budget: 9,
  answers: [
    {
      id: 'largest-page',
      question: 'x',
      state: 'answered',
      value: 7,
      expected: ['x'],
      basis: 'documented',
      section: 'SCIM §1',
      assumptions: ['x'],
      differs: true,
      why: 'x',
      evidence: [{ request: 'GET /', status: 200, saw: 'x' }],
    },
  ],
};
const asked = { method: 'GET', url: 'https://scim.example/api/api.test', headers: { accept: 'x' } } as const;

const PROFILE: RecordedProfile = {
  name: 'acme',
  isBuiltIn: false,
  isStored: true,
  scimBaseUrl: 'https://scim.example',
  webApiBaseUrl: 'https://scim.example/api',
  scimVersion: 'auto',
  vendor: 'service',
  output: 'json',
  quota: 'auto',
  tokens: ['org'],
  readOnly: true,
  protected: ['ada'],
  planLimits: { maxDeactivate: 3, maxChanges: '2.5%' },
  capabilities,
};

/** Each kind of line with all of its optional members. */
const LINES: readonly RecordingLine[] = [
  FIRST,
  { profile: PROFILE },
  {
    exchange: {
      sent: 1,
      received: 2,
      request: { ...asked, body: '{}' },
      response: { status: 200, headers: { date: 'x' }, body: '{"ok":true}' },
    },
  },
  {
    exchange: {
      sent: 1,
      received: 2,
      request: asked,
      noResponse: {
        outcome: 'unknown',
        message: 'x',
        isPermanent: false,
        isUnknownHost: false,
        isProxyFault: true,
      },
    },
  },
  { answer: 'yes' },
  { stdin: 'x' },
  { made: { of: 'order', from: ['ada'], is: 'x' } },
  { program: { exit: 0, at: 3 } },
  { end: { exit: 0, at: 3, stopped: 2 } },
];

/** Optional members, including keys of maps. */
const MAY_BE_MISSING =
  /\.(terminal\.\w+|runs|lacks|scimBaseUrl|webApiBaseUrl|output|quota|readOnly|protected|planLimits|max\w+|capabilities|value|expected|why|request\.body|isProxyFault|stopped|TERM|accept|date|people\.csv)$/;
/** Whether the damaged line is still valid: an optional member is missing, or an object has no members. */
const isFree = (path: string, wrong: unknown) =>
  wrong === undefined ? MAY_BE_MISSING.test(path) : path.endsWith('.terminal') && 'a' in Object(wrong);

/** Path in the message: for alternatives and unions it is the path of the whole value. */
const placeOf = (path: string, wrong: unknown) =>
  path.slice(1).replace(wrong === undefined ? /(?<=^exchange)\.\w+$|\[0\]$/ : /(?<=\.expected)\[0\]$/, '');

/** The schema of a recording refers to the schema of capabilities. */
function fitsSchemas(line: unknown): boolean {
  const learned: unknown = Object(Object(line).profile).capabilities;
  return (
    fitsPublished('recording', line) && (learned === undefined || fitsPublished('capabilities', learned))
  );
}

/** Replays a recording with this line as its first line, or after a valid first line. */
function replaying() {
  const machine = freshMachine();
  const file = machine.path('recording.ndjson');
  return async (line: unknown, isFirst: boolean) => {
    const lines = isFirst ? [line] : [FIRST, line];
    writeFileSync(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
    const { exit, stderr } = await machine.orgctl(`--replay ${file}`);
    return { exit, stderr: stderr.replaceAll(file, 'FILE') };
  };
}

describe.each(LINES.map((line) => [Object.keys(line).join(), line] as const))(
  'recording line "%s"',
  (_, whole) => {
    const isFirst = whole === FIRST;

    it('is read if it is complete', async () => {
      expectToMatchSchema('recording', whole);
      expect(await replaying()(whole, isFirst)).toMatchObject({
        exit: 11,
        stderr: expect.stringContaining('FILE cannot be replayed: it does not contain a plan'),
      });
    });

    it('is refused at a missing value or a value of the wrong type', async () => {
      const replayed = replaying();
      for (const wrong of [undefined, null, [[7]], { a: [7] }])
        for (const [path, line] of damagedForms(whole, wrong)) {
          if (isFree(path, wrong) || JSON.stringify(line) === '{}') continue;
          const place = `error: FILE:${isFirst ? 1 : 2}: not a recording line: ${placeOf(path, wrong)}`;
          expect({ path, wrong, ...(await replayed(line, isFirst)) }).toMatchObject({
            exit: 5,
            stderr: expect.stringContaining(place),
          });
        }
    });

    it('is refused exactly if it does not match the published schema', async () => {
      const replayed = replaying();
      for (const wrong of [undefined, null, [[7]], { a: [7] }, true, 'x', 7.5, -1])
        for (const [path, line] of damagedForms(whole, wrong)) {
          // Capabilities must have the name of their profile, which a schema cannot express.
          if (JSON.stringify(line) === '{}' || (wrong === 'x' && /\.(name|profile)$/.test(path))) continue;
          const { exit, stderr } = await replayed(line, isFirst);
          const isRead = !/not a recording line|has format/.test(stderr);
          expect({ path, wrong, isRead, isDefect: exit === 1 }).toEqual({
            path,
            wrong,
            isRead: fitsSchemas(line),
            isDefect: false,
          });
        }
    });
  },
);

describe('recording', () => {
  it.each([
    ['an unknown part', { echo: {} }, 'expected one of profile, exchange, answer, stdin, made, program, end'],
    ['two parts', { answer: 'x', stdin: 'x' }, 'expected one of profile, exchange'],
    ['a line that is not an object', ['x'], 'expected an object'],
    [
      'a request without an outcome',
      { exchange: { sent: 1, received: 2, request: asked } },
      'exchange: expected either response or noResponse',
    ],
    [
      'a request to no host',
      { exchange: { sent: 1, received: 2, request: { ...asked, url: 'mailto:ada' } } },
      'exchange.request.url: expected an absolute URL of http or https',
    ],
    [
      'an invalid time',
      { end: { exit: 0, at: 1e300 } },
      'end.at: expected milliseconds from the start of the command',
    ],
    [
      'an unknown limit',
      { profile: { ...PROFILE, planLimits: { maxUsers: 3 } } },
      'profile.planLimits.maxUsers: expected one of maxDeactivate',
    ],
    [
      'a profile name with a path',
      { profile: { ...PROFILE, name: '../../acme' } },
      'profile.name: expected the name of a profile',
    ],
    [
      'probe results of another profile',
      { profile: { ...PROFILE, capabilities: { ...capabilities, profile: '../../../../evil' } } },
      'profile.capabilities.profile: expected the name of the profile that it is with',
    ],
  ])('is refused with %s', async (_, line, why) => {
    expect(await replaying()(line, false)).toMatchObject({
      exit: 5,
      stderr: expect.stringContaining(`FILE:2: not a recording line: ${why}`),
    });
  });

  it('is refused with the line number of the file, counting empty lines', async () => {
    const { path, orgctl } = freshMachine();
    const file = path('recording.ndjson');
    writeFileSync(file, `\n${JSON.stringify(FIRST)}\n\n{"end":\n`);
    expect(await orgctl(`--replay ${file}`)).toMatchObject({
      exit: 5,
      stderr: `error: ${file}:4: not a recording line: it is truncated or not JSON\nhint: record a command with --record FILE\n`,
    });
  });

  it.each([[{}], [{ end: { exit: 0, at: 0 } }], [[]], [7]])(
    'is not recognized if it begins with %j',
    async (line) => {
      const { exit, stderr } = await replaying()(line, true);
      expect([exit, stderr]).toEqual([
        5,
        'error: FILE is not a recording of orgctl\nhint: record a command with --record FILE\n',
      ]);
    },
  );
});
