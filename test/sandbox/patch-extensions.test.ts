import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import { type PatchCase, patchTable } from '../support/patch-table.ts';
import { bodyOf, openTestSandbox, patchOp, URNS } from '../support/test-sandbox.ts';

const ENTERPRISE_V1 = URNS['1.1'].enterprise;
const ENTERPRISE_V2 = URNS['2.0'].enterprise;
const GUEST_V1 = URNS['1.1'].guest;
const GUEST_V2 = URNS['2.0'].guest;
const PROFILE_V1 = URNS['1.1'].profile;
const PROFILE_V2 = URNS['2.0'].profile;

const STRINGS = ['employeeNumber', 'costCenter', 'organization', 'division', 'department'] as const;
const enterprise = (changes: JsonObject): { changes: JsonObject } => ({ changes: { enterprise: changes } });
const BLANK = Object.fromEntries(STRINGS.map((name) => [name, null]));

function sent(does: string, value: JsonObject, more: Omit<PatchCase, 'does' | 'v1' | 'v2'>): PatchCase {
  return {
    does,
    v1: { [ENTERPRISE_V1]: value },
    v2: [{ op: 'add', path: ENTERPRISE_V2, value }],
    ...more,
  };
}

const manager = (managerId: string): JsonObject => ({ manager: { managerId } });
/** Boss becomes the manager of a user without a manager. */
const BOSS = { stored: { manager: '' }, ...enterprise(manager('WBOSS')) };

patchTable('SCIM §4.3 rule 12: the enterprise extension', [
  sent(
    'changes the given attributes and keeps the others',
    { department: 'Bar', costCenter: '1' },
    enterprise({ department: 'Bar', costCenter: '1' }),
  ),
  sent('names the manager by ID', manager('WBOSS'), BOSS),
  sent('names the manager by primary email', manager('Boss@Example.com'), BOSS),
  sent('names the manager by userName', manager('Boss'), BOSS),
  sent('clears the manager with a space', manager(' '), enterprise({ manager: { managerId: null } })),
  sent('SCIM §7: refuses an unknown manager', manager('nobody'), { refused: '400 unknown_user' }),
  sent('SCIM §7: refuses an unknown manager email', manager('no@x.example'), {
    refused: '400 unknown_user',
  }),
  sent('refuses a secondary email as the manager', manager('mia@home.example'), {
    refused: '400 unknown_user',
  }),
  sent(
    'SCIM §7: requires the managerId',
    { manager: {} },
    { refused: '400 improper_enterprise_schema_format' },
  ),
  ...STRINGS.map((name) => ({
    does: `removes ${name} alone`,
    v1: { meta: { attributes: [`${ENTERPRISE_V1}.${name}`] } },
    v2: [{ op: 'remove', path: `${ENTERPRISE_V2}:${name}` }],
    ...enterprise({ [name]: null }),
  })),
  ...['manager', 'manager.managerId'].map((path) => ({
    does: `removes ${path}`,
    v1: { meta: { attributes: [`${ENTERPRISE_V1}.${path}`] } },
    v2: [{ op: 'remove', path: `${ENTERPRISE_V2}.${path}` }],
    ...enterprise({ manager: { managerId: null } }),
  })),
  ...['manager.displayName', 'manager.$ref'].map((path) => ({
    does: `keeps the manager if ${path} is removed, which is not stored`,
    v1: { meta: { attributes: [`${ENTERPRISE_V1}.${path}`, `${ENTERPRISE_V1}.division`] } },
    v2: [
      { op: 'remove', path: `${ENTERPRISE_V2}:${path}` },
      { op: 'remove', path: `${ENTERPRISE_V2}:division` },
    ],
    ...enterprise({ division: null }),
  })),
  {
    does: 'removes the whole extension by its URN',
    v1: { meta: { attributes: [ENTERPRISE_V1] } },
    v2: [{ op: 'remove', path: ENTERPRISE_V2 }],
    changes: { enterprise: { ...BLANK, manager: { managerId: null } } },
  },
  {
    does: 'removes several paths at once',
    v1: { meta: { attributes: [`${ENTERPRISE_V1}.division`, `${ENTERPRISE_V1}.manager`] } },
    v2: [
      { op: 'remove', path: `${ENTERPRISE_V2}.division` },
      { op: 'remove', path: `${ENTERPRISE_V2}:manager` },
    ],
    ...enterprise({ division: null, manager: { managerId: null } }),
  },
  ...['.shoeSize', '.manager.name', ':', 'x', '[0]'].map((behind) => ({
    does: `refuses to remove the URN followed by ${behind}`,
    v1: { meta: { attributes: [`${ENTERPRISE_V1}${behind}`] } },
    v2: [{ op: 'remove', path: `${ENTERPRISE_V2}${behind}` }],
    refused: '400 invalid_request_payload',
  })),
]);

