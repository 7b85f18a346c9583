import { LIMITS } from '../spec/limits.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import { RESERVED_DISPLAY_NAMES } from '../spec/reserved-words.ts';
import type { Organization } from './organization.ts';
import type { SandboxToken } from './organization-data.ts';
import type { Channel, ThreadStatus } from './record-kinds.ts';
import { missingScope } from './web-authenticate.ts';
import { list, text, type WebCall } from './web-call.ts';
import { WebError } from './web-error.ts';

/**
 * assistant.threads.setStatus (WEB §3, §4.6): the status is shown until it is cleared, the app replies, or
 * two minutes have passed.
 */
export function setThreadStatus(call: WebCall): JsonObject {
  const { organization, token, now } = call;
  if (organization.settings.keysRevoked === true) throw new WebError('ekm_access_denied');
  const channel = organization.records.get('channel', text(call, 'channel_id') ?? '');
  if (channel === undefined || !mayEnter(channel, token))
    throw new WebError('channel_not_found', { detail: 'the channel does not exist or the app is not in it' });
  const ts = text(call, 'thread_ts') ?? '';
  if (!channel.threads.includes(ts)) throw new WebError('invalid_thread_ts');
  const name = text(call, 'username') ?? '';
  if (RESERVED_DISPLAY_NAMES.some((word) => word === name.toLowerCase()))
    throw new WebError('reserved_username');
  const status = text(call, 'status') ?? '';
  const id = `${channel.id}/${ts}`;
  if (status === '') clearThreadStatus(organization, id);
  else {
    organization.change({
      record: {
        kind: 'threadStatus',
        id,
        appId: token.appId ?? '',
        status,
        loadingMessages: list(call, 'loading_messages'),
        until: now + LIMITS.threadStatusLifetime,
      },
    });
  }
  return {};
}

/** Returns the statuses currently shown; a status expires after two minutes (WEB §3). */
export function shownStatuses({ records }: Organization, now: number): readonly ThreadStatus[] {
  return [...records.of('threadStatus').values()].filter(({ until }) => until > now);
}

export function clearThreadStatus(organization: Organization, id: string): void {
  if (organization.records.get('threadStatus', id) === undefined) return;
  organization.change({ deletedRecord: { kind: 'threadStatus', id } });
}

/** conversations.mark (WEB §4.7). The required scope depends on the kind of conversation (OBSERVED §11). */
export function mark(call: WebCall): JsonObject {
  const { organization, token } = call;
  const channel = organization.records.get('channel', text(call, 'channel') ?? '');
  const member = token.isBot === true ? token.appId : token.userId;
  // A private conversation is invisible to users who are not members.
  const isHidden = channel !== undefined && !isOpen(channel) && !channel.members.includes(member ?? '');
  if (channel === undefined || isHidden) throw new WebError('channel_not_found');
  const scopes = scopesFor(channel, token);
  if (!scopes.some((scope) => token.scopes.includes(scope))) throw missingScope(scopes, token);
  if (!channel.members.includes(member ?? '')) throw new WebError('not_in_channel');
  const id = `${channel.id}/${member}`;
  organization.change({ record: { kind: 'readCursor', id, ts: text(call, 'ts') ?? '' } });
  return {};
}

function scopesFor({ type }: Channel, { isBot }: SandboxToken): readonly string[] {
  if (type === 'im') return ['im:write'];
  if (type === 'mpim') return ['mpim:write'];
  if (type === 'private') return ['groups:write'];
  return isBot === true ? ['channels:write', 'channels:manage'] : ['channels:write'];
}

function isOpen({ type }: Channel): boolean {
  return type === 'public' || type === 'general';
}

/** Whether an app can access a channel: public channels, and others that it is a member of. */
function mayEnter(channel: Channel, { appId }: SandboxToken): boolean {
  return isOpen(channel) || channel.members.includes(appId ?? '');
}
