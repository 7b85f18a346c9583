import { createHash } from 'node:crypto';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { CHANGE_WORDS, type Change } from '../plan/change.ts';
import type { People } from '../plan/people.ts';
import type { Outcome } from '../run/journal-record.ts';
import type { IndexEntry } from '../run/run-index.ts';
import type { ReadRun } from './merge-runs.ts';

/** The previous hash of the first record. */
const GENESIS = '0'.repeat(64);

/**
 * Returns the changes of runs as an audit trail: NDJSON, with one record for each change that ended at or
 * after a time, in order of time. Each record contains the hash of the previous one, which reveals missing,
 * added and edited records; the last record contains their number.
 * @param since milliseconds since 1970
 * @param index the events of all runs, including deleted ones; `gaps` describes missing runs and is kept in
 * the last record
 */
export function auditTrail(
  runs: readonly ReadRun[],
  since: number,
  { entries, gaps }: { readonly entries: readonly IndexEntry[]; readonly gaps: readonly string[] },
): readonly string[] {
  const pruned = entries
    .filter(({ event }) => event === 'prune')
    .map(({ t, run }): AuditRecord => ({ t, run, action: 'prune' }));
  const records = [...runs.flatMap((run) => recordsOf(run)), ...pruned]
    .filter(({ t }) => Date.parse(t) >= since)
    .sort((one, other) => Date.parse(one.t) - Date.parse(other.t));
  let previous = GENESIS;
  const end = { end: true, records: records.length, ...(gaps.length === 0 ? {} : { gaps }) };
  return [...records, end].map((record, index) => {
    const payload = { seq: index + 1, ...record, previous };
    previous = hashOf(payload);
    return JSON.stringify({ ...payload, hash: previous });
  });
}

/**
 * The result of checking a trail: the number of records and the gaps known when it was written, or the first
 * invalid line and the reason.
 */
export type CheckedTrail =
  | { readonly records: number; readonly gaps: readonly string[] }
  | { readonly line: number; readonly why: string };

/** Checks the hash chain of a trail to its end. */
export function checkTrail(text: string): CheckedTrail {
  const lines = text.split('\n').filter((line) => line !== '');
  let previous = GENESIS;
  for (const [index, line] of lines.entries()) {
    const broken = (why: string) => ({ line: index + 1, why });
    const read = readBoundedJson(line);
    if (!('value' in read) || !isJsonObject(read.value)) return broken('is not a record');
    const { hash, ...payload } = read.value;
    if (payload['seq'] !== index + 1 || payload['previous'] !== previous)
      return broken(index === 0 ? 'is not the first record' : `does not follow line ${index}`);
    if (hash !== hashOf(payload)) return broken('was edited');
    if (payload['end'] === true && index === lines.length - 1) {
      const { gaps } = payload;
      return { records: index, gaps: Array.isArray(gaps) ? gaps.map(String) : [] };
    }
    previous = String(hash);
  }
  return { line: lines.length + 1, why: 'is missing' };
}

interface AuditRecord {
  readonly t: string;
  readonly [name: string]: unknown;
}

function recordsOf({ id, plan, records }: ReadRun): readonly AuditRecord[] {
  const changes = new Map(plan.changes.map((change) => [change.id, change]));
  const start = records.find((record) => record.type === 'run.start');
  return records.flatMap((record): AuditRecord[] => {
    if (record.type !== 'outcome') return [];
    const change = changes.get(record.change);
    if (change === undefined) return [];
    return [
      {
        t: record.t,
        run: id,
        ...(start?.by === undefined ? {} : { by: start.by }),
        profile: plan.profile,
        origin: plan.origin,
        source: plan.source.file,
        action: CHANGE_WORDS[change.kind].verb,
        name: change.name,
        ...effectOf(change, record.outcome, plan.people),
        ...record.outcome,
      },
    ];
  });
}

/** The requested effect; plans contain no passwords. */
function effectOf(change: Change, outcome: Outcome, people: People = {}): Readonly<Record<string, unknown>> {
  if (outcome.state === 'succeeded' && outcome.changed !== undefined) return {};
  switch (change.kind) {
    case 'createUser':
      return { after: change.user };
    case 'patchUser':
    case 'deactivateUser':
    case 'reactivateUser':
    case 'replaceUser':
      return { before: change.before, after: change.set, cleared: change.clear };
    case 'addMembers':
    case 'removeMembers':
      return { members: change.members.map(({ name }) => name) };
    case 'deleteGroup':
      return { members: change.members.map((id) => people[id]?.userName ?? people[id]?.called ?? id) };
    case 'callMethod':
      return { arguments: change.arguments };
    default:
      return {};
  }
}

function hashOf(payload: object): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('hex');
}
