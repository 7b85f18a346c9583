import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Profile } from '../../src/profiles/profile.ts';
import { openProfileStore } from '../../src/profiles/profile-store.ts';
import { DEFAULT_VENDOR } from '../../src/spec/default-vendor.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const profile = (name: string): Profile => ({
  name,
  scimBaseUrl: 'https://api.example',
  scimVersion: '2.0',
  vendor: 'service',
  tokens: { user: { value: 'canary-1234567890-token' }, bot: { command: 'pass show bot' } },
  quota: 'documented',
});

function store() {
  const folder = join(temporaryFolder(), 'config');
  const warnings: string[] = [];
  return { folder, warnings, store: openProfileStore(folder, (warning) => warnings.push(warning)) };
}

/** A store whose file has this content. */
function storeOf(text: string) {
  const opened = store();
  mkdirSync(opened.folder, { recursive: true });
  writeFileSync(opened.store.path, text, { mode: 0o600 });
  return opened;
}

const add =
  (name: string) => (before: { profiles: Readonly<Record<string, Profile>>; current?: string }) => ({
    ...before,
    profiles: { ...before.profiles, [name]: profile(name) },
  });

describe('profile store', () => {
  it('returns stored profiles, and creates no file before', async () => {
    const { store: profiles, folder } = store();
    expect(await profiles.read()).toEqual({ profiles: {} });
    expect(() => statSync(folder)).toThrow();
    await profiles.update((before) => ({ ...add('acme')(before), current: 'acme' }));
    expect(await profiles.read()).toEqual({ current: 'acme', profiles: { acme: profile('acme') } });
  });

  it('is readable only by its owner, and corrects the mode of its file', async () => {
    const { store: profiles, folder, warnings } = store();
    await profiles.update(add('acme'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(profiles.path).mode & 0o777).toBe(0o600);
    chmodSync(profiles.path, 0o644);
    await profiles.read();
    expect(statSync(profiles.path).mode & 0o777).toBe(0o600);
    expect(warnings).toEqual([`${profiles.path} was readable by others (mode 0644); it is now 0600`]);
  });

  it('treats names such as __proto__ and a.b as plain names', async () => {
    const { store: profiles } = store();
    for (const name of ['__proto__', 'a.b', 'constructor']) await profiles.update(add(name));
    const { profiles: stored } = await profiles.read();
    expect(Object.keys(stored).sort()).toEqual(['__proto__', 'a.b', 'constructor']);
    expect(Object.getPrototypeOf(stored)).toBe(Object.prototype);
  });

  it.each([
    [5, 5],
    ['5%', '5%'],
    ['5.0%', '5%'],
    ['0.570%', '0.57%'],
  ])('reads the limit %j written by hand as %j', async (written, limit) => {
    const stored = { profiles: { acme: { planLimits: { maxDeactivate: written } } } };
    const { profiles } = await storeOf(JSON.stringify(stored)).store.read();
    expect(profiles['acme']?.planLimits).toEqual({ maxDeactivate: limit });
  });

  it.each(['5', '5.0001%', '101%', 5.5, -1])('refuses the limit %j', async (written) => {
    const stored = { profiles: { acme: { planLimits: { maxDeactivate: written } } } };
    const { damaged } = await storeOf(JSON.stringify(stored)).store.read();
    expect(damaged?.['acme']?.failure.message).toContain('a percentage such as 5%');
  });

  it('loses nothing in concurrent updates', async () => {
    const { folder } = store();
    const writer = async (prefix: string) => {
      const profiles = openProfileStore(folder, () => undefined);
      for (let number = 0; number < 20; number += 1) await profiles.update(add(`${prefix}${number}`));
    };
    await Promise.all([writer('a'), writer('b')]);
    const { profiles } = await openProfileStore(folder, () => undefined).read();
    expect(Object.keys(profiles)).toHaveLength(40);
    expect(readdirSync(folder)).toEqual(['profiles.json']);
  });

  const SCIM = '"scimBaseUrl":"https://x.example"';
  it.each<[what: string, text: string, message: string]>([
    ['truncated', '{"profiles":{\n"acme":{"tokens":{"user":{"value":"canary-123', ':2:46: it is not JSON'],
    ['empty', '', ':1:1: it is not JSON'],
    ['nested too deeply', '['.repeat(500), ': it is nested deeper than 100 levels'],
    ['a list', '[]', ':1:1: expected an object'],
    ['a list of profiles', '{"profiles":[]}', ':1:13: profiles: expected an object'],
    ['a number as the current profile', '{"current":7}', ':1:12: current: expected a string'],
    ['two profiles with the same name', '{"profiles":{"a":{},"a":{}}}', ': "a" is duplicated in one object'],
    [
      'a token as a profile name',
      '{"profiles":{"xoxp-123456789012-canary-123":{}}}',
      ': found a token in place of a name or a setting',
    ],
    [
      'a token as a setting',
      '{"profiles":{"a":{"vendor":"xoxp-123456789012-canary-123"}}}',
      ': found a token in place of a name or a setting',
    ],
    [
      'a token as a kind of token',
      '{"profiles":{"a":{"tokens":{"xoxp-123456789012-canary-123":{}}}}}',
      ': found a token in place of a name or a setting',
    ],
  ])('refuses a damaged file, keeps it, and does not quote it (exit 12): %s', async (_, text, message) => {
    const { store: profiles, folder } = storeOf(text);
    const failure = await profiles.read().catch((error: unknown) => error);
    expect(failure).toMatchObject({ kind: 'storage', hint: expect.any(String) });
    expect(String(failure)).toContain(`${profiles.path}${message}`);
    expect(String(failure)).not.toContain('canary');
    await expect(profiles.update(add('acme'))).rejects.toMatchObject({ kind: 'storage' });
    expect(readFileSync(profiles.path, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['profiles.json']);
  });

  it.each<[what: string, text: string, message: string]>([
    ['a number instead of settings', '{"profiles":{"acme":7}}', ':1:21: profiles.acme: expected an object'],
    [
      'a URL that is not a string',
      '{\n "profiles": {\n  "acme": {\n   "scimBaseUrl": 7\n  }\n }\n}\n',
      ':4:19: profiles.acme.scimBaseUrl: expected a string',
    ],
    [
      'an unknown version',
      '{"profiles":{"acme":{"scimVersion":"3"}}}',
      ':1:36: profiles.acme.scimVersion: expected 1.1 or 2.0 or auto',
    ],
    [
      'a misspelled setting',
      `{"profiles":{"acme":{${SCIM},"readonly":true}}}`,
      ':1:67: profiles.acme.readonly: expected the spelling readOnly',
    ],
    [
      '"yes" instead of true',
      '{"profiles":{"a":{"readOnly":"yes"}}}',
      ':1:30: profiles.a.readOnly: expected true or false',
    ],
    [
      'a name instead of a list of names',
      '{"profiles":{"a":{"protected":"ceo"}}}',
      ':1:31: profiles.a.protected: expected a list',
    ],
    [
      'a number in a list of names',
      '{"profiles":{"a":{"protected":["ceo",7]}}}',
      ':1:38: profiles.a.protected[1]: expected a string',
    ],
    [
      'an invalid limit',
      '{"profiles":{"a":{"planLimits":{"maxChanges":"many"}}}}',
      ':1:46: profiles.a.planLimits.maxChanges: expected a whole number from 0, or a percentage such as 5%',
    ],
    [
      'an unknown limit',
      '{"profiles":{"a":{"planLimits":{"maxChange":5}}}}',
      ':1:45: profiles.a.planLimits.maxChange: expected one of maxDeactivate, maxReactivate, maxRemoveMembers, maxDeleteGroups, maxChanges',
    ],
    [
      'an invalid lifetime',
      '{"profiles":{"a":{"tokenLifetime":0}}}',
      ':1:35: profiles.a.tokenLifetime: expected a number of seconds above 0',
    ],
    [
      'a token without its object',
      '{"profiles":{"a":{"tokens":{"user":"canary-123"}}}}',
      ':1:36: profiles.a.tokens.user: expected an object with "value" or "command", a string',
    ],
    [
      'a token of an unknown kind',
      '{"profiles":{"a":{"tokens":{"usr":{"value":"canary-123"}}}}}',
      ':1:35: profiles.a.tokens.usr: expected one of user, bot, org',
    ],
  ])('refuses only the profile with %s, and keeps it unchanged', async (_, text, message) => {
    const { store: profiles } = storeOf(text);
    const { damaged = {}, profiles: others } = await profiles.read();
    const [name = ''] = Object.keys(damaged);
    expect(others).toEqual({});
    expect(damaged[name]?.failure).toMatchObject({
      kind: 'storage',
      message: expect.stringContaining(`the profile "${name}" is invalid: ${profiles.path}${message}`),
      hint: `correct or remove that key in the file, or remove the profile: orgctl profile remove ${name}`,
    });
    expect(damaged[name]?.failure.message).not.toContain('canary');
    await profiles.update(add('other'));
    const after = JSON.parse(readFileSync(profiles.path, 'utf8'));
    expect(after.profiles).toEqual({ ...JSON.parse(text).profiles, other: profile('other') });
  });

  it('warns once about unknown keys, and keeps them', async () => {
    const { store: profiles, warnings } = storeOf('{"profile":{},"profiles":{"acme":{"limits":"auto"}}}');
    await profiles.read();
    await profiles.update(add('other'));
    expect(warnings).toEqual([
      `${profiles.path}:1:12: profile is not a known key; it is ignored and kept`,
      `${profiles.path}:1:44: profiles.acme.limits is not a known key; it is ignored and kept`,
    ]);
    expect(JSON.parse(readFileSync(profiles.path, 'utf8'))).toMatchObject({
      profile: {},
      profiles: { acme: { limits: 'auto' }, other: profile('other') },
    });
  });

  it('returns defaults for missing settings', async () => {
    const { store: profiles, folder } = store();
    mkdirSync(folder, { recursive: true });
    writeFileSync(profiles.path, '{"profiles":{"acme":{"readOnly":false}}}', { mode: 0o600 });
    const usual = { name: 'acme', scimVersion: 'auto', vendor: DEFAULT_VENDOR, tokens: {} };
    expect(await profiles.read()).toEqual({ profiles: { acme: usual } });
  });
});
