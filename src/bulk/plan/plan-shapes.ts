import type { Issue, Place } from '../../failure/issue.ts';
import type { GroupPatchEffect } from '../../rules/group-patch-effect.ts';
import {
  either,
  flag,
  instant,
  listOf,
  type Members,
  maybe,
  number,
  object,
  oneOf,
  type Reading,
  readAs,
  type Shape,
  taggedBy,
  text,
  texts,
  thing,
  valuesOf,
} from '../../rules/shapes.ts';
import type { UserPatchEffect } from '../../rules/user-patch-effect.ts';
import { userValues } from '../../rules/user-value-shapes.ts';
import { USER_ATTRIBUTES } from '../../spec/user-attributes.ts';
import { SCIM_VERSIONS } from '../../spec/wire.ts';
import { MODES } from '../input/desired-state.ts';
import type { Dialect, Written } from '../input/dialect.ts';
import type { Feed } from '../input/feed.ts';
import { MATCH_KEYS } from '../input/match-keys.ts';
import type { MapLimits } from '../input/read-feed-limits.ts';
import type { Reading as ReadingOfFile } from '../input/reading.ts';
import type { Shard } from '../input/shard.ts';
import type { UndoPart } from '../undo/undo-part.ts';
import type { AskedForm, Change, ChangeKind, ChangeOf, GroupBefore, Member, UserUpdate } from './change.ts';
import { CONSEQUENCES } from './consequences.ts';
import type { Forecast } from './forecast.ts';
import type { SparedMember } from './managed-groups.ts';
import type { Person } from './people.ts';
import type { Move, Plan, PlanScope, Population } from './plan-file.ts';

const isTrue = maybe(oneOf([true]));
const attributes = oneOf(Object.keys(USER_ATTRIBUTES));
const withId = thing<{ id: string }>({ id: text });
const target = either(withId, thing<{ createdBy: string }>({ createdBy: text }));

type Base = Pick<Change, 'id' | 'line' | 'after' | 'behind' | 'name' | 'implies' | 'lacksSecrets'>;
const base: Members<Base> = {
  id: text,
  line: number,
  after: texts,
  behind: maybe(texts),
  name: text,
  implies: maybe(listOf(oneOf(Object.keys(CONSEQUENCES)))),
  lacksSecrets: isTrue,
};

const userUpdate: Members<UserUpdate> = {
  target,
  before: userValues,
  set: userValues,
  clear: listOf(attributes),
  managerCreatedBy: maybe(text),
};

const memberName = thing<Pick<Member, 'name' | 'line'>>({ name: text, line: number });
const members = listOf((value) => target(value) ?? memberName(value));
const groupBefore = thing<GroupBefore>({ displayName: text, memberIds: texts });

const asked = maybe(thing<AskedForm>({ body: object, version: maybe(oneOf(SCIM_VERSIONS)) }));

/** What each kind of change has besides its base: a new kind, or a new member, does not compile until it is here. */
const CHANGE_SHAPES: { readonly [Kind in ChangeKind]: Members<ChangeOf<Kind>> } = {
  createUser: {
    ...base,
    kind: text,
    user: userValues,
    body: maybe(object),
    withheld: listOf(attributes),
  },
  patchUser: { ...base, ...userUpdate, kind: text, asked },
  deactivateUser: { ...base, ...userUpdate, kind: text, verb: maybe(oneOf(['DELETE'])) },
  reactivateUser: { ...base, ...userUpdate, kind: text },
  replaceUser: { ...base, ...userUpdate, kind: text, body: object },
  sendUserPatch: {
    ...base,
    ...userUpdate,
    kind: text,
    bodies: listOf(object),
    asks: thing<UserPatchEffect>({
      active: maybe(flag),
      guest: maybe(flag),
      names: texts,
      managers: texts,
      unclear: texts,
    }),
  },
  createGroup: { ...base, kind: text },
  addMembers: { ...base, kind: text, target, members, asked },
  removeMembers: { ...base, kind: text, target, members, asked, isEverybody: isTrue },
  deleteGroup: { ...base, kind: text, target: withId, members: texts },
  renameGroup: { ...base, kind: text, target: withId, formerName: text, displayName: text },
  replaceGroup: {
    ...base,
    kind: text,
    target: withId,
    before: groupBefore,
    displayName: text,
    joining: members,
    leaving: members,
    memberIds: texts,
  },
  sendGroupPatch: {
    ...base,
    kind: text,
    target: withId,
    before: groupBefore,
    body: object,
    asks: thing<GroupPatchEffect>({
      joining: texts,
      leaving: texts,
      isEmptied: flag,
      names: texts,
      unclear: texts,
    }),
  },
  callMethod: {
    ...base,
    kind: text,
    method: text,
    arguments: object,
    encoding: maybe(oneOf(['json'])),
    verb: maybe(oneOf(['GET'])),
    isUnchecked: isTrue,
    meaning: maybe(text),
  },
};

