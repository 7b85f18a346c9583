import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const WALT = 'W1118NVR2';
const SAMIR = 'W122HBRI4';
const CLARA = 'W12L3NPDN';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

const operations = (...list: readonly object[]) => JSON.stringify({ Operations: list });

/**
 * A command that touches a protected user or group: the role, the form, the line, the file, the user or
 * group, the SCIM version.
 */
type Row = readonly [role: string, form: string, line: string, file: string, named: string, version?: string];

const GROUP_FILE = 'scim groups patch IT --file -';
const USER_FILE = 'scim users patch tomas.rey --file -';

const ROWS: readonly Row[] = [
  ['target', 'flag', 'scim users patch clara.voss --title X', '', 'clara.voss'],
  ['target', 'attributes', 'scim users patch clara.voss --file -', 'title: X', 'clara.voss'],
  [
    'target',
    'operations',
    'scim users patch clara.voss --file -',
    operations({ op: 'replace', path: 'title', value: 'X' }),
    'clara.voss',
  ],
  ['added member', 'flag', 'scim groups patch IT --add clara.voss', '', 'clara.voss (member of IT)'],
  ['added member', 'attributes', GROUP_FILE, 'members: [clara.voss]', 'clara.voss (member of IT)'],
  [
    'added member',
    'attributes',
    GROUP_FILE,
    `members: [{value: ${CLARA}}]`,
    'clara.voss (member of IT)',
    '1.1',
  ],
  [
    'added member',
    'operations',
    GROUP_FILE,
    operations({ op: 'add', path: 'members', value: [{ value: CLARA }] }),
    'clara.voss (member of IT)',
  ],
  [
    'added member',
    'operations by URN',
    GROUP_FILE,
    operations({ value: [{ value: CLARA }], path: `${GROUP}:members`, op: 'Add' }),
    'clara.voss (member of IT)',
  ],
  [
    'added member',
    'operations without a path',
    GROUP_FILE,
    operations({ op: 'add', value: { members: [{ value: CLARA }] } }),
    'clara.voss (member of IT)',
  ],
  ['removed member', 'flag', 'scim groups patch IT --remove samir.aziz', '', 'samir.aziz (member of IT)'],
  [
    'removed member',
    'attributes',
    GROUP_FILE,
    `members: [{value: ${SAMIR}, operation: delete}]`,
    'samir.aziz (member of IT)',
    '1.1',
  ],
  [
    'removed member',
    'attributes',
    GROUP_FILE,
    'meta: {attributes: [members]}',
    'samir.aziz (member of IT)',
    '1.1',
  ],
  ['removed member', 'attributes', GROUP_FILE, 'members: null', 'samir.aziz (member of IT)'],
  ...[
    { op: 'remove', path: `members[value eq "${SAMIR}"]` },
    { op: 'remove', path: `members[value eq "${WALT}" or value eq "${SAMIR}"]` },
    { op: 'remove', path: 'members[display eq "Samir Aziz"]' },
    { op: 'remove', path: `${GROUP}:members[value eq "${SAMIR}"]` },
    { op: 'remove', path: 'members', value: [{ value: SAMIR }] },
    { op: 'replace', path: 'members', value: [{ value: WALT }] },
    { op: 'replace', value: { members: [{ value: WALT }] } },
    { op: 'remove', path: 'members' },
  ].map(
    (one): Row => ['removed member', 'operations', GROUP_FILE, operations(one), 'samir.aziz (member of IT)'],
  ),
  [
    'manager',
    'flag',
    'scim users patch tomas.rey --manager clara.voss',
    '',
    'clara.voss (manager of tomas.rey)',
  ],
  [
    'manager',
    'attributes',
    USER_FILE,
    `{"${ENTERPRISE}": {"manager": {"managerId": "${CLARA}"}}}`,
    'clara.voss (manager of tomas.rey)',
  ],
  [
    'manager',
    'attributes',
    USER_FILE,
    `{"urn:scim:schemas:extension:enterprise:1.0": {"manager": {"managerId": "${CLARA}"}}}`,
    'clara.voss (manager of tomas.rey)',
    '1.1',
  ],
  ...[
    { op: 'add', path: `${ENTERPRISE}:manager.managerId`, value: CLARA },
    { op: 'add', path: `${ENTERPRISE}:manager`, value: { managerId: CLARA } },
    { op: 'add', path: ENTERPRISE, value: { manager: { managerId: 'clara.voss' } } },
    { op: 'add', value: { [ENTERPRISE]: { manager: { managerId: CLARA } } } },
    { op: 'add', value: { [`${ENTERPRISE}:manager`]: CLARA } },
  ].map(
    (one): Row => ['manager', 'operations', USER_FILE, operations(one), 'clara.voss (manager of tomas.rey)'],
  ),
  ['new name', 'flag', 'scim users patch tomas.rey --user-name boss', '', 'boss'],
  ['new name', 'flag', 'scim users patch tomas.rey --nick-name boss', '', 'boss'],
  ['new name', 'flag', 'scim groups patch IT --name boss', '', 'boss'],
  ['new name', 'attributes', USER_FILE, 'userName: boss', 'boss'],
  ['new name', 'attributes', USER_FILE, 'emails: [{value: boss@x.example}]', 'boss@x.example'],
  ['new name', 'attributes', GROUP_FILE, 'displayName: boss', 'boss'],
  [
    'new name',
    'operations',
    USER_FILE,
    operations({ op: 'replace', path: 'userName', value: 'boss' }),
    'boss',
  ],
  [
    'new name',
    'operations',
    USER_FILE,
    operations({ op: 'add', path: 'emails[type eq "work"].value', value: 'boss@x.example' }),
    'boss@x.example',
  ],
  [
    'new name',
    'operations',
    GROUP_FILE,
    operations({ op: 'replace', path: 'displayName', value: 'boss' }),
    'boss',
  ],
  [
    'new name',
    'operations',
    GROUP_FILE,
    operations({ op: 'replace', value: { displayName: 'boss' } }),
    'boss',
  ],
];

