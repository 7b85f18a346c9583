// cspell:ignore ojson grösse straße sse zwei nobødy
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withLayers } from '../../../src/http/transport.ts';
import { demoOrganization } from '../../../src/sandbox/demo-organization.ts';
import { openSandbox } from '../../../src/sandbox/sandbox.ts';
import { acmeMachine } from '../../support/acme-machine.ts';
import { expectReplay, recordAndReplay } from '../../support/record-and-replay.ts';
import { freshMachine } from '../../support/run-orgctl.ts';
import { rewriting } from '../../support/scim-client-of.ts';

const MESSAGE = '"runs list" cannot be recorded: it reads the records of this machine and sends no requests';
const AS_JSON = `${JSON.stringify({ code: 'usage', exit: 2, message: MESSAGE })}\n`;
const AS_TEXT = `error: ${MESSAGE}\n`;

it.each([
  ['-o json', {}, AS_JSON],
  ['-ojson', {}, AS_JSON],
  ['--output=ndjson', {}, AS_JSON],
  ['', { ORGCTL_OUTPUT: 'json' }, AS_JSON],
  ['-o table', { ORGCTL_OUTPUT: 'json' }, AS_TEXT],
  ['-o xml', {}, AS_TEXT],
  ['--color always', {}, `\u001b[31merror:\u001b[39m ${MESSAGE}\n`],
])('an error of --record has the format that "%s" and %j ask for', async (flags, env, stderr) => {
  const { orgctl, path } = freshMachine();
  const ran = await orgctl(`--record ${path('call.tape')} runs list ${flags}`, { env });
  expect(ran).toEqual({ exit: 2, stdout: '', stderr });
});

it('an error of --record is broken between words on a narrow terminal', async () => {
  const { orgctl, path } = freshMachine();
  const options = { terminal: 40, env: { NO_COLOR: '1' } };
  const { stderr } = await orgctl(`--record ${path('call.tape')} runs list`, options);
  expect(stderr.replace(/\s+/g, ' ')).toBe(AS_TEXT.replace('\n', ' '));
  for (const line of stderr.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
});

it.each(['grösse.straße', 'gro\u0308sse.zwei', 'nobødy.at.all'])('a look-up of "%s" is replayed', (name) =>
  expectReplay(freshMachine(), `scim users get ${name}`, 6, [name]),
);

it('a look-up is replayed if a service takes é for e, but not an e with a combining mark', async () => {
  const { handle } = await openSandbox({ initial: demoOrganization(), now: Date.now });
  const finding = (letter: string, id: string, userName: string) =>
    rewriting(
      ({ url }) => url.includes(encodeURIComponent(letter)),
      (body) => ({ ...body, totalResults: 1, Resources: [{ id, userName, emails: [] }] }),
    );
  const loose = [finding('\u00e9', 'W1', 'Rene'), finding('e\u0301', 'W12L3NPDN', 'rene\u0301')];
  const network = withLayers(handle, loose);
  const machine = await acmeMachine('https://scim.example');
  const { recorded, replayed } = await recordAndReplay(machine, 'scim users get ren\u00e9', { network });
  expect(recorded).toMatchObject({ exit: 0, stdout: expect.stringContaining('W12L3NPDN') });
  expect(replayed).toMatchObject({ exit: 0, stderr: recorded.stderr });
});

it('words after -- are arguments', async () => {
  const { words, path } = freshMachine();
  const flags = ['-p', 'sandbox', '--record', path('m.tape')];
  await words([...flags, 'scim', 'users', 'get', '--columns', 'id', '--', '-qy']);
  const [first = ''] = readFileSync(path('m.tape'), 'utf8').split('\n');
  const { recording } = JSON.parse(first) as { readonly recording: { readonly argv: readonly string[] } };
  expect(recording.argv.slice(0, -1)).toEqual([
    ...flags.slice(0, 2),
    ...'scim users get --columns id --'.split(' '),
  ]);
  expect(recording.argv.at(-1)).toMatch(/^-(?!qy)[a-z]{2}$/);
});
