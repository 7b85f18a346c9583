import { statSync } from 'node:fs';
import { Failure } from '../../failure/failure.ts';
import { Interrupted } from '../../failure/interrupted.ts';
import { formatPlace } from '../../failure/issue.ts';
import type { IdMap, MapFacts } from '../../migration/id-map.ts';
import { type MapFile, openMapFile, refuseOtherEncoding } from '../../migration/map-file.ts';
import { type CompleteLines, readCompleteLines } from '../../migration/read-complete-lines.ts';
import { type FileLock, isOnOtherMachine, tryFileLock } from '../../storage/file-lock.ts';
import type { ExchangedBatch, ExchangeOptions } from '../../webapi/exchange-ids.ts';
import type { Context } from '../context.ts';

/** The content of a map that does not exist yet. */
export const NOTHING_KNOWN: IdMap = { ids: new Map(), invalid: new Set() };

/**
 * Reads the map that an exchange extends, if it exists.
 * @param wanted the IDs to be exchanged
 * @throws Failure `invalidInput` if it cannot be read or extended, `usage` if it has the IDs of another
 * workspace or leads in the other direction
 */
export async function readExtended(
  { host, messages }: Context,
  path: string,
  options: ExchangeOptions,
  wanted: ReadonlySet<string>,
): Promise<IdMap> {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0) return NOTHING_KNOWN;
  const { known, cut } = await readCompleteLines(path, host.streams.stdin, wanted);
  refuseOtherEncoding(path, known);
  refuseOtherDirection(path, known, options);
  refuseOtherTeam(path, known, options.teamId);
  if (cut !== undefined) await messages.warn(describeCut(known, cut, wanted));
  return known;
}

function describeCut(
  { ids }: IdMap,
  { at, text, from }: NonNullable<CompleteLines['cut']>,
  wanted: ReadonlySet<string>,
): string {
  const isAsked = wanted.has(from) && !ids.has(from);
  const then = isAsked ? `${from} is requested again` : 'it is left out';
  return `${formatPlace(at)} "${text.slice(0, MAX_PRINTED_LENGTH)}" has no line break and may be cut; ${then}`;
}

const MAX_PRINTED_LENGTH = 80;

/**
 * Runs `use` while no other exchange can write the map: both would continue from the same content, and the
 * later one would replace the results of the earlier one.
 * @throws Failure `storage` if another process holds the map, or what `use` throws
 */
export async function withLockedMap<T>(path: string | undefined, use: () => Promise<T>): Promise<T> {
  if (path === undefined) return use();
  const lock = lockMap(path);
  try {
    return await use();
  } finally {
    lock.release();
  }
}

function lockMap(path: string): FileLock {
  const file = `${path}.lock`;
  const lock = tryFileLock(file, `writing ${path}`);
  if ('release' in lock) return lock;
  const { pid, host, since } = lock;
  throw new Failure(
    'storage',
    `another exchange is writing ${path} (process ${pid} on ${host}, since ${since})`,
    {
      hint: isOnOtherMachine(lock)
        ? `wait for it; if it has ended, remove ${file}`
        : 'wait for it, or name another file: --map FILE',
    },
  );
}

/** @throws Failure `usage` if the map leads from global to local IDs, or with --to-old the opposite way */
function refuseOtherDirection(path: string, { ids }: IdMap, { toOld }: ExchangeOptions): void {
  const [start, end] = toOld ? ['U', 'W'] : ['W', 'U'];
  for (const [from, to] of ids) {
    if (!from.startsWith(start) || !to.startsWith(end)) continue;
    throw new Failure(
      'usage',
      `${path} leads from ${toOld ? 'local to global' : 'global to local'} IDs: ${from} becomes ${to}`,
      {
        hint: toOld
          ? 'name another file; to replace global IDs with this one: orgctl migrate rewrite --reverse'
          : 'add --to-old, or name another file: --map FILE',
      },
    );
  }
}

/**
 * Refuses to mix the IDs of two workspaces in a map that names its workspace. IDs without a pair do not
 * count: they may come from a run with the wrong workspace.
 * @throws Failure `usage`
 */
function refuseOtherTeam(path: string, { ids, facts }: IdMap, teamId: string | undefined): void {
  const own = facts?.team_id;
  if (own === undefined || teamId === undefined || own === teamId || ids.size === 0) return;
  throw new Failure('usage', `${path} has the IDs of workspace ${own}, not ${teamId}`, {
    hint: 'name another file: --map FILE',
  });
}

/** Writes the map. On a signal, the file is completed with all received responses. */
export async function writeMap(
  { shutdown }: Context,
  path: string,
  known: IdMap,
  batches: AsyncIterable<ExchangedBatch>,
): Promise<void> {
  const facts: { -readonly [Name in keyof MapFacts]: MapFacts[Name] } = { ...known.facts };
  const file = openMapFile(path, known, () => facts);
  const busy = shutdown.drain();
  try {
    for await (const batch of batches) {
      const { teamId, enterpriseId } = batch;
      refuseOtherTeam(path, known, teamId);
      if (teamId !== undefined) facts.team_id = teamId;
      if (enterpriseId !== undefined) facts.enterprise_id = enterpriseId;
      await addBatch(file, batch);
      if (shutdown.signal.aborted)
        throw new Interrupted(shutdown.cause(), 'run the same command again to continue');
    }
  } finally {
    await file.close().finally(() => busy.done());
  }
}

function addBatch(file: MapFile, { ids }: ExchangedBatch): Promise<void> {
  return file.add({
    exchanged: ids.flatMap((id) => (id.state === 'exchanged' ? [[id.from, id.to] as const] : [])),
    invalid: ids.flatMap((id) => (id.state === 'invalid' ? [id.from] : [])),
  });
}
