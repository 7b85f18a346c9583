import {
  type Members,
  number,
  objectWith,
  oneOf,
  optional,
  type ReadValue,
  readAs,
  type Shape,
  taggedBy,
  text,
  texts,
} from '../../json/shapes.ts';
import { userValues } from '../../rules/user-value-shapes.ts';
import { feed } from '../plan/plan-shapes.ts';
import type { DatedRecord, JournalRecord, Outcome } from './journal-record.ts';
import type { CiJob, StartedBy, TokenMark } from './started-by.ts';

type Succeeded = Extract<Outcome, { state: 'succeeded' }>;
type Regrouped = NonNullable<Succeeded['regrouped']>;

const succeeded = objectWith<Succeeded>({
  state: text,
  id: text,
  name: text,
  created: optional(text),
  how: optional(oneOf(['adopted', 'already'])),
  notKept: optional(texts),
  untouched: optional(texts),
  changed: optional(objectWith<NonNullable<Succeeded['changed']>>({ before: userValues, after: userValues })),
  regrouped: optional(
    objectWith<Regrouped>({
      added: texts,
      removed: texts,
      renamed: optional(objectWith<NonNullable<Regrouped['renamed']>>({ before: text, after: text })),
    }),
  ),
});
const failed = objectWith<Extract<Outcome, { state: 'failed' }>>({ state: text, code: text, message: text });

const startedBy = objectWith<StartedBy>({
  user: optional(text),
  host: text,
  ci: optional(
    objectWith<CiJob>({ system: text, job: optional(text), url: optional(text), actor: optional(text) }),
  ),
  token: optional(objectWith<TokenMark>({ kind: text, hash: text })),
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
    by: optional(startedBy),
    feed: optional(feed),
  },
  intent: { ...base, change: text, at: number },
  outcome: { ...base, change: text, outcome: taggedBy('state', { succeeded, failed }) },
  absent: { ...base, change: text },
  'run.pause': { ...base, why: text, calls: optional(number) },
  throttled: { ...base, rates: text, resource: optional(text), seconds: number },
  outage: { ...base, why: text, seconds: number },
  'run.end': {
    ...base,
    succeeded: number,
    failed: number,
    calls: optional(number),
    undoneBy: optional(text),
    nothingLeft: optional(oneOf([true])),
    closed: optional(text),
  },
  'part.undone': { ...base, by: text },
};

const record = taggedBy(
  'type',
  Object.fromEntries(
    Object.entries(RECORD_SHAPES).map(([type, shapes]): [string, Shape] => [
      type,
      objectWith<object>(shapes),
    ]),
  ),
);

/** Returns a record from parsed JSON, or the first misfit. */
export function recordFrom(value: unknown): ReadValue<DatedRecord> {
  return readAs(value, record);
}
