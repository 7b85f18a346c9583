import { columnOf, HEADINGS } from '../../bulk/input/columns.ts';
import { Failure } from '../../failure/failure.ts';
import { joinOrganizations } from '../../migration/compare/compare-organizations.ts';
import type { CopyOptions } from '../../migration/compare/copy-builder.ts';
import type { OnCopied } from '../../migration/compare/copy-service.ts';
import type { Joined } from '../../migration/compare/difference.ts';
import { JOIN_KEYS } from '../../migration/compare/organization-copy.ts';
import { renamingDomains } from '../../migration/compare/rename-domains.ts';
import { namingUsers } from '../../migration/compare/user-name-rule.ts';
import { matchesFilter } from '../../rules/filter.ts';
import { parseFilter } from '../../rules/parse-filter.ts';
import { defined } from '../../values/defined.ts';
import type { Context } from '../context.ts';
import { exchangedPairs } from './exchanged-pairs.ts';
import { checkMapFits, readPlacedMap } from './fitting-map.ts';
import type { JoinFlags } from './join-options.ts';
import { findSource, openCopy } from './open-copy.ts';

/** Users of both sides from which on memory is held down. */
export const ROWS_OF_BOTH = 40_000;

/**
 * Reads two organizations and joins their people and groups.
 * @param unfit what becomes of a map with pairs that do not fit
 * @param exchange asks the service of B which pairs it knows itself
 * @throws Failure `usage` for a word that is no source, or one token for two profiles; `invalidInput` for a map that does not fit; `stale` for a list that is not whole
 */
export async function joinSources(
  context: Context,
  [wordA, wordB]: readonly [string, string],
  flags: JoinFlags,
  unfit: 'refuse' | 'warn',
  exchange?: { readonly team: string | undefined },
): Promise<Joined> {
  const { keys = JOIN_KEYS, map } = flags;
  const [sourceA, sourceB] = [await findSource(context, wordA), await findSource(context, wordB)];
  if (exchange !== undefined && sourceB.kind !== 'profile')
    throw new Failure('usage', `--exchange asks the service of B, and "${wordB}" is not a profile`);
  if (sourceA.kind === 'profile' && sourceB.kind === 'profile') await refuseOneToken(context);
  const { translate, ...chosen } = readingOf(flags);
  const placed = await readPlacedMap(context, map);
  context.expectRows(ROWS_OF_BOTH);
  const progress = context.messages.progress();
  const tell =
    (word: string): OnCopied =>
    (noun, read, total) =>
      progress.update(`reading ${noun} of ${word}: ${read}${total === undefined ? '' : ` of ${total}`}`);
  const optionsFor = (name: string): CopyOptions => ({ name, ...chosen });
  try {
    const a = await openCopy(context, sourceA, { ...optionsFor(wordA), translate }, tell(wordA));
    const b = await openCopy(context, sourceB, optionsFor(wordB), tell(wordB));
    const exchanged =
      exchange === undefined ? undefined : await exchangedPairs(context, wordB, a.people, exchange.team);
    progress.stop();
    await checkMapFits(context, [a, b], placed, unfit);
    return joinOrganizations(a, b, { keys, ...defined({ map: placed?.ids, exchanged }) });
  } finally {
    progress.stop();
  }
}

/** The token of one organization must not be sent to another one. */
export async function refuseOneToken(context: Context): Promise<void> {
  if ((await context.givenToken()) === undefined) return;
  throw new Failure('usage', 'a token that is given for this run would be sent to both organizations', {
    hint: 'store a token with each profile: orgctl profile add NAME --token-stdin',
  });
}

/**
 * Returns which people are meant, and what those of A are called in B.
 * @throws Failure `invalidInput` for an expression that cannot be read, with a caret under the place
 */
export function readingOf({
  where,
  except,
  domain = new Map(),
  userNames,
}: JoinFlags): Omit<CopyOptions, 'name'> {
  const isSelected = where === undefined ? undefined : readExpression('--where', where);
  const isLeftOut = except === undefined ? undefined : readExpression('--except', except);
  const rename = renamingDomains(domain);
  const name = userNames === undefined ? undefined : namingUsers(userNames.parts);
  return {
    isSelected,
    isLeftOut,
    translate:
      rename === undefined ? name : (values) => (name === undefined ? rename(values) : name(rename(values))),
  };
}

/** Reads an expression over the columns of a user. */
function readExpression(flag: string, text: string): NonNullable<CopyOptions['isSelected']> {
  const parsed = parseFilter(
    text,
    HEADINGS.filter((heading) => heading !== 'groups'),
  );
  if ('problem' in parsed) {
    const { message, at } = parsed.problem;
    throw new Failure('invalidInput', `${flag}: ${message}`, { excerpt: { text, at } });
  }
  return (id, values) =>
    matchesFilter(parsed.filter, (name) => {
      const column = columnOf(name);
      const value =
        column === 'id' ? id : column === undefined || column === 'groups' ? undefined : values[column];
      return value === undefined ? [] : [String(value)];
    });
}
