import {
  type Members,
  maybe,
  number,
  oneOf,
  type ReadValue,
  readAs,
  type Shape,
  taggedBy,
  text,
  texts,
  thing,
} from '../../json/shapes.ts';
import { userValues } from '../../rules/user-value-shapes.ts';
import { feed } from '../plan/plan-shapes.ts';
import type { DatedRecord, JournalRecord, Outcome } from './journal-record.ts';
import type { CiJob, StartedBy, TokenMark } from './started-by.ts';

type Succeeded = Extract<Outcome, { state: 'succeeded' }>;
type Regrouped = NonNullable<Succeeded['regrouped']>;

const succeeded = thing<Succeeded>({
  state: text,
  id: text,
  name: text,
  created: maybe(text),
  how: maybe(oneOf(['adopted', 'already'])),
  notKept: maybe(texts),
  untouched: maybe(texts),
  changed: maybe(thing<NonNullable<Succeeded['changed']>>({ before: userValues, after: userValues })),
  regrouped: maybe(
    thing<Regrouped>({
      added: texts,
      removed: texts,
      renamed: maybe(thing<NonNullable<Regrouped['renamed']>>({ before: text, after: text })),
    }),
  ),
});
const failed = thing<Extract<Outcome, { state: 'failed' }>>({ state: text, code: text, message: text });

const startedBy = thing<StartedBy>({
  user: maybe(text),
  host: text,
  ci: maybe(thing<CiJob>({ system: text, job: maybe(text), url: maybe(text), actor: maybe(text) })),
  token: maybe(thing<TokenMark>({ kind: text, hash: text })),
  command: text,
});

/** Members of every record. */
const base = { t: text, type: text };

type RecordShapes = {
  readonly [Type in JournalRecord['type']]: Members<Extract<DatedRecord, { type: Type }>>;
};

/** The members of each record type. A new type or member does not compile until it is listed here. */
const RECORD_SHAPES: RecordShapes = {
  'run.start': {
    ...base,
    run: text,
    plan: text,
    origin: text,
    profile: text,
    source: text,
    mode: text,
    tool: text,
    by: maybe(startedBy),
    feed: maybe(feed),
  },
  intent: { ...base, change: text, at: number },
  outcome: { ...base, change: text, outcome: taggedBy('state', { succeeded, failed }) },
  absent: { ...base, change: text },
  'run.pause': { ...base, why: text, calls: maybe(number) },
  throttled: { ...base, rates: text, resource: maybe(text), seconds: number },
  outage: { ...base, why: text, seconds: number },
  'run.end': {
    ...base,
    succeeded: number,
    failed: number,
    calls: maybe(number),
    undoneBy: maybe(text),
    nothingLeft: maybe(oneOf([true])),
    closed: maybe(text),
  },
  'part.undone': { ...base, by: text },
};

const record = taggedBy(
  'type',
  Object.fromEntries(
    Object.entries(RECORD_SHAPES).map(([type, shapes]): [string, Shape] => [type, thing<object>(shapes)]),
  ),
);

/** Returns a record from parsed JSON, or the first misfit. */
export function recordFrom(value: unknown): ReadValue<DatedRecord> {
  return readAs(value, record);
}
