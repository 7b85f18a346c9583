import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { account } from '../support/organization-world.ts';
import { patchTable } from '../support/patch-table.ts';
import { openTestSandbox, outcome, PATCH_OP, patchOp, URNS } from '../support/test-sandbox.ts';

const { user, enterprise } = URNS['2.0'];

patchTable('SCIM §2.3: operations', [
  ...['replace', 'add', 'Replace', 'ADD'].map((op) => ({
    does: `"${op}" sets`,
    v2: [{ op, path: 'title', value: 'Host' }],
    changes: { title: 'Host' },
  })),
  ...['remove', 'Remove', 'REMOVE'].map((op) => ({
    does: `"${op}" removes`,
    v2: [{ op, path: 'title' }],
    changes: { title: '' },
  })),
  {
    does: 'run in order; the last one wins',
    v2: [
      { op: 'replace', path: 'title', value: 'Host' },
      { op: 'remove', path: 'title' },
      { op: 'replace', path: 'title', value: 'Chef' },
    ],
    changes: { title: 'Chef' },
  },
  {
    does: 'see the effect of earlier operations',
    v2: [
      { op: 'add', path: 'emails[primary eq false]', value: { value: 'new@x.example' } },
      { op: 'replace', path: 'emails[value eq "new@x.example"].value', value: 'newer@x.example' },
    ],
    changes: {
      emails: [
        { value: 'mia@example.com', primary: true },
        { value: 'newer@x.example', primary: false },
      ],
    },
  },
  {
    does: 'are applied all or not at all',
    v2: [
      { op: 'replace', path: 'title', value: 'Host' },
      { op: 'replace', path: 'emails[primary eq true].value', value: 'boss@example.com' },
    ],
    refused: '409 email_taken',
  },
]);

patchTable('SCIM §4.3: an operation without a path', [
  {
    does: 'sets the attributes of its object',
    v2: [
      {
        op: 'replace',
        value: {
          title: 'Host',
          active: false,
          name: { familyName: 'King' },
          [enterprise]: { department: 'Bar' },
        },
      },
    ],
    changes: {
      title: 'Host',
      active: false,
      name: { givenName: 'Mia', familyName: 'King', honorificPrefix: 'Dr.' },
      enterprise: { department: 'Bar' },
    },
  },
  {
    does: 'requires an object',
    v2: [{ op: 'replace', value: 'Host' }],
    refused: '400 invalid_request_payload',
  },
  {
    does: 'cannot remove',
    v2: [{ op: 'remove', value: { title: 'Host' } }],
    refused: '400 invalid_request_payload',
  },
  {
    does: 'refuses an unknown attribute',
    v2: [{ op: 'add', value: { shoeSize: 42 } }],
    refused: '400 invalid_request_payload',
  },
  {
    does: 'reads names with a period, a colon or brackets as paths',
    v2: [
      {
        op: 'replace',
        value: {
          id: 'WOTHER',
          title: 'Host',
          'name.givenName': 'Ada',
          [`${enterprise}:department`]: 'Bar',
          [`${enterprise}:manager.managerId`]: null,
          [`${user}:locale`]: 'en',
          'phoneNumbers[type eq "work"].value': '6',
        },
      },
    ],
    changes: {
      title: 'Host',
      name: { givenName: 'Ada', familyName: 'Tan', honorificPrefix: 'Dr.' },
      locale: 'en',
      phoneNumbers: [
        { value: '6', type: 'mobile' },
        { value: '+1 1', primary: true },
      ],
      enterprise: { department: 'Bar', manager: { managerId: null } },
    },
  },
  {
    does: 'refuses an unknown path in its object',
    v2: [{ op: 'replace', value: { 'name.shoe': 'x', title: 'Host' } }],
    refused: '400 invalid_request_payload',
  },
]);

