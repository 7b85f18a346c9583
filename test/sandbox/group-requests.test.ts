import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account, team } from '../support/organization-world.ts';
import {
  attributes,
  membersIn,
  newGroup,
  openTestSandbox,
  outcome,
  patchOp,
  type TestService,
  URNS,
  VERSIONS,
} from '../support/test-sandbox.ts';

const users = [account('ada'), account('bo'), account('cy')];
const open = (version: '1.1' | '2.0' = '2.0'): Promise<TestService> =>
  openTestSandbox({ version, users, groups: [team('ada', 'bo')] });
const membersAfter = async (service: TestService) =>
  [...membersIn(await service.read('/Groups/S1'))].map((member) => String(member));
const group = URNS['2.0'].group;

describe('SCIM §4.6: effect of a group PatchOp on the members', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['removes no member for an empty list', { op: 'remove', path: 'members', value: [] }, ['WADA', 'WBO']],
    ['removes all members without a value', { op: 'remove', path: 'members' }, []],
    ['removes the members of a list', { op: 'remove', path: 'members', value: [{ value: 'WBO' }] }, ['WADA']],
    [
      'ignores the removal of a user who is not a member',
      { op: 'remove', path: 'members[value eq "WCY"]' },
      ['WADA', 'WBO'],
    ],
    [
      'ignores users of a list who are not members',
      { op: 'remove', path: 'members', value: [{ value: 'WCY' }, { value: 'WBO' }] },
      ['WADA'],
    ],
    [
      'removes no member if a filter selects none',
      { op: 'remove', path: 'members[display eq "x"]' },
      ['WADA', 'WBO'],
    ],
    ['clears the members with null', { op: 'replace', path: 'members', value: null }, []],
    ['clears the members with null without a path', { op: 'replace', value: { members: null } }, []],
    [
      'accepts names in any letter case',
      { OP: 'Replace', Path: 'MEMBERS', VALUE: [{ Value: 'WCY' }] },
      ['WCY'],
    ],
    [
      'accepts an attribute name after the URN',
      { op: 'replace', value: { [`${group}:members`]: [{ value: 'WCY' }] } },
      ['WCY'],
    ],
  ])('%s', async (_, operation, expected) => {
    const service = await open();
    expect(outcome(await service.patch('/Groups/S1', patchOp(operation)))).toBe('200');
    expect(await membersAfter(service)).toEqual(expected);
  });

  it('SCIM §7: refuses a null displayName', async () => {
    const service = await open();
    const answer = await service.patch(
      '/Groups/S1',
      patchOp({ op: 'replace', path: 'displayName', value: null }),
    );
    expect(outcome(answer)).toBe('400 invalid_attribute_format');
  });
});

describe('SCIM §2.2: `operation` of a member, which only a v1 PATCH supports', () => {
  const out: Json = [{ value: 'WBO', operation: 'delete' }];
  const calls: readonly [string, '1.1' | '2.0', (service: TestService) => ReturnType<TestService['get']>][] =
    [
      ...VERSIONS.flatMap(
        (version): [string, typeof version, (service: TestService) => ReturnType<TestService['get']>][] => [
          [
            'POST',
            version,
            (service) => service.post('/Groups', { ...newGroup(version, 'Crew', []), members: out }),
          ],
          [
            'PUT',
            version,
            (service) => service.put('/Groups/S1', { ...newGroup(version, 'Team', []), members: out }),
          ],
        ],
      ),
      [
        'PatchOp add',
        '2.0',
        (service) => service.patch('/Groups/S1', patchOp({ op: 'add', path: 'members', value: out })),
      ],
      [
        'PatchOp remove',
        '2.0',
        (service) => service.patch('/Groups/S1', patchOp({ op: 'remove', path: 'members', value: out })),
      ],
      [
        'PatchOp without a path',
        '2.0',
        (service) => service.patch('/Groups/S1', patchOp({ op: 'add', value: { members: out } })),
      ],
    ];

  it.each(calls)('SCIM §7: %s on %s refuses `delete` and changes nothing', async (_, version, call) => {
    const service = await open(version);
    expect(outcome(await call(service))).toBe('400 invalid_request_payload');
    expect(await membersAfter(service)).toEqual(['WADA', 'WBO']);
  });

  it('ignores the values `add` and null in a v1 PUT', async () => {
    const service = await open('1.1');
    const members = [
      { value: 'WCY', operation: 'add' },
      { value: 'WADA', operation: null },
    ];
    expect(outcome(await service.put('/Groups/S1', { ...newGroup('1.1', 'Team', []), members }))).toBe('200');
    expect(await membersAfter(service)).toEqual(['WADA', 'WCY']);
  });

  it('removes members with `delete` in a v1 PATCH and ignores users who are not members', async () => {
    const service = await open('1.1');
    const members = [...out, { value: 'WCY', Operation: 'delete' }];
    expect(outcome(await service.patch('/Groups/S1', attributes('1.1', { MEMBERS: members })))).toBe('204');
    expect(await membersAfter(service)).toEqual(['WADA']);
  });

  it('clears the members with null in a v1 PATCH', async () => {
    const service = await open('1.1');
    expect(outcome(await service.patch('/Groups/S1', attributes('1.1', { members: null })))).toBe('204');
    expect(await membersAfter(service)).toEqual([]);
  });
});
