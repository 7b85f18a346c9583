import { describe, expect, it } from 'vitest';
import type { OrganizationSettings, StoredGroup } from '../../src/sandbox/organization-data.ts';
import { SCIM_ERROR_CODES } from '../../src/spec/error-codes.ts';
import type { JsonObject } from '../../src/spec/protocol-types.ts';
import { account, everyKindOfAccount, TOKENS, group as teamOf } from '../support/organization-world.ts';
import {
  type Answer,
  attributes,
  newGroup,
  newUser,
  openTestSandbox,
  outcome,
  type TestService,
  URNS,
  VERSIONS,
} from '../support/test-sandbox.ts';

type Call = (service: TestService) => Promise<Answer>;

const create =
  (more: JsonObject, userName = 'new'): Call =>
  (service) =>
    service.post('/Users', newUser(service.version, userName, more));
const replace =
  (more: JsonObject): Call =>
  (service) =>
    service.put('/Users/WMIA', newUser(service.version, 'mia', more));
/** Sends the attributes as a body that both versions accept. */
const patch =
  (values: JsonObject, id = 'WMIA'): Call =>
  (service) =>
    service.patch(`/Users/${id}`, attributes(service.version, values));
const get =
  (path: string): Call =>
  (service) =>
    service.get(path);
const deactivate =
  (id: string): Call =>
  (service) =>
    service.delete(`/Users/${id}`);
const as =
  (token: string, call: Call): Call =>
  (service) =>
    call(service.with({ token }));
const guestOf =
  (id: string): Call =>
  (service) =>
    patch({ [URNS[service.version].guest]: { type: 'multi' } }, id)(service);
const enterprise =
  (value: JsonObject): Call =>
  (service) =>
    patch({ [URNS[service.version].enterprise]: value })(service);

const group =
  (ids: readonly string[]): Call =>
  (service) =>
    service.post('/Groups', newGroup(service.version, 'Cooks', ids));
const regroup =
  (id: string, ids: readonly string[]): Call =>
  (service) =>
    service.put(`/Groups/${id}`, newGroup(service.version, 'Cooks', ids));

/**
 * Every code of SCIM §7 with its status, a request that provokes it, and the organization settings it needs.
 */
const PROVOKED: readonly (readonly [
  code: string,
  status: number,
  call: Call,
  settings?: Partial<OrganizationSettings>,
])[] = [
  ['addresses_invalid', 400, create({ addresses: ['1 Quay Street'] })],
  ['bad_email_address', 400, create({ emails: [{ value: 'anna@' }] })],
  ['bad_endpoint', 404, get('/Persons')],
  ['cannot_make_user_guest', 400, guestOf('WADAM')],
  ['cannot_decode_user_id', 404, get('/Users/mia')],
  ['cannot_modify_owner', 403, as(TOKENS.admin, deactivate('WOLGA'))],
  ['cannot_modify_gdpr', 400, patch({ title: 'Cook' }, 'WERASED')],
  ['cannot_disable_bot_user_with_scim', 403, deactivate('WBOT')],
  ['cannot_disable_primary_owner', 403, patch({ active: false }, 'WPRIMA')],
  ['email_empty', 400, replace({ emails: [] })],
  ['email_invalid', 400, create({ emails: [{ value: 7 }] })],
  ['email_taken', 409, create({ emails: [{ value: 'mia@example.com' }] })],
  ['emails_invalid', 400, create({ emails: ['new@example.com'] })],
  ['failed_to_remove_users_for_linked_subteam', 500, regroup('SKEEP', [])],
  ['group_members_create_failed', 500, regroup('SAUTO', [])],
  ['group_member_max_exceeded', 400, crowded, { plan: 'plus' }],
  ['group_creation_failed', 500, group(['WMIA']), { faults: { createGroup: 'group_creation_failed' } }],
  ['groups_invalid', 400, replace({ groups: ['S1'] })],
  ['idp_group_linked_to_channels', 400, (service) => service.delete('/Groups/SLINK')],
  ['improper_enterprise_schema_format', 400, enterprise({ manager: 'adam' })],
  ['incomplete_filter', 400, get('/Users?filter=username+eq')],
  ['invalid_attribute_format', 400, patch({ title: ['Cook'] })],
  ['invalid_authentication', 401, as('dummy', get('/Users'))],
  ['invalid_display_name', 400, patch({ displayName: 'Mia' }), { mayChangeOwnDisplayName: true }],
  ['invalid_emoji_not_allowed', 400, patch({ title: 'Cook 🍳' })],
  ['invalid_filter_group', 400, get('/Users?filter=(username+pr')],
  ['invalid_name_maxlength', 400, create({ displayName: 'n'.repeat(81) })],
  ['invalid_name_specials', 400, create({ displayName: 'Mia@home' })],
  ['invalid_name_required', 400, patch({ name: { givenName: ' ', familyName: ' ' } })],
  ['invalid_query', 400, get('/Users?filter=shoe+eq+7')],
  ['invalid_request_payload', 400, create({ shoeSize: 42 })],
  ['invalid_reserved_word', 400, create({ displayName: 'everyone' })],
  ['invalid_starts_with_at', 400, create({ displayName: '@mia' })],
  ['invalid_sort_order', 400, get('/Users?sortOrder=up')],
  ['long_nickname', 400, patch({ nickName: 'n'.repeat(22) })],
  ['method_not_allowed', 405, (service) => service.post('/Users/WMIA', {})],
  ['missing_authentication', 401, (service) => service.send('GET', '/Users', {})],
  ['missing_primary_email', 400, patch({ emails: [{ value: 'mia@example.com', operation: 'delete' }] })],
  ['missing_schema_element', 400, create({ schemas: [] })],
  ['missing_group_id', 400, (service) => service.delete('/Groups')],
  ['missing_user_id', 400, (service) => service.delete('/Users')],
  ['no_filters', 400, get('/Users?filter=')],
  ['no_such_group', 404, get('/Groups/S0')],
  ['no_such_group_members', 400, group(['WNOBODY'])],
  ['no_such_user', 404, get('/Users/W0')],
  ['non_org_teams_only', 403, as(TOKENS.workspace, get('/Users'))],
  ['query_building_failed', 500, get('/Users?filter=restricted+gt+%22true%22')],
  ['database_query_failure', 500, get('/Users?filter=username+eq+%22%5Cu0000%22')],
  ['password_change_not_allowed', 400, patch({ password: 'correct horse' })],
  ['permission_denied', 403, as(TOKENS.admin, patch({ title: 'Cook' }, 'WOLGA'))],
  ['phoneNumbers_invalid', 400, patch({ phoneNumbers: ['1'] })],
  ['photos_invalid', 400, patch({ photos: [{ value: 'mia.png' }] })],
  ['plus_teams_only', 403, get('/Users'), { plan: 'low' }],
  ['primary_owner_check_failure', 403, deactivate('WWALT')],
  ['resource_locked', 429, twiceTheGroup],
  ['roles_invalid', 400, patch({ roles: [7] })],
  ['truncation_error', 400, truncation],
  ['too_many_requests', 429, twice],
  ['too_many_users', 400, group(Array.from({ length: 15_001 }, (_, index) => `W${index}`))],
  ['unable_to_add_deleted_or_guest_to_group', 400, group(['WGONE'])],
  ['unable_to_create_team_profile_fields', 400, create({ locale: 'sv' }), { otherProfileFields: 50 }],
  ['unknown_user', 400, enterprise({ manager: { managerId: 'nobody' } })],
  ['unsupported_version', 400, get('/../v3/Users')],
  ['user_creation_failed', 409, createdTwiceAtOnce],
  ['username_empty', 400, create({}, ' ')],
  ['username_invalid', 400, create({}, '...')],
  ['username_not_allowed', 400, create({}, 'here')],
  ['username_required', 400, create({ userName: null })],
  ['username_taken', 409, create({ emails: [{ value: 'n@example.com' }] }, 'general')],
  ['username_too_long', 400, create({}, 'n'.repeat(22))],
];

