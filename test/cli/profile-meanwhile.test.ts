import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Answer, freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';

const TOKEN = 'first-token-1234';
const KEYS = 'other-token-5678\r';

async function withProfile(): Promise<Machine> {
  const machine = freshMachine();
  const added = await machine.orgctl(
    'profile add acme --scim-url https://h.example --api-url https://h.example/api --token-stdin --no-check',
    { stdin: TOKEN },
  );
  expect(added.exit).toBe(0);
  return machine;
}

/** Runs a command that prompts for a token, and the other commands while the prompt is open. */
async function whilePrompting(machine: Machine, line: string, others: readonly string[]): Promise<Ran> {
  const meanwhile = async () => {
    for (const other of others) expect((await machine.orgctl(other, { stdin: TOKEN })).exit).toBe(0);
    return KEYS;
  };
  const answers: Answer[] = [['(hidden):', meanwhile]];
  const ran = await machine.orgctl(line, { terminal: 300, answers });
  return { ...ran, stderr: stripVTControlCharacters(ran.stderr) };
}

/** The settings of the profile "acme", each as `name: value`. */
async function shown(machine: Machine): Promise<readonly string[]> {
  const rows: readonly { name: string; value: string }[] = JSON.parse(
    (await machine.orgctl('profile show acme -o json')).stdout,
  );
  return rows.map(({ name, value }) => `${name}: ${value}`);
}

describe('a profile that another command changes while a prompt is open', () => {
  it('keeps both changes', async () => {
    const machine = await withProfile();
    const edited = await whilePrompting(machine, 'profile edit acme --token-kind user --no-check', [
      "profile edit acme --read-only --protect 'ceo*' --max-deactivate 3 --no-check",
      '-p acme config set output yaml',
    ]);
    expect(edited.exit).toBe(0);
    expect(await shown(machine)).toEqual(
      expect.arrayContaining(['readOnly: yes', 'protected: ceo*', 'output: yaml', 'maxDeactivate: 3']),
    );
  });

  it('keeps two tokens of different kinds, and limits of different names', async () => {
    const machine = await withProfile();
    const added = await whilePrompting(
      machine,
      'profile add acme --token-kind bot --no-check --max-deactivate 5',
      ['profile add acme --token-kind org --token-stdin --no-check --max-changes 7'],
    );
    expect(added.exit).toBe(0);
    expect(await shown(machine)).toEqual(
      expect.arrayContaining([
        'maxDeactivate: 5',
        'maxChanges: 7',
        'token: user (stored), bot (stored), org (stored)',
      ]),
    );
  });

  it.each<[line: string, other: string, message: string]>([
    [
      'profile edit acme --token-kind user --protect IT --no-check',
      "profile edit acme --protect 'ceo*' --no-check",
      'profile "acme" was changed meanwhile: protection (none → ceo*)',
    ],
    [
      'profile edit acme --token-kind bot --max-deactivate 4 --no-check',
      'profile edit acme --max-deactivate 3 --no-check',
      'profile "acme" was changed meanwhile: --max-deactivate (none → 3)',
    ],
    [
      'profile edit acme --token-kind bot --no-check',
      'profile edit acme --scim-url https://x.example --api-url https://x.example/api --token-stdin --no-check',
      'profile "acme" was changed meanwhile: the SCIM URL, the Web API URL',
    ],
    [
      'profile edit acme --scim-url https://x.example --api-url https://x.example/api --no-check',
      'profile add acme --token-kind bot --token-stdin --no-check',
      'profile "acme" was changed meanwhile: the bot token',
    ],
  ])('is not stored if both change the same: %s', async (line, other, message) => {
    const machine = await withProfile();
    const refused = await whilePrompting(machine, line, [other]);
    expect(refused).toMatchObject({ exit: 7, stdout: '' });
    expect(refused.stderr).toContain(`error: ${message}; nothing was stored`);
    expect(refused.stderr).toContain('then repeat the command: orgctl -p acme profile show\n');
    expect(refused.stderr).not.toContain('changes:');
  });

  it.each<[line: string, other: string, message: string]>([
    ['profile edit acme --token-kind bot --no-check', 'profile remove acme --yes', '"acme" was removed'],
    ['profile edit acme --token-kind bot --no-check', 'profile rename acme live', '"acme" was removed'],
    ['profile add new --scim-url https://n.example --no-check', 'profile copy acme new', '"new" was added'],
  ])('does not come back, and is not replaced: %s', async (line, other, message) => {
    const machine = await withProfile();
    const refused = await whilePrompting(machine, line, [other]);
    expect(refused.exit).toBe(7);
    expect(refused.stderr).toContain(`error: profile ${message} meanwhile; nothing was stored\n`);
    const names = JSON.parse((await machine.orgctl('profile list -o json')).stdout);
    expect(JSON.stringify(names)).not.toContain('n.example');
    if (!line.includes('new')) expect(JSON.stringify(names)).not.toContain('"acme"');
  });
});