const change = taggedBy(
  'kind',
  Object.fromEntries(
    Object.entries(CHANGE_SHAPES).map(([kind, shapes]): [string, Shape] => [kind, thing<object>(shapes)]),
  ),
);

const issue = thing<Issue>({
  code: text,
  path: text,
  message: text,
  expected: maybe(text),
  example: maybe(text),
  at: maybe(thing<Place>({ file: text, line: number, column: maybe(number) })),
  row: maybe(number),
});

const limit = either(number, text);

/** What is remembered of a file that comes again and again. */
export const feed = thing<Feed>({
  name: text,
  folder: maybe(text),
  isMapped: isTrue,
  rows: number,
  columns: valuesOf(number),
  limits: maybe(
    thing<MapLimits>({ minRows: maybe(limit), maxBlanked: maybe(limit), maxBadRows: maybe(limit) }),
  ),
});

const file = thing<NonNullable<ReadingOfFile['map']>>({ file: text, digest: text });

/** How the rows of the file were read. */
const reading = thing<ReadingOfFile>({
  where: maybe(text),
  skip: maybe(number),
  first: maybe(number),
  shard: maybe(thing<Shard>({ index: number, count: number })),
  today: maybe(text),
  dialect: maybe(
    thing<Dialect>({
      encoding: maybe(text),
      delimiter: maybe(text),
      headerRow: maybe(number),
      decimal: maybe(oneOf([',', '.'])),
    }),
  ),
  map: maybe(file),
  idMap: maybe(file),
  match: maybe(listOf(oneOf(MATCH_KEYS))),
  accept: maybe(listOf(number)),
  onBadRow: maybe(oneOf(['skip'])),
});

const person = thing<Person>({
  userName: maybe(text),
  email: maybe(text),
  created: maybe(text),
  called: maybe(text),
});

const heldBack = thing<NonNullable<Move['waiting']>>({ managers: texts, members: texts });

const plan = thing<Plan>({
  format: oneOf(['orgctl-plan']),
  version: oneOf([1]),
  created: instant,
  profile: text,
  origin: text,
  scimVersion: oneOf(SCIM_VERSIONS),
  mode: oneOf([...MODES, 'undo', 'single']),
  aims: maybe(thing<PlanScope>({ exact: isTrue, prune: isTrue, createGroups: isTrue, pruneGroups: isTrue })),
  undoes: maybe(text),
  part: maybe(
    thing<UndoPart>({
      where: maybe(text),
      first: maybe(number),
      lines: maybe(listOf(number)),
      only: maybe(texts),
    }),
  ),
  source: thing<Plan['source']>({
    file: text,
    digest: text,
    rows: number,
    reading: maybe(reading),
    written: maybe(thing<Written>({ delimiter: maybe(text), headerRow: maybe(number) })),
    feed: maybe(feed),
  }),
  move: maybe(
    thing<Move>({
      rejects: maybe(number),
      waiting: maybe(heldBack),
      settled: maybe(heldBack),
      wave: maybe(thing<NonNullable<Move['wave']>>({ index: number, count: number })),
      where: maybe(text),
    }),
  ),
  activeUsers: number,
  unchanged: number,
  population: maybe(thing<Population>({ unlisted: number, unlistedNames: texts, unknown: number })),
  forecast: thing<Forecast>({
    calls: number,
    seconds: number,
    basis: maybe(oneOf(['documented', 'given'])),
    finish: maybe(text),
  }),
  rejected: maybe(listOf(issue)),
  spared: maybe(
    thing<NonNullable<Plan['spared']>>({
      groups: texts,
      members: listOf(thing<SparedMember>({ user: text, group: text })),
    }),
  ),
  kept: maybe(listOf(issue)),
  people: maybe(valuesOf(person)),
  managers: maybe(valuesOf(text)),
  changes: listOf(change),
});

/** Returns a plan that was read as JSON, or the first place in which it is none. */
export function planFrom(value: unknown): Reading<Plan> {
  return readAs(value, plan);
}