patchTable('SCIM §7: standard attributes that the service does not store', [
  ...[
    'entitlements',
    'entitlements[type eq "newentitlement"].value',
    'ims[type eq "xmpp"].value',
    'X509Certificates',
    'name.formatted',
    'addresses[type eq "work"].formatted',
    'emails[type eq "work"].display',
    'roles[primary eq true].type',
    'photos.$ref',
    `${user}:name.middleName`,
  ].map((path) => ({
    does: `${path} is ignored, and the other operations are applied`,
    v2: [
      { op: 'Replace', path, value: 'x' },
      { op: 'Replace', path: 'title', value: 'Host' },
      { op: 'Remove', path },
    ],
    changes: { title: 'Host' },
  })),
  ...['ims', 'entitlements', 'X509Certificates', 'groups', 'id'].map((name) => ({
    does: `${name} of null is ignored, and the other attributes are changed`,
    v1: { title: 'Host', [name]: null },
    v2: [{ op: 'replace', value: { title: 'Host', [name]: null } }],
    changes: { title: 'Host' },
  })),
  {
    does: 'externalId of null is refused',
    v1: { title: 'Host', externalId: null },
    v2: [{ op: 'replace', value: { title: 'Host', externalId: null } }],
    refused: '400 invalid_request_payload',
  },
  ...['entitlements', 'name.formatted', 'addresses.formatted'].map((path) => ({
    does: `${path} in meta.attributes is ignored`,
    v1: { meta: { attributes: [path, 'title'] } },
    changes: { title: '' },
  })),
  ...['shoeSize', 'profileUrl', 'emails.operation'].map((path) => ({
    does: `${path} in meta.attributes is refused`,
    v1: { meta: { attributes: [path, 'title'] } },
    refused: '400 invalid_request_payload',
  })),
  ...['externalId', 'profileUrl'].map((path) => ({
    does: `${path} is refused, and the other operations are not applied`,
    v2: [
      { op: 'replace', path: 'title', value: 'Host' },
      { op: 'add', path, value: 'x' },
    ],
    refused: '400 invalid_request_payload',
  })),
  ...['manager.displayName', 'manager.$ref', 'Manager.DisplayName'].map((path) => ({
    does: `${path} of the enterprise extension is ignored, and the manager stays`,
    v2: [
      { op: 'replace', path: `${enterprise}:manager`, value: 'WBOSS' },
      { op: 'replace', path: `${enterprise}:${path}`, value: 'x' },
      { op: 'add', path: `${enterprise}.${path}`, value: null },
      { op: 'remove', path: `${enterprise}:${path}` },
    ],
    changes: { enterprise: { manager: { managerId: 'WBOSS' } } },
  })),
  {
    does: 'SCIM §4.3 rule 12: manager.value does not name a manager',
    v2: [{ op: 'replace', path: `${enterprise}:manager.value`, value: 'WBOSS' }],
    refused: '400 improper_enterprise_schema_format',
  },
  {
    does: 'refuses the sub-attribute operation',
    v2: [{ op: 'replace', path: 'emails[type eq "work"].operation', value: 'delete' }],
    refused: '400 invalid_request_payload',
  },
]);

patchTable('SCIM §4.3: paths', [
  ...['Title', 'TITLE', `${user}:title`, `${user}.Title`].map((path) => ({
    does: `${path} means title`,
    v2: [{ op: 'replace', path, value: 'Host' }],
    changes: { title: 'Host' },
  })),
  {
    does: 'accepts the core schema URN as a prefix in a removal',
    v2: [{ op: 'remove', path: `${user}:title` }],
    changes: { title: '' },
  },
  ...[
    'shoeSize',
    'title.value',
    'title[value eq "x"]',
    'name.middle',
    'id',
    'meta',
    'groups',
    'schemas',
    ' title',
    '',
    'emails[',
    `${user}`,
  ].map((path) => ({
    does: `SCIM §7: refuses to set "${path}"`,
    v2: [{ op: 'replace', path, value: 'x' }],
    refused: '400 invalid_request_payload',
  })),
  ...[
    'title',
    'name.givenName',
    'emails',
    'phoneNumbers[type eq "mobile"].value',
    `${enterprise}:division`,
  ].map((path) => ({
    does: `SCIM §7: refuses ${path} without a value`,
    v2: [{ op: 'replace', path }],
    refused: '400 invalid_request_payload',
  })),
]);

describe('SCIM §2.3: PatchOp envelope', () => {
  it('is read in any letter case, with nested schemas and unknown URNs', async () => {
    const service = await openTestSandbox({ version: '2.0', users: [account('mia')] });
    const body = {
      Schemas: [[PATCH_OP.toUpperCase(), 'urn:bogus', URNS['1.1'].user]],
      operations: [{ OP: 'REPLACE', Path: 'Title', VALUE: 'Host' }],
    };
    expect(await service.patch('/Users/WMIA', body)).toMatchObject({ status: 200, body: { title: 'Host' } });
  });

  const send = async (body: Json): Promise<string> => {
    const service = await openTestSandbox({ version: '2.0', users: [account('mia')] });
    return outcome(await service.patch('/Users/WMIA', body));
  };

  it.each<[string, JsonObject, string]>([
    ['without schemas', { Operations: [] }, '400 missing_schema_element'],
    ['without Operations', { schemas: [PATCH_OP] }, '400 invalid_attribute_format'],
    [
      'with Operations that are not a list',
      { schemas: [PATCH_OP], Operations: {} },
      '400 invalid_attribute_format',
    ],
    [
      'with an operation that is not an object',
      { schemas: [PATCH_OP], Operations: ['x'] },
      '400 invalid_request_payload',
    ],
  ])('is refused %s', async (_, body, expected) => {
    expect(await send(body)).toBe(expected);
  });

  it.each<[string, Json]>([
    ['absent', null],
    ['unknown', 'move'],
    ['not a string', 7],
  ])('is refused if op is %s', async (_, op) => {
    expect(await send(patchOp({ op, path: 'title', value: 'x' }))).toBe('400 invalid_request_payload');
  });

  it('is refused if path is not a string', async () => {
    expect(await send(patchOp({ op: 'replace', path: 7, value: 'x' }))).toBe('400 invalid_request_payload');
  });

  it('is refused on v1', async () => {
    const service = await openTestSandbox({ version: '1.1', users: [account('mia')] });
    const answer = await service.patch('/Users/WMIA', patchOp({ op: 'replace', path: 'title', value: 'x' }));
    expect(outcome(answer)).toBe('400 invalid_request_payload');
  });
});
