import { Failure } from '../../failure/failure.ts';
import { formatPlace, type Place } from '../../failure/issue.ts';
import { checkIdMap, type PlacedMap } from '../../migration/compare/check-id-map.ts';
import type { OrganizationCopy } from '../../migration/compare/organization-copy.ts';
import { readIdMap } from '../../migration/read-id-map.ts';
import { pluralize } from '../../output/pluralize.ts';
import { inputName } from '../../terminal/read-input.ts';
import type { Context } from '../context.ts';

/** The pairs of `--map`, and the name of the file. */
export interface FittingMap extends PlacedMap {
  readonly file: string;
}

/**
 * Reads `--map` with the position of each pair.
 * @throws Failure `invalidInput` with every finding
 */
export async function readPlacedMap(
  context: Context,
  file: string | undefined,
): Promise<FittingMap | undefined> {
  if (file === undefined) return undefined;
  const places = new Map<string, Place>();
  const { ids } = await readIdMap(file, context.host.streams.stdin, places);
  return { file: inputName(file), ids, places };
}

/**
 * Refuses a map that does not fit, or only warns if nothing is derived from it. Pairs of users who are no
 * longer in A yield a warning, because the map may be older than their removal.
 * @throws Failure `invalidInput` with the pairs that cannot be used
 */
export async function checkMapFits(
  { messages }: Context,
  [a, b]: readonly [OrganizationCopy, OrganizationCopy],
  map: FittingMap | undefined,
  unfit: 'refuse' | 'warn',
): Promise<void> {
  if (map === undefined) return;
  const { issues, notInA, pairs, misfit } = checkIdMap(a, b, map);
  const { file } = map;
  if (misfit !== undefined) {
    const problem =
      misfit === 'reversed'
        ? `${file} seems to be reversed: "from" must be an ID of ${a.name}, "to" one of ${b.name}`
        : `${file} does not fit: ${a.name} does not have the ID of ${notInA.length} of ${pluralize(pairs, 'pair')}`;
    if (unfit === 'warn') await messages.warn(problem);
    else throw new Failure('invalidInput', problem, { issues, hint: REMAKE });
  }
  if (issues.length > 0 && unfit === 'refuse')
    throw new Failure('invalidInput', `${file}: ${pluralize(issues.length, 'pair')} cannot be used`, {
      issues,
      hint: 'correct "to", or remove the lines',
    });
  for (const { message, at } of issues.slice(0, SHOWN))
    await messages.warn(`${at === undefined ? file : formatPlace(at)}: ${message}; the pair is not used`);
  if (issues.length > SHOWN) await messages.warn(`${file}: ${issues.length - SHOWN} more pairs are not used`);
  if (notInA.length > 0 && misfit === undefined)
    await messages.warn(
      `${file}: ${notInA.length === 1 ? '1 pair names an ID' : `${notInA.length} pairs name IDs`} that ${a.name} does not have, such as ${notInA[0]}`,
    );
}

/** Number of pairs that are warned about one by one. */
const SHOWN = 5;

const REMAKE = 'create a matching map: orgctl migrate map A B --out FILE';
