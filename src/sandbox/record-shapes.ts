import {
  flag,
  listOf,
  maybe,
  moment,
  number,
  oneOf,
  type Shape,
  simple,
  taggedBy,
  text,
  texts,
  thing,
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

const sessionState = thing<SessionState>({
  device_hardware: text,
  os: text,
  os_version: text,
  slack_client_version: text,
  ip: text,
  ageDays: number,
});

/** Shapes of the records in a state file. */
const RECORD_SHAPES: { readonly [Kind in RecordKind]: Shape } = {
  team: thing<Omit<RecordOf<'team'>, 'kind'>>({
    id: text,
    name: text,
    members: maybe(texts),
    migration: maybe(oneOf(['loginClosed', 'intermittent'])),
    blocksPrivateChannels: maybe(oneOf([true])),
  }),
  app: thing<Omit<App, 'kind'>>({
    id: text,
    name: text,
    isService: maybe(oneOf([true])),
    collaborators: texts,
    installation: maybe(
      thing<NonNullable<App['installation']>>({
        teamId: text,
        by: text,
        scope: text,
        channel: maybe(text),
        isEnabled: flag,
      }),
    ),
  }),
  channel: thing<Omit<RecordOf<'channel'>, 'kind'>>({
    id: text,
    type: oneOf(['public', 'general', 'private', 'im', 'mpim']),
    name: text,
    teamId: text,
    members: texts,
    isOrgDefault: maybe(oneOf([true])),
    isArchived: maybe(oneOf([true])),
    shared: maybe(oneOf(['external', 'migrating'])),
    threads: texts,
  }),
  threadStatus: thing<Omit<RecordOf<'threadStatus'>, 'kind'>>({
    id: text,
    appId: text,
    status: text,
    loadingMessages: texts,
    until: moment,
  }),
  readCursor: thing<Omit<RecordOf<'readCursor'>, 'kind'>>({ id: text, ts: text }),
  session: thing<Omit<RecordOf<'session'>, 'kind'>>({
    id: text,
    userId: text,
    teamId: text,
    created: sessionState,
    recent: maybe(sessionState),
  }),
  crowd: thing<Omit<RecordOf<'crowd'>, 'kind'>>({ id: oneOf(['sessions']), count: number }),
  log: thing<Omit<LogRecord, 'kind'>>({
    id: text,
    teamId: text,
    appId: text,
    userId: text,
    date: moment,
    changeType: oneOf(CHANGE_TYPES),
    reason: maybe(oneOf(Object.keys(DISABLE_REASONS))),
    scope: maybe(text),
    channel: maybe(text),
    rssFeed: maybe(thing<NonNullable<LogRecord['rssFeed']>>({ changeType: text, title: text, url: text })),
  }),
  deniedInvite: thing<Omit<DeniedInvite, 'kind'>>({
    id: text,
    teamId: text,
    email: text,
    realName: text,
    dateCreated: moment,
    dateExpire: maybe(moment),
    requesterIds: texts,
    channelIds: texts,
    guest: maybe(oneOf(['restricted', 'ultraRestricted'])),
    reason: maybe(text),
    deniedBy: thing<DeniedInvite['deniedBy']>({ actorType: text, actorId: text }),
  }),
  policyEntity: thing<Omit<RecordOf<'policyEntity'>, 'kind'>>({ id: text }),
  function: thing<Omit<AppFunction, 'kind'>>({
    id: text,
    callbackId: text,
    appId: maybe(text),
    title: text,
    permission: thing<AppFunction['permission']>({
      type: text,
      userIds: texts,
      teamIds: texts,
      orgIds: texts,
    }),
  }),
  workflow: thing<Omit<Workflow, 'kind'>>({
    id: text,
    callbackId: text,
    appId: text,
    isPublished: flag,
    steps: listOf(
      thing<Workflow['steps'][number]>({
        id: text,
        functionId: text,
        title: text,
        isDeleted: flag,
        versionCreated: moment,
      }),
    ),
  }),
  localId: thing<Omit<RecordOf<'localId'>, 'kind'>>({ id: text, userId: text, teamId: text }),
  trouble: thing<Omit<RecordOf<'trouble'>, 'kind'>>({
    id: text,
    code: oneOf(Object.keys(WEB_ERROR_CODES)),
    times: maybe(number),
    retryAfter: maybe(number),
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