describe('protection of users and groups touched by a write', () => {
  it.each(ROWS)(
    'refuses a protected %s by %s: %s %s',
    async (_role, _form, line, file, named, version = '2.0') => {
      const machine = freshMachine();
      const word = (named ?? '').split(' ')[0] ?? '';
      const ran = await machine.orgctl(`-p sandbox --scim-version ${version} ${line} --yes`, {
        env: { ORGCTL_PROTECT: word },
        ...(file === '' ? {} : { stdin: file }),
      });
      expect(ran).toMatchObject({ exit: 9, stdout: '' });
      expect(ran.stderr).toContain(`error: the plan touches protected users or groups: ${named}\n`);
      expect(JSON.parse((await machine.orgctl('runs list -o json')).stdout)).toEqual([]);
    },
  );

  it.each([
    [GROUP_FILE, { op: 'add', path: 'owners', value: [{ value: CLARA }] }],
    [USER_FILE, { op: 'replace', path: 'urn:other:active', value: false }],
  ])('refuses an unreadable operation if a pattern is protected: %s', async (line, one) => {
    const options = { stdin: operations(one) };
    const ran = await freshMachine().orgctl(`-p sandbox ${line} --yes`, {
      ...options,
      env: { ORGCTL_PROTECT: 'nobody.here' },
    });
    expect(ran).toMatchObject({ exit: 9, stdout: '' });
    expect(ran.stderr).toContain(
      `cannot determine the effect on ${one.path === 'owners' ? 'IT' : 'tomas.rey'}: "${one.path}" cannot be read`,
    );
    expect((await freshMachine().orgctl(`-p sandbox ${line} --yes`, options)).exit).toBe(6);
  });
});

