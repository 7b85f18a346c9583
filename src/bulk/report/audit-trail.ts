import { createHash } from 'node:crypto';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { CHANGE_WORDS, type Change } from '../plan/change.ts';
import type { Outcome } from '../run/journal-record.ts';
import type { IndexEntry } from '../run/run-index.ts';
import type { ReadRun } from './merge-runs.ts';

/** What the first record of a trail follows. */
const GENESIS = '0'.repeat(64);

/**
 * Returns what runs did as an audit trail: NDJSON, one record for each change that ended since a moment, in
 * the order in which they ended. Each record holds the hash of the one before, so that a record which is
 * missing, added or edited shows; the last one says how many there are.
 * @param since milliseconds since 1970
 * @param index what happened to runs, those included that are gone; `gaps` says what it has seen that is not
 * there, which the last record keeps
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
 * What the check of a trail found: how many records it has and what was missing when it was written, or which
 * line does not follow the one before, and why.
 */
export type CheckedTrail =
  | { readonly records: number; readonly gaps: readonly string[] }
  | { readonly line: number; readonly why: string };

/** Checks the chain of a trail, to its end. */
export function checkTrail(text: string): CheckedTrail {
  const lines = text.split('\n').filter((line) => line !== '');
  let previous = GENESIS;
  for (const [index, line] of lines.entries()) {
    const broken = (why: string) => ({ line: index + 1, why });
    const read = readBoundedJson(line);
    if (!('value' in read) || !isJsonObject(read.value)) return broken('is not a record');
    const { hash, ...payload } = read.value;
    if (payload['seq'] !== index + 1 || payload['previous'] !== previous)
      return broken(`does not follow line ${index}`);
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
        ...effectOf(change, record.outcome),
        ...record.outcome,
      },
    ];
  });
}

/** What was asked for; passwords are in no plan. */
function effectOf(change: Change, outcome: Outcome): Readonly<Record<string, unknown>> {
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
    case 'callMethod':
      return { arguments: change.arguments };
    default:
      return {};
  }
}

function hashOf(payload: object): string {
  return createHash('sha256').update(JSON.stringify(payload)).digest('hex');
}
