import { columnOf, HEADINGS } from '../../bulk/input/columns.ts';
import { Failure } from '../../failure/failure.ts';
import { joinOrganizations } from '../../migration/compare/compare-organizations.ts';
import type { CopyOptions } from '../../migration/compare/copy-builder.ts';
import type { OnCopied } from '../../migration/compare/copy-service.ts';
import type { Joined } from '../../migration/compare/difference.ts';
import { JOIN_KEYS } from '../../migration/compare/organization-copy.ts';
import { createDomainRenamer } from '../../migration/compare/rename-domains.ts';
import { createUserNamer } from '../../migration/compare/user-name-rule.ts';
import { columnProblem } from '../../rules/column-problem.ts';
import { attributesIn, matchesFilter } from '../../rules/filter.ts';
import { parseFilter } from '../../rules/parse-filter.ts';
import type { UserValues } from '../../spec/user-attributes.ts';
import { defined } from '../../values/defined.ts';
import type { WorkspaceId } from '../../values/ids.ts';
import type { Context } from '../context.ts';
import { exchangedPairs } from './exchanged-pairs.ts';
import { checkMapFits, readPlacedMap } from './fitting-map.ts';
import type { JoinFlags } from './join-options.ts';
import { findSource, openCopy } from './open-copy.ts';

/** Estimated number of users of both sides; memory is limited from this number on. */
export const ROWS_OF_BOTH = 40_000;

/**
 * Reads two organizations and joins their users and groups.
 * @param unfit how to handle a map with pairs that do not fit
 * @param exchange if given, the service of B is asked for the pairs that it knows
 * @throws Failure `usage` for an argument that is not a source, or one token for two profiles; `invalidInput`
 * for a map that does not fit; `stale` for an incomplete list
 */
export async function joinSources(
  context: Context,
  [wordA, wordB]: readonly [string, string],
  flags: JoinFlags,
  unfit: 'refuse' | 'warn',
  exchange?: { readonly team: WorkspaceId | undefined },
): Promise<Joined> {
  const { keys = JOIN_KEYS, map } = flags;
  const [sourceA, sourceB] = [await findSource(context, wordA), await findSource(context, wordB)];
  if (exchange !== undefined && sourceB.kind !== 'profile')
    throw new Failure('usage', `--exchange needs a profile for B, and "${wordB}" is not a profile`);
  if (sourceA.kind === 'profile' && sourceB.kind === 'profile') await refuseOneToken(context);
  const { translate, unusedDomains, ...chosen } = readingOf(flags);
  const { translate: _, unusedDomains: __, ...chosenOfB } = readingOf(flags);
  const placed = await readPlacedMap(context, map);
  context.expectRows(ROWS_OF_BOTH);
  const progress = context.messages.progress();
  const tell =
    (word: string): OnCopied =>
    (noun, read, total) =>
      progress.update(`reading ${noun} of ${word}: ${read}${total === undefined ? '' : ` of ${total}`}`);
  try {
    const a = await openCopy(context, sourceA, { name: wordA, ...chosen, translate }, tell(wordA));
    const b = await openCopy(context, sourceB, { name: wordB, ...chosenOfB }, tell(wordB));
    const exchanged =
      exchange === undefined ? undefined : await exchangedPairs(context, wordB, a.people, exchange.team);
    progress.stop();
    await warnOfDomains(context, unusedDomains());
    await checkMapFits(context, [a, b], placed, unfit);
    return joinOrganizations(a, b, { keys, ...defined({ map: placed?.ids, exchanged }) });
  } finally {
    progress.stop();
  }
}

/**
 * Refuses a token given for this run if both sources are profiles: the token of one organization must not be
 * sent to another.
 */
export async function refuseOneToken(context: Context): Promise<void> {
  if ((await context.givenToken()) === undefined) return;
  throw new Failure('usage', 'a token that is given for this run would be sent to both organizations', {
    hint: 'store a token with each profile: orgctl profile add NAME --token-stdin',
  });
}

/**
 * Returns which users are selected, and how users of A are renamed in B.
 * @throws Failure `invalidInput` for an expression that cannot be parsed, with a caret under the position
 */
export function readingOf({ where, except, domain = new Map(), userNames }: JoinFlags): Reading {
  const people = createNamedPeople();
  const isSelected = where === undefined ? undefined : readExpression('--where', where, people);
  const isExcluded = except === undefined ? undefined : readExpression('--except', except, people);
  const unused = new Set(domain.keys());
  const rename = createDomainRenamer(domain, (old) => void unused.delete(old));
  const name = userNames === undefined ? undefined : createUserNamer(userNames.parts);
  return {
    isSelected,
    isExcluded,
    ...(people.isNeeded() ? { onPerson: people.add } : {}),
    unusedDomains: () => [...unused],
    translate:
      rename === undefined ? name : (values) => (name === undefined ? rename(values) : name(rename(values))),
  };
}

/** Options with which the users of one organization are read. */
interface Reading extends Omit<CopyOptions, 'name'> {
  /** Domains to be renamed in which no address has been found so far. */
  unusedDomains(): readonly string[];
}

/** Warns about renamed domains that no user has: probably a typing error, and no address would be changed. */
export async function warnOfDomains({ messages }: Context, unused: readonly string[]): Promise<void> {
  for (const domain of unused)
    await messages.warn(`--domain ${domain}=…: no user of A has an e-mail in ${domain}`);
}

/** Names of users, because an expression may name a manager, who is stored by ID. */
interface NamedPeople {
  add(id: string, values: UserValues): void;
  /** Whether an expression names managers, so that all users must be read before any is matched. */
  isNeeded(): boolean;
  /** Marks that an expression names managers. */
  expect(): void;
  namesOf(manager: string): readonly string[];
}

function createNamedPeople(): NamedPeople {
  const names = new Map<string, readonly string[]>();
  let isNeeded = false;
  return {
    add(id, { userName, email }) {
      const own = [id, userName, email].filter((name) => name !== undefined);
      for (const name of own) names.set(name, own);
    },
    isNeeded: () => isNeeded,
    expect() {
      isNeeded = true;
    },
    namesOf(manager) {
      return names.get(manager) ?? [manager];
    },
  };
}

/** Parses an expression over the columns of a user. */
function readExpression(
  flag: string,
  text: string,
  people: NamedPeople,
): NonNullable<CopyOptions['isSelected']> {
  const names = HEADINGS.filter((heading) => heading !== 'groups');
  const parsed = parseFilter(text.normalize('NFC'), names, undefined, { negation: true });
  if ('problem' in parsed) {
    throw new Failure('invalidInput', `${flag}: ${columnProblem(parsed.problem, names)}`, {
      excerpt: { text, at: parsed.problem.at },
      hint: 'orgctl help filters',
    });
  }
  if (attributesIn(parsed.filter).some((name) => columnOf(name) === 'manager')) people.expect();
  return (id, values) =>
    matchesFilter(parsed.filter, (name) => {
      const column = columnOf(name);
      if (column === 'manager') return values.manager === undefined ? [] : people.namesOf(values.manager);
      const value =
        column === 'id' ? id : column === undefined || column === 'groups' ? undefined : values[column];
      return value === undefined ? [] : [String(value).normalize('NFC')];
    });
}