describe('limits for operations in a file', () => {
  const REMOVALS = [
    [1, { op: 'remove', path: `members[value eq "${SAMIR}"]` }],
    [2, { path: `${GROUP}:members`, op: 'remove' }],
    [2, { op: 'remove', path: `members[value eq "${WALT}" or value eq "${SAMIR}"]` }],
    [1, { value: [{ value: WALT }, { value: CLARA }], path: 'members', op: 'replace' }],
    [1, { op: 'remove', path: 'members', value: [{ display: `not ${WALT}`, value: SAMIR }] }],
    [2, { op: 'remove', path: 'members[display pr]' }],
  ] as const;

  it.each(REMOVALS)('count %i removals in %j', async (count, one) => {
    const at = (limit: number) =>
      freshMachine().orgctl(`-p sandbox ${GROUP_FILE} --yes --max-remove-members ${limit}`, {
        stdin: operations(one),
      });
    const over = await at(count - 1);
    expect(over).toMatchObject({ exit: 9, stdout: '' });
    expect(over.stderr).toContain(`error: the plan removes ${count} member`);
    expect((await at(count)).exit).toBe(0);
    expect((await at(count + 1)).exit).toBe(0);
  });

  const ACTIVE = [
    { op: 'replace', path: 'active', value: false },
    { value: 'False', op: 'replace', path: 'active' },
    { op: 'replace', path: `${USER}:active`, value: false },
    { op: 'add', value: { active: false } },
    { op: 'add', value: { title: 'x', [`${USER}:active`]: false } },
  ];

  it.each(ACTIVE)('count a deactivation in %j', async (one) => {
    const at = (limit: number) =>
      freshMachine().orgctl(`-p sandbox ${USER_FILE} --yes --max-deactivate ${limit}`, {
        stdin: operations(one),
      });
    expect((await at(0)).stderr).toContain(
      'error: the plan deactivates 1 user, but none is allowed: tomas.rey',
    );
    expect((await at(0)).exit).toBe(9);
    expect((await at(1)).exit).toBe(0);
  });

  it.each([
    ['operations', operations({ op: 'replace', path: `${USER}:active`, value: true })],
    ['attributes', 'active: true'],
  ])('count a reactivation by %s', async (_, stdin) => {
    const line = '-p sandbox scim users patch former.member --file - --yes';
    expect((await freshMachine().orgctl(`${line} --max-reactivate 0`, { stdin })).exit).toBe(9);
    expect((await freshMachine().orgctl(`${line} --max-reactivate 1`, { stdin })).exit).toBe(0);
  });

  it('count no deactivation for text that looks like one', async () => {
    const stdin = operations({ op: 'replace', path: 'title', value: '"active":false' });
    const ran = await freshMachine().orgctl(`-p sandbox ${USER_FILE} --max-deactivate 0`, { stdin });
    expect(ran.exit).toBe(0);
  });

  it('refuse an operation that cannot be read', async () => {
    const stdin = operations({ op: 'replace', path: 'urn:other:active', value: false });
    const ran = await freshMachine().orgctl(`-p sandbox ${USER_FILE} --yes --max-deactivate 0`, { stdin });
    expect(ran).toMatchObject({ exit: 9, stdout: '' });
    expect(ran.stderr).toContain(
      'cannot determine the effect on tomas.rey: "urn:other:active" cannot be read',
    );
  });
});

describe('confirmation before deactivating users or emptying groups', () => {
  const DEACTIVATING: readonly (readonly [string, string])[] = [
    ['scim users patch tomas.rey --no-active', ''],
    ['scim users patch tomas.rey --set active=false', ''],
    [USER_FILE, 'active: false'],
    [USER_FILE, operations({ op: 'replace', path: `${USER}:active`, value: false })],
  ];
  const EMPTYING: readonly (readonly [string, string])[] = [
    ['scim groups patch IT --remove walt.finch --remove samir.aziz', ''],
    ['scim groups members remove IT walt.finch samir.aziz', ''],
    [GROUP_FILE, operations({ op: 'remove', path: 'members' })],
    [GROUP_FILE, 'members: null'],
  ];

  it.each([...DEACTIVATING, ...EMPTYING])('is required by %s %s', async (line, stdin) => {
    const options = stdin === '' ? {} : { stdin };
    const machine = freshMachine();
    const unasked = await machine.orgctl(`-p sandbox ${line}`, options);
    expect(unasked).toMatchObject({ exit: 2, stdout: '' });
    expect(unasked.stderr).toContain('hint: add --yes');
    expect(unasked.stderr).toContain('in "sandbox" (sandbox.localhost)');
    expect(unasked.stderr).toContain(line.includes('users') ? 'needed to deactivate tomas.rey' : ' of IT (');
    expect((await machine.orgctl(`-p sandbox ${line} --yes`, options)).exit).toBe(0);
  });

  it.each([
    'scim users patch tomas.rey --title X',
    'scim users patch former.member --active',
    'scim groups patch IT --remove walt.finch',
    'scim groups patch IT --remove walt.finch --remove samir.aziz --add tomas.rey',
    'scim groups members remove IT walt.finch',
  ])('is not required by %s', async (line) => {
    expect((await freshMachine().orgctl(`-p sandbox ${line}`)).exit).toBe(0);
  });
});
