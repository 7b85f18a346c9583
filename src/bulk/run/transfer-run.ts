import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Failure } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { PRIVATE_FILE, writeFileAtomic } from '../../storage/atomic-file.ts';
import { makePrivateFolder, PRIVATE_FOLDER, syncFolder } from '../../storage/private-folder.ts';
import { storageFailure } from '../../storage/storage-failure.ts';
import { RUN_ID, type RunId, runId } from '../../values/ids.ts';
import { type Plan, planDigest, printPlan } from '../plan/plan-file.ts';
import { readPlan } from '../plan/read-plan.ts';
import { recordLine } from './journal-line.ts';
import type { DatedRecord } from './journal-record.ts';
import { isInProgress } from './lock-run.ts';
import { readJournalText } from './read-journal.ts';
import { JOURNAL, PLAN } from './run-folders.ts';
import { readRunPlan } from './runs.ts';

const FORMAT = 'orgctl-run';
/** Maximum unpacked size of an exported run, in bytes: a run of a million changes is smaller. */
const MAX_BYTES = 1_073_741_824;
const GZIP = [0x1f, 0x8b] as const;

/** A run parsed from an export file. */
interface ExportedRun {
  readonly id: RunId;
  readonly plan: Plan;
  /** Text of the journal, as stored. */
  readonly journal: string;
  readonly records: number;
}

/**
 * Exports a run as a file that another machine can import: NDJSON with its description, plan, journal and a
 * digest of them. A run that is in progress, or was killed, is exported as far as its journal is intact.
 * @throws Failure `usage` if there is no such run, `storage` if its journal is damaged
 */
export function exportRun(
  runsFolder: string,
  id: RunId,
  { tool, now, isPacked }: { readonly tool: string; readonly now: number; readonly isPacked: boolean },
): { readonly bytes: Uint8Array; readonly records: number } {
  const plan = readRunPlan(runsFolder, id);
  const path = join(runsFolder, id, JOURNAL);
  const text = readFileSync(path, 'utf8');
  const { records, validBytes } = readJournalText(text, path);
  const journal = Buffer.from(text).subarray(0, validBytes).toString('utf8');
  const head = { format: FORMAT, version: 1, run: id, exported: new Date(now).toISOString(), tool };
  const bytes = Buffer.from(exportText(head, plan, journal, records.length));
  return { bytes: isPacked ? gzipSync(bytes) : bytes, records: records.length };
}

/**
 * Returns a composed run as a file that can be imported.
 * @param run.tool the version that composed it
 */
export function packRun({
  id,
  plan,
  records,
  tool,
}: {
  readonly id: RunId;
  readonly plan: Plan;
  readonly records: readonly DatedRecord[];
  readonly tool: string;
}): string {
  let before = '';
  const lines = records.map(({ t: time, ...record }, at) => {
    const { text, checksum } = recordLine(record, { seq: at + 1, time, isJoined: false, before });
    before = checksum;
    return text;
  });
  const head = { format: FORMAT, version: 1, run: id, exported: records.at(-1)?.t, tool };
  return exportText(head, plan, lines.join(''), records.length);
}

/** @param journal its lines, as stored */
function exportText(head: object, plan: Plan, journal: string, records: number): string {
  const printed: unknown = JSON.parse(printPlan(plan));
  const body = `${JSON.stringify(head)}\n${JSON.stringify({ plan: printed })}\n${journal}`;
  return `${body}${JSON.stringify({ end: FORMAT, records, sha256: sha256(body) })}\n`;
}

/** Result of an import: the run is new here, was continued elsewhere, or has nothing new. */
export interface ImportedRun {
  readonly id: RunId;
  readonly plan: Plan;
  readonly state: 'imported' | 'extended' | 'unchanged';
  readonly records: number;
}

/**
 * Imports an exported run, so that it can be resumed, undone and reported here. A run that exists here is
 * only ever extended.
 * @param isDry whether to make only the checks, and store nothing
 * @throws Failure `invalidInput` if the file is not a complete run; `stale` if the run was continued both
 * here and elsewhere; `storage`
 */
