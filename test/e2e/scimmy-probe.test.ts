import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { SCIMMY_TOKEN, scimmyServer } from '../support/scimmy-server.ts';

it('a probe of a SCIM 2.0 server that nobody here wrote is complete, and its answers are used', async () => {
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
  // What does not work there is said before it is tried.
  const guest = await orgctl('scim users convert ann --to guest --yes');
  expect(guest.exit).toBe(6);
  expect(guest.stderr).toContain('the service announces no guest extension');
  expect((await orgctl('scim users get bob --query userName')).stdout).toBe('"bob"\n');
  expect((await orgctl('probe --diff')).exit).toBe(0);
});
