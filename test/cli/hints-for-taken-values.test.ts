import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const EMAIL = 'the e-mail address already exists [email_taken]';
const NAME = 'userName must be unique, also distinct from channel names [username_taken]';
const WALT = 'walt.finch@harbour-finch.example';

/**
 * Command lines that set a value of another user, the expected error, and the user name or address in the
 * hint.
 */
const LINES: readonly (readonly [line: string, error: string, shown: string])[] = [
  ['create --user-name walt.finch --email new@x.example', NAME, 'walt.finch'],
  ['create --user-name Walt.Finch --email new@x.example', NAME, 'Walt.Finch'],
  [`create --user-name new --email ${WALT}`, EMAIL, WALT],
  [`create --user-name new --email new@x.example --secondary-email ${WALT}`, EMAIL, ''],
  [`patch clara.voss --email ${WALT}`, EMAIL, WALT],
  [`patch clara.voss --secondary-email ${WALT}`, EMAIL, WALT],
  ['patch clara.voss --user-name walt.finch', NAME, 'walt.finch'],
  [`replace clara.voss --user-name clara.voss --email ${WALT} --yes`, EMAIL, WALT],
];

it.each(LINES)(
  'a refusal of "users %s" suggests a command that shows the owner of the value',
  async (line, error, word) => {
    const machine = freshMachine();
    const ran = await machine.orgctl(`-p sandbox scim users ${line}`);
    const see = error === NAME ? 'a user or a channel has the name; see' : 'see who has it';
    const hint =
      word === '' ? 'orgctl explain email_taken' : `${see}: orgctl -p sandbox scim users get ${word}`;
    expect(ran.exit).toBe(6);
    expect(ran.stderr).toMatch(new RegExp(`error: ${error.replaceAll(/[[\]]/g, '\\$&')}\nhint: `));
    expect(ran.stderr).toContain(`\nhint: ${hint}\n`);
    const command = hint.slice(hint.indexOf('orgctl ') + 'orgctl '.length);
    const shown = await machine.orgctl(`${command} -o json`);
    expect(shown.exit).toBe(0);
    if (word !== '') expect(JSON.parse(shown.stdout).userName).toBe('walt.finch');
  },
);

it('a refused PATCH body suggests the command for its userName', async () => {
  const machine = freshMachine();
  const body = { Operations: [{ op: 'replace', path: 'userName', value: 'walt.finch' }] };
  const ran = await machine.orgctl('-p sandbox scim users patch clara.voss --file - --yes', {
    stdin: JSON.stringify(body),
  });
  expect(ran.stderr).toContain(
    `${NAME}\nhint: a user or a channel has the name; see: orgctl -p sandbox scim users get walt.finch\n`,
  );
});

it('the suggested command is quoted for the shell', async () => {
  const machine = freshMachine();
  const create = '-p sandbox scim users create --user-name "Finn O\'Hara" --email';
  expect(await machine.orgctl(`${create} f1@x.example -q`)).toMatchObject({ exit: 0 });
  const quoted = await machine.orgctl(`${create} f2@x.example`);
  expect(quoted.stderr).toContain("orgctl -p sandbox scim users get 'Finn O'\\''Hara'\n");
});

it('the hint explains the code if the value is a secret', async () => {
  const machine = freshMachine();
  const [token, env] = ['sandbox-owner-token', { ORGCTL_TOKEN: 'sandbox-owner-token' }];
  const create = `-p sandbox scim users create --user-name ${token} --email`;
  expect(await machine.orgctl(`${create} one@x.example -q`)).toMatchObject({ exit: 0 });
  const { stderr } = await machine.orgctl(`${create} two@x.example`, { env });
  expect(stderr).toBe(`error: ${NAME}\nhint: orgctl explain username_taken\n`);
});

it('the hint at the end of a bulk run suggests the command, with the profile of the run', async () => {
  const machine = freshMachine();
  const file = join(machine.home, 'people.csv');
  writeFileSync(file, 'userName,email\ngeneral,eva@x.example\n');
  const ran = await machine.orgctl(`-p sandbox bulk apply ${file} --yes`);
  expect(ran.exit).toBe(3);
  expect(ran.stderr).toContain(
    '; a user or a channel has the name; see: orgctl -p sandbox scim users get general;',
  );
});