export function importRun(runsFolder: string, bytes: Uint8Array, file: string, isDry = false): ImportedRun {
  const exported = readExported(unpackText(bytes, file), file);
  const { id, plan, journal, records } = exported;
  if (!isDry) makePrivateFolder(runsFolder);
  const known = readLocalJournal(runsFolder, id);
  if (known === undefined) {
    if (!isDry) placeRun(runsFolder, exported);
    return { id, plan, state: 'imported', records };
  }
  if (known.startsWith(journal)) return { id, plan, state: 'unchanged', records };
  if (!journal.startsWith(known))
    throw new Failure('stale', `run ${id} was continued both here and elsewhere; ${file} was not imported`, {
      hint: `keep the correct one: orgctl runs show ${id}`,
    });
  if (isInProgress(runsFolder, id))
    throw new Failure('storage', `run ${id} is in progress here; ${file} was not imported`);
  if (!isDry) replaceJournal(runsFolder, id, journal);
  return { id, plan, state: 'extended', records };
}

/** Whether a file starts like an exported run. */
export function looksLikeExportedRun(bytes: Uint8Array): boolean {
  try {
    return unpackText(bytes, '').startsWith(`{"format":"${FORMAT}"`);
  } catch {
    return false;
  }
}

/**
 * Parses an exported run without storing it.
 * @throws Failure `invalidInput` if the file is not a complete run
 */
export function readExportedRun(
  bytes: Uint8Array,
  file: string,
): { readonly id: RunId; readonly plan: Plan; readonly records: readonly DatedRecord[] } {
  const { id, plan, journal } = readExported(unpackText(bytes, file), file);
  return { id, plan, records: readJournalText(journal, file).records };
}

function unpackText(bytes: Uint8Array, file: string): string {
  if (bytes[0] !== GZIP[0] || bytes[1] !== GZIP[1]) return Buffer.from(bytes).toString('utf8');
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BYTES }).toString('utf8');
  } catch {
    throw incompleteList(file, 'is cut off or damaged');
  }
}

function readExported(text: string, file: string): ExportedRun {
  const firstEnd = text.indexOf('\n');
  const secondEnd = text.indexOf('\n', firstEnd + 1);
  const lastStart = text.lastIndexOf('\n', text.length - 2) + 1;
  const head = objectIn(text.slice(0, Math.max(0, firstEnd)));
  if (head?.['format'] !== FORMAT) throw incompleteList(file, 'is not a run exported by orgctl');
  if (head['version'] !== 1)
    throw incompleteList(file, `has run version ${String(head['version'])}; this orgctl supports version 1`);
  const end = objectIn(text.slice(lastStart));
  if (end?.['end'] !== FORMAT || secondEnd >= lastStart) throw incompleteList(file, 'is cut off');
  if (end['sha256'] !== sha256(text.slice(0, lastStart)))
    throw incompleteList(file, 'does not match its digest');
  const journal = text.slice(secondEnd + 1, lastStart);
  const { records } = readJournalText(journal, file);
  const start = records[0];
  const planned = objectIn(text.slice(firstEnd + 1, secondEnd))?.['plan'];
  const plan = readPlan(JSON.stringify(planned ?? null), file);
  const id = runId(String(head['run']));
  const fits = start?.type === 'run.start' && start.run === id && start.plan === planDigest(plan);
  if (!fits || !RUN_ID.test(id) || records.length !== end['records'])
    throw incompleteList(file, 'has a journal of another plan');
  return { id, plan, journal, records: records.length };
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  const read = readBoundedJson(line);
  return 'value' in read && isJsonObject(read.value) ? read.value : undefined;
}

function incompleteList(file: string, why: string): Failure {
  return new Failure('invalidInput', `${file} ${why}; nothing was imported`, {
    hint: 'create one: orgctl runs export RUN --out run.ndjson.gz',
  });
}

/** Returns the valid part of the journal here; undefined if the run does not exist here. */
function readLocalJournal(runsFolder: string, id: RunId): string | undefined {
  const path = join(runsFolder, id, JOURNAL);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const { validBytes } = readJournalText(text, path);
  return Buffer.from(text).subarray(0, validBytes).toString('utf8');
}

/** Creates the folder of a run atomically. */
function placeRun(runsFolder: string, { id, plan, journal }: ExportedRun): void {
  const temporary = join(runsFolder, `${id}.importing-${process.pid}`);
  try {
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { mode: PRIVATE_FOLDER });
    writeFileAtomic(join(temporary, PLAN), printPlan(plan), { mode: PRIVATE_FILE });
    writeFileAtomic(join(temporary, JOURNAL), journal, { mode: PRIVATE_FILE });
    renameSync(temporary, join(runsFolder, id));
    syncFolder(runsFolder);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw storageFailure('write', join(runsFolder, id), error);
  }
}

function replaceJournal(runsFolder: string, id: RunId, journal: string): void {
  writeFileAtomic(join(runsFolder, id, JOURNAL), journal, { mode: PRIVATE_FILE });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
