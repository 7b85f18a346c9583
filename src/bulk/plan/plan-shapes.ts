import type { Issue, Place } from '../../failure/issue.ts';
import {
  either,
  flag,
  instant,
  listOf,
  maybe,
  number,
  oneOf,
  type ReadValue,
  readAs,
  text,
  texts,
  thing,
  valuesOf,
} from '../../json/shapes.ts';
import { GUEST_KINDS } from '../../scim/user-state.ts';
import { SCIM_VERSIONS } from '../../spec/protocol-types.ts';
import { MODES } from '../input/desired-state.ts';
import type { Dialect, Written } from '../input/dialect.ts';
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

const isTrue = maybe(oneOf([true]));

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

/** Summary of a recurring file. */
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
  active: maybe(flag),
  guestKind: maybe(oneOf(GUEST_KINDS)),
  givenName: maybe(text),
  familyName: maybe(text),
  startDate: maybe(text),
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
    inputs: maybe(listOf(thing<InputFile>({ file: text, digest: text }))),
    reading: maybe(reading),
    written: maybe(thing<Written>({ delimiter: maybe(text), headerRow: maybe(number) })),
    feed: maybe(feed),
  }),
  move: maybe(
    thing<Move>({
      rejects: maybe(number),
      waiting: maybe(heldBack),
      settled: maybe(heldBack),
      pairs: maybe(texts),
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
    rate: maybe(text),
    secondsAtDocumented: maybe(number),
    finish: maybe(text),
  }),
  rejected: maybe(listOf(issue)),
  withoutManager: maybe(thing<WithoutManager>({ users: number, names: texts })),
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

/** Returns a plan from parsed JSON, or the first misfit. */
export function planFrom(value: unknown): ReadValue<Plan> {
  return readAs(value, plan);
}
