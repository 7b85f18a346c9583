import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { WRITE_QUESTIONS } from '../../src/probe/write-questions.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { SCIMMY_TOKEN, scimmyServer } from '../support/scimmy-server.ts';

/** A machine with the profile "other" for a server by scimmy that has three users and two groups. */
async function populated() {
  const { origin } = await scimmyServer();
  const machine = freshMachine();
  const orgctl = (line: string) =>
    machine.orgctl(`-p other ${line}`, { env: { ORGCTL_TOKEN: SCIMMY_TOKEN } });
  const added = await machine.orgctl(`profile add other --scim-url ${origin} --token-stdin`, {
    stdin: SCIMMY_TOKEN,
  });
  expect(added.exit).toBe(0);
  for (const name of ['ann', 'bob', 'cat'])
    await orgctl(`scim users create --user-name ${name} --email ${name}@x.example --given-name ${name}`);
  await orgctl('scim groups create Crew --member ann');
  await orgctl('scim groups create Band --member bob');
  return { machine, orgctl };
}

it('completes a probe of a third-party SCIM 2.0 server and uses its answers', async () => {
  const { machine, orgctl } = await populated();
  const ran = await orgctl('probe -o json');
  expect(ran.exit).toBe(0);
  const { answers, calls, scimVersion } = JSON.parse(ran.stdout);
  expect({ scimVersion, isWithin: calls <= 60 }).toEqual({ scimVersion: '2.0', isWithin: true });
  const notAsked = answers.filter(({ state }: { state: string }) => state === 'not asked');
  expect(notAsked.every(({ id }: { id: string }) => /^web-|session|exchange|log-page|get-by/.test(id))).toBe(
    true,
  );
  const value = (id: string) => answers.find((answer: { id: string }) => answer.id === id).value;
  const shown = [
    'versions',
    'extensions',
    'user-ids',
    'filter-v2',
    'filter-groups',
    'list-order',
    'past-end',
    'bad-filter',
    'filter-attributes',
    'wrong-token',
    'sort-order',
    'media-type',
  ];
  expect(Object.fromEntries(shown.map((id) => [id, value(id)]))).toEqual({
    versions: ['2.0'],
    extensions: ['enterprise'],
    'user-ids': 'another form',
    'filter-v2': 'applied',
    'filter-groups': 'applied',
    'list-order': 'stable',
    'past-end': 'the usual page',
    'bad-filter': '500',
    'filter-attributes': ['username', 'id'],
    'wrong-token': '401',
    'sort-order': 'ignored',
    'media-type': 'application/scim+json',
  });
  expect(readFileSync(machine.path('config/capabilities/other.json'), 'utf8')).not.toMatch(
    /\b(ann|bob|cat)\b/,
  );
  // A request that the server does not support is refused before it is sent.
  const guest = await orgctl('scim users convert ann --to guest --yes');
  expect(guest.exit).toBe(6);
  expect(guest.stderr).toContain('the service announces no guest extension');
  expect((await orgctl('scim users get bob --query userName')).stdout).toBe('"bob"\n');
  expect((await orgctl('probe --diff')).exit).toBe(0);
});

it('completes a probe with --write there, restores all values and skips unsupported requests', async () => {
  const { orgctl } = await populated();
  const plain = async (line: string) => (await orgctl(line)).stdout.split('\n').sort();
  const state = async () => [await plain('scim users export'), await plain('scim groups export')];
  const before = await state();
  const ran = await orgctl('probe --write --user ann --group Crew --yes -o json');
  expect(ran.exit).toBe(0);
  expect(ran.stderr).toContain('everything was restored; the changes are recorded in run');
  expect(await state()).toEqual(before);
  const { answers } = JSON.parse(ran.stdout);
  const written: readonly Answer[] = answers.slice(-WRITE_QUESTIONS.length);
  expect(
    Object.fromEntries(written.map(({ id, value, state: one, why }) => [id, value ?? `${one}: ${why}`])),
  ).toEqual({
    'patch-path': 'applied',
    'patch-value': 'applied',
    'patch-op-case': 'applied',
    'patch-attributes': '400 invalidSyntax',
    'patch-v1': 'not asked: SCIM 1.1 does not answer',
    'patch-filter-path': '400 noTarget',
    'clear-space': 'applied',
    'clear-empty': 'applied',
    'clear-null': 'applied',
    'clear-remove': 'applied',
    'put-omitted': 'becomes blank',
    'second-email': 'kept',
    'phone-slots': 'kept',
    'member-add': 'applied',
    'member-remove-bare': 'applied',
    'member-remove-quoted': 'applied',
    'member-remove-value': 'applied',
    'photo-delay': 'not asked: the user has no photo that could be put back',
  });
  // The answers are used: no filter is sent in a path, and supported commands still work.
  const ok = async (line: string) =>
    expect({ line, ...(await orgctl(line)) }).toMatchObject({ line, exit: 0 });
  await ok('scim users patch ann --title Chef --phone 1234 --mobile-phone 5678');
  await ok('scim users patch ann --clear mobilePhone --clear title');
  expect(
    (await orgctl('scim users get ann -o csv --columns title,phone,mobilePhone --no-header')).stdout,
  ).toBe(',1234,\n');
  await ok('scim groups members add Crew bob');
  const members = '-o csv --columns members --no-header';
  expect((await orgctl(`scim groups members remove Crew ann ${members}`)).stdout).toBe('1\n');
  await ok('scim users deactivate cat --yes');
  // A request that the server does not support is refused before it is sent.
  const profile = await orgctl('scim users patch ann --start-date 2027-01-01');
  expect(profile).toMatchObject({ exit: 6, stdout: '' });
  expect(profile.stderr).toContain('the service announces no profile extension');
});

interface Answer {
  readonly id: string;
  readonly state: string;
  readonly value?: string;
  readonly why?: string;
}
