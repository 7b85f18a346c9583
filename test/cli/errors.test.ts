// cspell:ignore workflw
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

it.each([
  ['scim users lst', "error: unknown command 'lst' (did you mean orgctl scim users list?)"],
  ['scim users list --fliter x', "error: unknown option '--fliter' (did you mean --filter?)"],
  // A misspelled flag that is required.
  ['migrate rewrite --mpa m.csv a.txt', "error: unknown option '--mpa' (did you mean --map?)"],
  ['functions steps --workflw x', "error: unknown option '--workflw' (did you mean --workflow?)"],
  ['scim users convert tomas.rey --too=guest', "error: unknown option '--too' (did you mean --to?)"],
  ['scim users convert tomas.rey -x guest', "error: unknown option '-x'"],
  [
    'scim users convert tomas.rey --limit --too',
    "error: option '--limit <count>' argument '--too' is invalid",
  ],
  ['scim users convert tomas.rey -- --too guest', "error: required option '--to <kind>' not specified"],
  ['scim users convert tomas.rey --no-expires -n', "error: required option '--to <kind>' not specified"],
  ['scim users get', "error: missing required argument 'user'"],
  // The command has its file already.
  ['bulk plan x.csv -f y', "error: unknown option '-f'"],
  ['profile use a b', "error: too many arguments for 'use'. Expected 1 argument but got 2."],
  [
    'scim users list -o xml',
    "error: option '-o, --output <format>' argument 'xml' is invalid. Allowed choices are table, json, ndjson, csv, tsv, yaml, text, md, junit, github.",
  ],
  [
    'scim users list --limit 0',
    "error: option '--limit <count>' argument '0' is invalid. It must be a whole number from 1.",
  ],
  [
    'scim users list --max-wait soon',
    "error: option '--max-wait <duration>' argument 'soon' is invalid. It must be a number with ms, s, m, h or d, such as 90s.",
  ],
  [
    'scim users list --max-wait 90',
    "error: option '--max-wait <duration>' argument '90' is invalid. It needs a unit: 90s, 90m, 90h or 90d.",
  ],
  [
    'admin sessions --stale 90',
    "error: option '--stale <duration>' argument '90' is invalid. It needs a unit: 90s, 90m, 90h or 90d.",
  ],
  ['bulk runs prune --older-than 0', 'It needs a unit: 0s, 0m, 0h or 0d.'],
  ['logs --since -7', 'It needs a unit: 7s, 7m, 7h or 7d.'],
  ['scim users patch clara.voss --clear userName', 'userName cannot be cleared.'],
  ['scim users patch clara.voss --set titel=x', 'There is no attribute "titel" (did you mean title?).'],
  [
    'scim users patch clara.voss --set groups=IT',
    'groups cannot be changed here: use orgctl scim groups members add or remove.',
  ],
  [
    'scim users patch clara.voss --set State=guest',
    'state cannot be changed here: use orgctl scim users activate, deactivate or convert.',
  ],
  ['scim users patch clara.voss --set id=W1', 'id cannot be changed here: the service assigns it.'],
  [
    'scim users patch clara.voss --clear groups',
    'groups cannot be changed here: use orgctl scim groups members add or remove.',
  ],
  ['scim users patch clara.voss', 'error: no changes given'],
  ['scim users patch clara.voss --title x --clear title', 'error: title cannot be set and cleared at once'],
  [
    'scim users patch clara.voss --set password=x',
    'error: password cannot be changed [password_change_not_allowed]',
  ],
  ['scim users get ../Groups/S1', 'no user has the userName'],
  ['-p nope scim users list', 'error: there is no profile "nope"; available: sandbox'],
  [
    'explain emial_taken',
    'error: "emial_taken" is not an error code, HTTP status, exit code or column (did you mean email_taken?)',
  ],
])('refuses the wrong command line "%s" with the reason', async (line, message) => {
  const profile = line.startsWith('-p') ? '' : '-p sandbox ';
  const ran = await freshMachine().orgctl(profile + line);
  expect(ran.stdout).toBe('');
  expect(ran.stderr).toContain(message);
  expect(ran.exit).toBe(line.includes('Groups') ? 6 : 2);
  expect(ran.stderr).not.toMatch(/ at .*\.ts|node_modules/);
});

it('suggests a profile if none is chosen', async () => {
  expect(await freshMachine().orgctl('scim users list')).toEqual({
    exit: 2,
    stdout: '',
    stderr:
      'error: no profile selected\n' +
      'hint: try it out with --profile sandbox, or store a connection: orgctl profile add NAME\n',
  });
});

