import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { InputFile } from '../../bulk/plan/plan-file.ts';
import { Failure } from '../../failure/failure.ts';
import { inputFiles } from '../bulk/input-files.ts';
import type { Context } from '../context.ts';
import { type FittingMap, readPlacedMap } from './fitting-map.ts';
import type { MoveFlags } from './move-options.ts';
import { type CopySource, findSource } from './open-copy.ts';

/** The two organizations: the name of A, and the profile of B. */
export type MoveWords = readonly [a: string, b: string];

/** The input of a move. */
export interface OpenMove {
  readonly source: CopySource;
  /** The content of `--map`. */
  readonly map: FittingMap | undefined;
  /** The files of the source and of `--map`. */
  readonly inputs: readonly InputFile[];
  /** Equal for two moves only if they have the same intent: then one continues the other. */
  readonly identity: string;
}

/**
 * Selects the profile that is changed, and finds what is moved to it.
 * @throws Failure `usage` if A is not a source or B not a profile, --prune is combined with a partial
 * selection, or --all-groups is given without one; `invalidInput` for a map that cannot be read
 */
export async function openMove(context: Context, words: MoveWords, flags: MoveFlags): Promise<OpenMove> {
  refuseSelections(flags);
  const [a, b] = words;
  const target = await findSource(context, b);
  if (target.kind !== 'profile')
    throw new Failure(
      'usage',
      `"${b}" is not a profile; the second organization is changed, and must be a profile`,
      {
        hint: `orgctl profile add ${/^[\w-]+$/.test(b) ? b : 'new'} --scim-url https://…`,
      },
    );
  await context.resolved(b);
  const source = await findSource(context, a);
  const map = await readPlacedMap(context, flags.map);
  const files = await inputFiles(filesOf(source));
  const inputs = [...files, ...(await inputFiles([flags.map]))];
  return { source, map, inputs, identity: identityOf(words, flags, contentOf(source, files), map) };
}

/** @throws Failure `usage` */
function refuseSelections({ prune, wave, where, except, allGroups }: MoveFlags): void {
  if (prune === true && (wave ?? where ?? except) !== undefined)
    throw new Failure('usage', '--prune needs all of A: omit --wave, --where and --except');
  if (allGroups === true && (wave ?? where ?? except) === undefined)
    throw new Failure('usage', '--all-groups has no effect without --wave, --where or --except');
}

function identityOf(
  words: MoveWords,
  { keys, domain, userNames, where, except, wave, prune, allGroups }: MoveFlags,
  content: string | undefined,
  map: FittingMap | undefined,
): string {
  const facts = [
    'move',
    ...words,
    content,
    keys,
    map === undefined ? undefined : digestOfPairs(map),
    [...(domain ?? [])],
    userNames?.template,
    where,
    except,
    wave,
    prune,
    ...(allGroups === true ? ['all groups'] : []),
  ];
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex');
}

function digestOfPairs({ ids }: FittingMap): string {
  const hash = createHash('sha256');
  for (const pair of ids) hash.update(`${pair.join(' ')}\n`);
  return hash.digest('hex');
}

/** Returns the files of a source; none for a profile, whose organization is read when a move is planned. */
function filesOf(source: CopySource): readonly (string | undefined)[] {
  switch (source.kind) {
    case 'profile':
      return [];
    case 'sandbox':
      return [source.stateFile];
    case 'snapshot':
      return [source.file];
    case 'export':
      return [source.people, source.groups];
  }
}

/**
 * Returns what distinguishes sources of the same name: the content of files, which may have been corrected or
 * be in another folder; of a sandbox only the place, because its state changes.
 */
function contentOf(source: CopySource, files: readonly InputFile[]): string | undefined {
  if (source.kind === 'sandbox') return resolve(source.stateFile);
  return files.length === 0 ? undefined : files.map(({ digest }) => digest).join(' ');
}
