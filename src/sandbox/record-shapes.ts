import {
  flag,
  listOf,
  moment,
  number,
  objectWith,
  oneOf,
  optional,
  type Shape,
  simple,
  taggedBy,
  text,
  texts,
} from '../json/shapes.ts';
import { isJsonObject } from '../rules/json-value.ts';
import { WEB_ERROR_CODES } from '../spec/webapi-error-codes.ts';
import { CHANGE_TYPES, DISABLE_REASONS } from '../spec/webapi-methods.ts';
import type {
  App,
  AppFunction,
  DeniedInvite,
  LogRecord,
  RecordKind,
  RecordOf,
  SessionState,
  Workflow,
} from './record-kinds.ts';

const sessionState = objectWith<SessionState>({
  device_hardware: text,
  os: text,
  os_version: text,
  slack_client_version: text,
  ip: text,
  ageDays: number,
});

/** Shapes of the records in a state file. */
const RECORD_SHAPES: { readonly [Kind in RecordKind]: Shape } = {
  team: objectWith<Omit<RecordOf<'team'>, 'kind'>>({
    id: text,
    name: text,
    members: optional(texts),
    migration: optional(oneOf(['loginClosed', 'intermittent'])),
    blocksPrivateChannels: optional(oneOf([true])),
  }),
  app: objectWith<Omit<App, 'kind'>>({
    id: text,
    name: text,
    isService: optional(oneOf([true])),
    collaborators: texts,
    installation: optional(
      objectWith<NonNullable<App['installation']>>({
        teamId: text,
        by: text,
        scope: text,
        channel: optional(text),
        isEnabled: flag,
      }),
    ),
  }),
  channel: objectWith<Omit<RecordOf<'channel'>, 'kind'>>({
    id: text,
    type: oneOf(['public', 'general', 'private', 'im', 'mpim']),
    name: text,
    teamId: text,
    members: texts,
    isOrgDefault: optional(oneOf([true])),
    isArchived: optional(oneOf([true])),
    shared: optional(oneOf(['external', 'migrating'])),
    threads: texts,
  }),
  threadStatus: objectWith<Omit<RecordOf<'threadStatus'>, 'kind'>>({
    id: text,
    appId: text,
    status: text,
    loadingMessages: texts,
    until: moment,
  }),
  readCursor: objectWith<Omit<RecordOf<'readCursor'>, 'kind'>>({ id: text, ts: text }),
  session: objectWith<Omit<RecordOf<'session'>, 'kind'>>({
    id: text,
    userId: text,
    teamId: text,
    created: sessionState,
    recent: optional(sessionState),
  }),
  crowd: objectWith<Omit<RecordOf<'crowd'>, 'kind'>>({ id: oneOf(['sessions']), count: number }),
  log: objectWith<Omit<LogRecord, 'kind'>>({
    id: text,
    teamId: text,
    appId: text,
    userId: text,
    date: moment,
    changeType: oneOf(CHANGE_TYPES),
    reason: optional(oneOf(Object.keys(DISABLE_REASONS))),
    scope: optional(text),
    channel: optional(text),
    rssFeed: optional(
      objectWith<NonNullable<LogRecord['rssFeed']>>({ changeType: text, title: text, url: text }),
    ),
  }),
  deniedInvite: objectWith<Omit<DeniedInvite, 'kind'>>({
    id: text,
    teamId: text,
    email: text,
    realName: text,
    dateCreated: moment,
    dateExpire: optional(moment),
    requesterIds: texts,
    channelIds: texts,
    guest: optional(oneOf(['restricted', 'ultraRestricted'])),
    reason: optional(text),
    deniedBy: objectWith<DeniedInvite['deniedBy']>({ actorType: text, actorId: text }),
  }),
  policyEntity: objectWith<Omit<RecordOf<'policyEntity'>, 'kind'>>({ id: text }),
  function: objectWith<Omit<AppFunction, 'kind'>>({
    id: text,
    callbackId: text,
    appId: optional(text),
    title: text,
    permission: objectWith<AppFunction['permission']>({
      type: text,
      userIds: texts,
      teamIds: texts,
      orgIds: texts,
    }),
  }),
  workflow: objectWith<Omit<Workflow, 'kind'>>({
    id: text,
    callbackId: text,
    appId: text,
    isPublished: flag,
    steps: listOf(
      objectWith<Workflow['steps'][number]>({
        id: text,
        functionId: text,
        title: text,
        isDeleted: flag,
        versionCreated: moment,
      }),
    ),
  }),
  localId: objectWith<Omit<RecordOf<'localId'>, 'kind'>>({ id: text, userId: text, teamId: text }),
  trouble: objectWith<Omit<RecordOf<'trouble'>, 'kind'>>({
    id: text,
    code: oneOf(Object.keys(WEB_ERROR_CODES)),
    times: optional(number),
    retryAfter: optional(number),
  }),
};

/** A record of a known kind, with the shape of that kind. */
export const record: Shape = taggedBy('kind', RECORD_SHAPES);

/** Identifies a deleted record. */
export const recordKey = simple('the kind and the ID of a record', isRecordKey);

/** Whether the value identifies a record by kind and ID. */
export function isRecordKey(value: unknown): value is { readonly kind: RecordKind; readonly id: string } {
  return (
    isJsonObject(value) &&
    typeof value['id'] === 'string' &&
    Object.hasOwn(RECORD_SHAPES, String(value['kind']))
  );
}