/** Creates 100 users of the same name at different hosts: the numbers appended to the name end at 99. */
async function truncation(service: TestService): Promise<Answer> {
  const join = (index: number) =>
    create({ emails: [{ value: `same@host${index}.example` }] }, `same@host${index}.example`)(service);
  for (let index = 0; index < 100; index += 1) await join(index);
  return join(100);
}

async function twice(service: TestService): Promise<Answer> {
  const [, second] = await Promise.all([service.delete('/Users/WMIA'), service.delete('/Users/WMIA')]);
  return second;
}

async function twiceTheGroup(service: TestService): Promise<Answer> {
  const [, second] = await Promise.all([regroup('SLINK', [])(service), regroup('SLINK', [])(service)]);
  return second;
}

async function createdTwiceAtOnce(service: TestService): Promise<Answer> {
  const [, second] = await Promise.all([create({})(service), create({})(service)]);
  return second;
}

/** Creates 5,001 users, one more than a user group may have. */
async function crowded(service: TestService): Promise<Answer> {
  const people = Array.from({ length: 5_001 }, (_, index) => account(`p${index}`));
  for (const user of people) service.sandbox.organization.apply({ user });
  return group(people.map(({ id }) => id))(service);
}

const GROUPS: readonly StoredGroup[] = [
  teamOf(['mia'], { id: 'SLINK', channels: ['general'] }),
  teamOf(['mia'], { id: 'SKEEP', keepsMembers: true }),
  teamOf(['mia'], { id: 'SAUTO', isAutomatic: true }),
];

describe.each(VERSIONS)('SCIM §7: error codes on %s', (version) => {
  const rows = PROVOKED.map(
    ([code, status, call, settings = {}]) => [code, status, { call, settings }] as const,
  );

  it.each(rows)('%s comes with %i', async (code, status, { call, settings }) => {
    const service = await openTestSandbox({
      version,
      users: everyKindOfAccount(),
      groups: GROUPS,
      latency: 1,
      settings,
    });
    expect(outcome(await call(service))).toBe(`${status} ${code}`);
  });
});

it('SCIM §7: covers each of the 70 error codes', () => {
  expect(PROVOKED.map(([code]) => code).toSorted()).toEqual(Object.keys(SCIM_ERROR_CODES).toSorted());
  expect(PROVOKED).toHaveLength(70);
});
