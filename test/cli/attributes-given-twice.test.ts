import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const USER = '"emails":[{"value":"a.b@x.example"}]';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

describe('an attribute that a file gives twice', () => {
  it.each([
    ['users create', `{"userName":"a.b","userName":"c.d",${USER}}`, '"userName" is duplicated in one object'],
    [
      'users create',
      `{"userName":"a.b","username":"c.d",${USER}}`,
      '"userName" and "username" are the same attribute',
    ],
    [
      'users create',
      `{"userName":"a.b",${USER},"enterprise":{"department":"A"},"${ENTERPRISE}":{"costCenter":"B"}}`,
      `"enterprise" and "${ENTERPRISE}" are the same attribute`,
    ],
    [
      'users create',
      `{"userName":"a.b",${USER},"name":{"givenName":"A","givenname":"B"}}`,
      '"givenName" and "givenname" are the same attribute',
    ],
    [
      'users replace clara.voss',
      'userName: a.b\nenterprise: {department: A, Department: B}\n',
      '"department" and "Department" are the same attribute',
    ],
    [
      'users create',
      '{"userName":"a.b","emails":[{"value":"a.b@x.example","Value":"c.d@x.example"}]}',
      '"value" and "Value" are the same attribute',
    ],
    [
      'users patch clara.voss',
      'enterprise: {manager: {managerId: W1118NVR2, managerid: W122HBRI4}}\n',
      '"managerId" and "managerid" are the same attribute',
    ],
    [
      'users patch clara.voss',
      '{"Operations":[{"op":"replace","value":{"title":"A","Title":"B"}}]}',
      '"title" and "Title" are the same attribute',
    ],
    [
      'groups create',
      '{"displayName":"A","displayname":"B"}',
      '"displayName" and "displayname" are the same attribute',
    ],
    [
      'groups patch IT',
      'members: [{value: clara.voss, Value: walt.finch}]\n',
      '"value" and "Value" are the same attribute',
    ],
    ['users patch clara.voss', 'title: A\nTitle: B\n', '"title" and "Title" are the same attribute'],
    [
      'users replace clara.voss',
      `userName: a.b\nprofile: {}\n${ENTERPRISE.replace('enterprise', 'service:profile')}: {}\n`,
      'are the same attribute',
    ],
    [
      'groups replace IT',
      '{"displayName":"IT","members":["clara.voss"],"members":[]}',
      '"members" is duplicated in one object',
    ],
    [
      'groups patch IT',
      'members: [clara.voss]\nMembers: []\n',
      '"members" and "Members" are the same attribute',
    ],
  ])('is refused: scim %s --file %j', async (command, text, message) => {
    const machine = freshMachine();
    const file = machine.path('changes');
    writeFileSync(file, text);
    const { exit, stdout, stderr } = await machine.orgctl(`-p sandbox scim ${command} --file ${file} --yes`);
    expect([exit, stdout], stderr).toEqual([5, '']);
    expect(stderr).toContain(`error: ${file}: `);
    expect(stderr).toContain(`${message}\nhint: keep one of the two\n`);
  });
});

it('reads the members of a group in any letter case', async () => {
  const machine = freshMachine();
  writeFileSync(machine.path('it.yaml'), 'DisplayName: IT\nMembers: [clara.voss]\n');
  const { exit, stdout } = await machine.orgctl(
    `-p sandbox scim groups replace IT --file ${machine.path('it.yaml')} --yes -o json --query members[].display`,
  );
  expect([exit, JSON.parse(stdout)]).toEqual([0, ['Clara Voss']]);
});