patchTable('SCIM §4.3 rule 12: paths of a PatchOp into the enterprise extension', [
  ...(
    [
      [':department', 'Bar'],
      ['.department', 'Bar'],
      [':Department', 'Bar'],
      [':manager', { managerId: 'boss' }],
      [':manager', 'boss'],
      [':manager.managerId', 'boss'],
      ['.manager.managerId', 'boss'],
    ] as const
  ).flatMap(([behind, value]) =>
    (['add', 'replace'] as const).map((op) => ({
      does: `${op} at ${behind} with ${JSON.stringify(value)}`,
      v2: [{ op, path: `${ENTERPRISE_V2}${behind}`, value }],
      ...(behind.includes('manager') ? BOSS : enterprise({ department: 'Bar' })),
    })),
  ),
  {
    does: 'replace of the whole extension merges',
    v2: [{ op: 'replace', path: ENTERPRISE_V2.toUpperCase(), value: { department: 'Bar' } }],
    ...enterprise({ department: 'Bar' }),
  },
  ...[':departmnt', ':manager.name', '[type eq "work"]'].map((behind) => ({
    does: `refuses ${behind}`,
    v2: [{ op: 'replace', path: `${ENTERPRISE_V2}${behind}`, value: 'Bar' }],
    refused: '400 invalid_request_payload',
  })),
  {
    does: 'SCIM §7: refuses a value of the wrong type',
    v2: [{ op: 'replace', path: ENTERPRISE_V2, value: 'Bar' }],
    refused: '400 invalid_attribute_format',
  },
]);

const start = (startDate: string | null): { changes: JsonObject } => ({
  changes: { profile: { startDate } },
});

patchTable('SCIM §4.3 rule 14: the profile extension', [
  {
    does: 'updates the start date and stores it as a day',
    v1: { [PROFILE_V1]: { startDate: '2025-09-01T08:30:00+0200' } },
    v2: [{ op: 'replace', path: `${PROFILE_V2}:startDate`, value: '2025-09-01T08:30:00+02:00' }],
    ...start('2025-09-01T00:00:00+0000'),
  },
  {
    does: 'updates the start date through the whole extension',
    v2: [{ op: 'add', path: PROFILE_V2, value: { startDate: '2025-09-01T00:00:00+0000' } }],
    ...start('2025-09-01T00:00:00+0000'),
  },
  {
    does: 'clears the start date with a space',
    v1: { [PROFILE_V1]: { startDate: ' ' } },
    v2: [{ op: 'replace', path: `${PROFILE_V2}.startDate`, value: ' ' }],
    ...start(null),
  },
  {
    does: 'removes the start date by its path',
    v1: { meta: { attributes: [`${PROFILE_V1}.startDate`] } },
    v2: [{ op: 'remove', path: `${PROFILE_V2}:startDate` }],
    ...start(null),
  },
  {
    does: 'removes the start date by the URN',
    v1: { meta: { attributes: [PROFILE_V1] } },
    v2: [{ op: 'remove', path: PROFILE_V2 }],
    ...start(null),
  },
  ...[
    'tomorrow',
    '2025-09-01',
    '2025-09-01T00:00:00',
    '2025-09-01T00:00:00Z',
    '2025-02-30T00:00:00+0000',
  ].map((startDate) => ({
    does: `SCIM §2.1: refuses ${startDate}`,
    v1: { [PROFILE_V1]: { startDate } },
    v2: [{ op: 'replace', path: `${PROFILE_V2}:startDate`, value: startDate }],
    refused: '400 invalid_attribute_format',
  })),
]);

const guest = (value: JsonObject, refused: string): PatchCase => ({
  does: `SCIM §2.1: refuses ${JSON.stringify(value)}`,
  v1: { [GUEST_V1]: value },
  v2: [{ op: 'add', path: GUEST_V2, value }],
  refused,
});

patchTable('SCIM §4.3 rule 13: the guest extension', [
  guest({}, '400 invalid_attribute_format'),
  guest({ type: 'single' }, '400 invalid_attribute_format'),
  guest({ expiration: '2027-01-01T00:00:00Z' }, '400 invalid_attribute_format'),
  guest({ type: 'multi', expiration: 'soon' }, '400 invalid_attribute_format'),
  guest({ type: 'multi', expiration: '2027-02-30T00:00:00Z' }, '400 invalid_attribute_format'),
  {
    does: 'returns the expiration in UTC',
    v1: { [GUEST_V1]: { type: 'multi', expiration: '2027-01-01T01:00:00+02:00' } },
    v2: [{ op: 'add', path: GUEST_V2, value: { type: 'multi', expiration: '2027-01-01T01:00:00+02:00' } }],
    changes: { guest: { type: 'multi', expiration: '2026-12-31T23:00:00Z', channels: [] } },
  },
]);

it('SCIM §2.1: accepts both spellings of the v2 guest URN and returns the longer one', async () => {
  const service = await openTestSandbox({ version: '2.0', users: [account('mia')] });
  const short = 'urn:scim:schemas:extension:service:guest:2.0:User';
  const added = bodyOf(
    await service.patch('/Users/WMIA', patchOp({ op: 'add', path: short, value: { type: 'multi' } })),
  );
  expect(added['schemas']).toEqual([URNS['2.0'].user, GUEST_V2]);
  const body = {
    schemas: [URNS['2.0'].user, short],
    [short]: { type: 'multi', expiration: '2027-01-01T00:00:00Z' },
  };
  expect(bodyOf(await service.patch('/Users/WMIA', body))[GUEST_V2]).toMatchObject({
    expiration: '2027-01-01T00:00:00Z',
  });
  const removed = await service.patch('/Users/WMIA', patchOp({ op: 'remove', path: `${short}:expiration` }));
  expect(bodyOf(removed)[GUEST_V2]).toEqual({ type: 'multi', channels: [] });
});

it('SCIM §4.3 rule 14: accepts the start date on v2 without Operations if only the extension is listed', async () => {
  const service = await openTestSandbox({ version: '2.0', users: [account('mia')] });
  const body = { schemas: [PROFILE_V2], [PROFILE_V2]: { startDate: '2025-09-01T00:00:00+0000' } };
  expect(bodyOf(await service.patch('/Users/WMIA', body))[PROFILE_V2]).toEqual({
    startDate: '2025-09-01T00:00:00+0000',
  });
});
