import { LIMITS } from '../spec/limits.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { DeniedInvite } from './record-kinds.ts';
import { accountOf, list, messages, requireTeam, text, type WebCall } from './web-call.ts';
import { WebError } from './web-error.ts';
import { cursorPage } from './web-pages.ts';

/**
 * admin.auth.policy.assignEntities (WEB §4.1; assumption `policy-entity-limit`): assigns all entities or
 * none.
 */
export function assignEntities(call: WebCall): JsonObject {
  const { records } = call.organization;
  const policy = text(call, 'policy_name') ?? '';
  const ids = list(call, 'entity_ids');
  const users = ids.map((id) => accountOf(call, id)?.id);
  const unknown = ids.filter((_, index) => users[index] === undefined);
  if (unknown.length > 0)
    throw new WebError('entity_not_found', messages(`not found: ${unknown.join(', ')}`));
  const entities = [...new Set(users)].map((user) => `${policy}/${user}`);
  const added = entities.filter((id) => records.get('policyEntity', id) === undefined);
  const total = records.of('policyEntity').size + added.length;
  if (ids.length > LIMITS.policyEntitiesPerCall || total > LIMITS.policyEntities)
    throw new WebError('over_max_entity_limit');
  for (const id of added) call.organization.change({ record: { kind: 'policyEntity', id } });
  return { entity_total_count: total };
}

/** admin.inviteRequests.denied.list (WEB §4.3). */
export function deniedInvites(call: WebCall): JsonObject {
  const { records } = call.organization;
  const teamId = text(call, 'team_id');
  if (teamId === undefined && records.of('team').size > 1)
    throw new WebError('invalid_arguments', messages('missing required field: team_id'));
  const team = teamId === undefined ? undefined : requireTeam(call, teamId);
  const page = cursorPage(call, {
    name: 'invite',
    after: (id) => invitesAfter([...records.of('deniedInvite').values()], team?.id, id),
    idOf: ({ id }) => id,
    isId: (id) => {
      const invite = records.get('deniedInvite', id);
      return invite !== undefined && isOf(team?.id, invite);
    },
    badCursor: 'invalid_arguments',
  });
  return {
    denied_requests: page.items.map(inviteBody),
    response_metadata: page.response_metadata,
  };
}

function* invitesAfter(
  invites: readonly DeniedInvite[],
  teamId: string | undefined,
  after: string | undefined,
): Generator<DeniedInvite> {
  const start = after === undefined ? 0 : invites.findIndex(({ id }) => id === after) + 1;
  for (const invite of invites.slice(start)) if (isOf(teamId, invite)) yield invite;
}

function isOf(teamId: string | undefined, invite: DeniedInvite): boolean {
  return teamId === undefined || invite.teamId === teamId;
}

function inviteBody(invite: DeniedInvite): JsonObject {
  const { guest, deniedBy } = invite;
  return {
    invite_request: {
      id: invite.id,
      email: invite.email,
      date_created: invite.dateCreated,
      requester_ids: invite.requesterIds,
      channel_ids: invite.channelIds,
      is_restricted: guest === 'restricted',
      is_ultra_restricted: guest === 'ultraRestricted',
      real_name: invite.realName,
      date_expire: invite.dateExpire ?? null,
      request_reason: invite.reason ?? null,
    },
    denied_by: { actor_type: deniedBy.actorType, actor_id: deniedBy.actorId },
  };
}

/**
 * admin.conversations.convertToPrivate (WEB §4.9): irreversible. For the accepted channel types see
 * assumption `convert-group-message`; archived channels are refused.
 */
export function convertToPrivate(call: WebCall): JsonObject {
  const { records } = call.organization;
  const channel = records.get('channel', text(call, 'channel_id') ?? '');
  const name = text(call, 'name');
  if (channel === undefined) throw new WebError('channel_not_found');
  const isGroupMessage = channel.type === 'mpim' && name !== undefined;
  if (channel.type !== 'public' && !isGroupMessage) throw new WebError('channel_type_not_supported');
  if (channel.isOrgDefault === true) throw new WebError('default_org_wide_channel');
  if (channel.shared === 'migrating') throw new WebError('external_channel_migrating');
  if (channel.shared === 'external') throw new WebError('method_not_supported_for_channel_type');
  if (channel.isArchived === true) throw new WebError('could_not_convert_channel');
  if (records.get('team', channel.teamId)?.blocksPrivateChannels === true)
    throw new WebError('restricted_action');
  const isTaken = (wanted: string) =>
    [...records.of('channel').values()].some((other) => other.name === wanted && other.id !== channel.id);
  if (isGroupMessage && isTaken(name)) throw new WebError('name_taken');
  const renamed = isGroupMessage ? { name } : {};
  call.organization.change({ record: { ...channel, ...renamed, type: 'private' } });
  return {};
}
