import type { Issue, Place } from '../../failure/issue.ts';
import {
  either,
  flag,
  instant,
  listOf,
  number,
  objectWith,
  oneOf,
  optional,
  type ReadValue,
  readAs,
  text,
  texts,
  valuesOf,
} from '../../json/shapes.ts';
import { GUEST_KINDS } from '../../scim/user-state.ts';
import { SCIM_VERSIONS } from '../../spec/protocol-types.ts';
import { MODES } from '../input/desired-state.ts';
import type { DetectedDialect, Dialect } from '../input/dialect.ts';
import type { Feed } from '../input/feed.ts';
import { MATCH_KEYS } from '../input/match-keys.ts';
import type { MapLimits } from '../input/read-feed-limits.ts';
import type { InputReading as ReadingOfFile } from '../input/reading.ts';
import type { Shard } from '../input/shard.ts';
import type { UndoPart } from '../undo/undo-part.ts';
import { change } from './change-shapes.ts';
import type { Forecast } from './forecast.ts';
import type { SparedMember } from './managed-input.ts';
import type { Person } from './people.ts';
import type { InputFile, Move, Plan, PlanScope, Population, WithoutManager } from './plan-file.ts';

const isTrue = optional(oneOf([true]));

const issue = objectWith<Issue>({
  code: text,
  path: text,
  message: text,
  expected: optional(text),
  example: optional(text),
  at: optional(objectWith<Place>({ file: text, line: number, column: optional(number) })),
  row: optional(number),
});

const limit = either(number, text);

/** Summary of a recurring file. */
export const feed = objectWith<Feed>({
  name: text,
  folder: optional(text),
  isMapped: isTrue,
  rows: number,
  columns: valuesOf(number),
  limits: optional(
    objectWith<MapLimits>({
      minRows: optional(limit),
      maxBlanked: optional(limit),
      maxBadRows: optional(limit),
    }),
  ),
});

const file = objectWith<NonNullable<ReadingOfFile['map']>>({ file: text, digest: text });

/** How the rows of the file were read. */
const reading = objectWith<ReadingOfFile>({
  where: optional(text),
  skip: optional(number),
  first: optional(number),
  shard: optional(objectWith<Shard>({ index: number, count: number })),
  today: optional(text),
  dialect: optional(
    objectWith<Dialect>({
      encoding: optional(text),
      delimiter: optional(text),
      headerRow: optional(number),
      decimal: optional(oneOf([',', '.'])),
    }),
  ),
  map: optional(file),
  idMap: optional(file),
  match: optional(listOf(oneOf(MATCH_KEYS))),
  accept: optional(listOf(number)),
  onBadRow: optional(oneOf(['skip'])),
});

const person = objectWith<Person>({
  userName: optional(text),
  email: optional(text),
  created: optional(text),
  called: optional(text),
  active: optional(flag),
  guestKind: optional(oneOf(GUEST_KINDS)),
  givenName: optional(text),
  familyName: optional(text),
  startDate: optional(text),
});

const heldBack = objectWith<NonNullable<Move['waiting']>>({ managers: texts, members: texts });

const plan = objectWith<Plan>({
  format: oneOf(['orgctl-plan']),
  version: oneOf([1]),
  created: instant,
  profile: text,
  origin: text,
  scimVersion: oneOf(SCIM_VERSIONS),
  mode: oneOf([...MODES, 'undo', 'single']),
  aims: optional(
    objectWith<PlanScope>({ exact: isTrue, prune: isTrue, createGroups: isTrue, pruneGroups: isTrue }),
  ),
  undoes: optional(text),
  part: optional(
    objectWith<UndoPart>({
      where: optional(text),
      first: optional(number),
      lines: optional(listOf(number)),
      only: optional(texts),
    }),
  ),
  source: objectWith<Plan['source']>({
    file: text,
    digest: text,
    rows: number,
    inputs: optional(listOf(objectWith<InputFile>({ file: text, digest: text }))),
    reading: optional(reading),
    written: optional(
      objectWith<DetectedDialect>({ delimiter: optional(text), headerRow: optional(number) }),
    ),
    feed: optional(feed),
  }),
  move: optional(
    objectWith<Move>({
      rejects: optional(number),
      waiting: optional(heldBack),
      settled: optional(heldBack),
      pairs: optional(texts),
      wave: optional(objectWith<NonNullable<Move['wave']>>({ index: number, count: number })),
      where: optional(text),
    }),
  ),
  activeUsers: number,
  unchanged: number,
  population: optional(objectWith<Population>({ unlisted: number, unlistedNames: texts, unknown: number })),
  forecast: objectWith<Forecast>({
    calls: number,
    seconds: number,
    basis: optional(oneOf(['documented', 'given'])),
    rate: optional(text),
    secondsAtDocumented: optional(number),
    finish: optional(text),
  }),
  rejected: optional(listOf(issue)),
  withoutManager: optional(objectWith<WithoutManager>({ users: number, names: texts })),
  spared: optional(
    objectWith<NonNullable<Plan['spared']>>({
      groups: texts,
      members: listOf(objectWith<SparedMember>({ user: text, group: text })),
    }),
  ),
  kept: optional(listOf(issue)),
  people: optional(valuesOf(person)),
  managers: optional(valuesOf(text)),
  changes: listOf(change),
});

/** Returns a plan from parsed JSON, or the first misfit. */
export function planFrom(value: unknown): ReadValue<Plan> {
  return readAs(value, plan);
}
