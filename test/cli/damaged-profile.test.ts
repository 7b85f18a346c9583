import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

/** A machine with three profiles; the default one, acme, has an edited setting in the file. */
async function edited(setting: Readonly<Record<string, unknown>>) {
  const machine = freshMachine();
  for (const name of ['acme', 'acme2', 'other'])
    await machine.orgctl(`profile add ${name} --scim-url https://${name}.example --token-stdin --no-check`, {
      stdin: 'xoxp-1-stored',
    });
  const file = machine.path('config/profiles.json');
  const store = () => JSON.parse(readFileSync(file, 'utf8'));
  const before = store();
  Object.assign(before.profiles.acme, setting);
  writeFileSync(file, JSON.stringify(before));
  return { ...machine, store };
}

const OF_OTHER = [
  'profile list',
  'profile show other',
  'profile edit other --vendor acme --no-check',
  'profile rename other another',
  'profile copy other third',
  'profile use other',
  'profile remove other -y',
  '-p other config get',
];

describe('a profile with an invalid setting', () => {
  it.each([
    'profile show nobody',
    'profile use nobody',
    'profile remove nobody -y',
    'profile edit nobody --read-only',
    'profile copy nobody third',
    '-p nobody scim users list',
    'compare nobody other',
  ])('is among the names that a mistyped one could mean: %s', async (line) => {
    const { orgctl } = await edited({ readOnly: 'yes' });
    expect((await orgctl(line)).stderr).toMatch(/: (?=.*\bacme\b)(?=.*\bacme2\b).*\bother\b/);
  });

  it.each(OF_OTHER)('leaves the other profiles usable: %s', async (line) => {
    const { orgctl, store } = await edited({ readOnly: 'yes' });
    expect((await orgctl(line)).exit).toBe(0);
    expect(store().profiles.acme).toMatchObject({ readOnly: 'yes', scimBaseUrl: 'https://acme.example' });
  });

  it.each([
    'profile show acme',
    'profile edit acme --vendor acme --no-check',
    'profile rename acme another',
    'profile copy acme third',
    'profile use acme',
    'profile add acme --scim-url https://x.example --no-check --force',
    'scim users list',
    '-p acme scim users list',
    'compare acme other',
  ])('is refused with the position in the file: %s', async (line) => {
    const { orgctl } = await edited({ readOnly: 'yes' });
    const { exit, stderr } = await orgctl(line);
    expect(exit).toBe(12);
    expect(stderr).toMatch(
      /error: the profile "acme" is invalid: .*profiles\.json:1:\d+: profiles\.acme\.readOnly: expected true or false\n/,
    );
    expect(stderr).not.toContain('did you mean');
    expect(stderr).toContain('hint: correct or remove that key in the file, or remove the profile');
  });

  it('is reported by profile list and doctor, keeps its name and service, and can be removed', async () => {
    const { orgctl, store } = await edited({ readOnly: 'yes' });
    expect((await orgctl('profile list')).stderr).toContain('warning: the profile "acme" is invalid');
    const { stdout } = await orgctl('doctor');
    expect(stdout).toContain('is invalid');
    expect(stdout).not.toContain('damaged, too');
    expect((await orgctl('profile rename other acme')).stderr).toContain('profile "acme" already exists');
    await orgctl('profile use other');
    const url = await orgctl('--scim-url https://acme.example scim users list');
    expect(url.stderr).toContain('is the URL of the profile "acme"');
    expect((await orgctl('profile remove acme -y')).exit).toBe(0);
    expect(Object.keys(store().profiles)).toEqual(['acme2', 'other']);
  });
});

it('doctor names every damaged profile, and quotes a name with a space', async () => {
  const { orgctl, store, path } = await edited({ readOnly: 'yes' });
  const { acme, ...others } = store().profiles;
  const profiles = { 'my acme': acme, acme2: { ...others.acme2, vendor: 7 }, other: others.other };
  writeFileSync(path('config/profiles.json'), JSON.stringify({ profiles }));
  const found = await orgctl('doctor -o json');
  expect(found.stdout).toMatch(/the profile \\"my acme\\" is invalid: .*; also damaged: acme2"/);
  expect(found.stdout).toContain("orgctl profile remove 'my acme'");
});

describe('an unknown key of a profile', () => {
  it.each([...OF_OTHER, 'profile show acme', 'profile edit acme --vendor acme --no-check'])(
    'causes one warning and is kept: %s',
    async (line) => {
      const { orgctl, store } = await edited({ limits: 'auto' });
      const { exit, stderr } = await orgctl(line);
      expect([exit, stderr.split('profiles.acme.limits is not a known key').length]).toEqual([0, 2]);
      expect(store().profiles.acme.limits).toBe('auto');
    },
  );

  it('is removed with its profile', async () => {
    const { orgctl, store } = await edited({ limits: 'auto' });
    expect((await orgctl('profile remove acme -y')).exit).toBe(0);
    expect(Object.keys(store().profiles)).toEqual(['acme2', 'other']);
  });
});