it.each(['--token', '--token=xoxp-secret-secret', '--token xoxp-secret-secret'])(
  'refuses "%s" without repeating it',
  async (words) => {
    const ran = await freshMachine().orgctl(`-p sandbox scim users list ${words}`);
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain('a token on the command line can be seen by others');
    expect(ran.stderr).not.toContain('xoxp');
  },
);

it.each([
  ['username', 'no_filters', 8],
  ['username sw', 'incomplete_filter', 11],
  ['username  sw "a"', 'incomplete_filter', 9],
  ['username xx "a"', 'invalid_query', 9],
  ['(username sw "a"', 'invalid_filter_group', 0],
])('refuses the filter %j with %s and a caret', async (filter, code, at) => {
  const ran = await freshMachine().orgctl(`-p sandbox scim users list --filter '${filter}'`);
  expect(ran.exit).toBe(5);
  expect(ran.stderr).toContain(`[${code}]`);
  expect(ran.stderr).toContain(`  ${filter}\n  ${' '.repeat(at)}^\n`);
});

it.each([
  ['--max-wait soon', {}, 2],
  ['', { ORGCTL_MAX_WAIT: 'soon' }, 2],
  ['', { ORGCTL_OUTPUT: 'xml' }, 2],
  ['--timeout 2073599999ms', {}, 0],
  ['--timeout 24d', {}, 0],
  ['--timeout 2073600001ms', {}, 2],
  ['', { ORGCTL_TIMEOUT: '30d' }, 2],
])('refuses a bad value of a flag or of its variable, and only that: %s %j', async (flag, env, exit) => {
  const ran = await freshMachine().orgctl(`-p sandbox scim users list ${flag}`, { env });
  expect(ran.exit).toBe(exit);
});

it('refuses to run with TLS checks switched off', async () => {
  const ran = await freshMachine().orgctl('-p sandbox scim users list', {
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  });
  expect(ran.exit).toBe(2);
  expect(ran.stderr).toContain('TLS checks are switched off by NODE_TLS_REJECT_UNAUTHORIZED');
});

it.each([
  ['user.yaml', 'userName: [\n', /user\.yaml:1:11: a \[ is not closed/],
  ['user.yaml', '- a\n- b\n', /does not contain an object/],
  ['user.json', '{"userName": }', /user\.json:1:14: invalid JSON: unexpected "}"/],
  ['user.json', '{\n  "userName": "eva",\n}', /user\.json:3:1: invalid JSON: unexpected "}"/],
  ['user.json', '{"userName": "eva"', /user\.json:1:19: invalid JSON: unexpected end of file/],
  ['user.json', '{"userName": "e\nva"}', /user\.json:1:16: invalid JSON: unexpected "\\n"/],
  ['user.json', `${'['.repeat(2000)}`, /user\.json:1:65: nested deeper than 64 levels/],
])('reports the position of an error in %s', async (name, text, message) => {
  const machine = freshMachine();
  writeFileSync(machine.path(name), text);
  const ran = await machine.orgctl(`-p sandbox scim users create --file ${machine.path(name)}`);
  expect(ran.exit).toBe(5);
  expect(ran.stderr).toMatch(message);
});

it('reports an unknown attribute of a user', async () => {
  const ran = await freshMachine().orgctl('-p sandbox scim users create --file -', {
    stdin: '{"userName": "eva", "emails": [{"value": "eva@x.example"}], "titel": "x", "active": "maybe"}',
  });
  expect(ran.exit).toBe(5);
  expect(ran.stderr).toContain('titel: "titel" is not an attribute of a user');
  expect(ran.stderr).toContain('active: active is a string; expected true or false');
});

it('explains an error code of the service', async () => {
  const { exit, stdout } = await freshMachine().orgctl('explain username_taken -o table');
  expect(exit).toBe(0);
  expect(stdout).toBe(
    [
      'Code         username_taken',
      'Meaning      userName must be unique, also distinct from channel names.',
      'Usual cause  Another account or a channel has the name.',
      'What to do   Look for the account with "orgctl scim users get NAME", or choose another userName.',
      'Retry?       no, fix the request first',
      'HTTP status  409',
      '',
    ].join('\n'),
  );
  expect((await freshMachine().orgctl('explain "username_taken (username=x)" -o json')).exit).toBe(0);
});
