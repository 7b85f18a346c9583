import { comparisonKey } from '../../values/comparison-key.ts';
import type { UserColumn } from './columns.ts';
import { headingMeaning } from './heading-terms.ts';
import { headingWord } from './heading-words.ts';
import { mostly, type ProposedRule, type Samples, scalar } from './proposed-map.ts';

/** An employee number in parentheses after a name: `Mona Vance (00101)`. */
const NUMBER_BEHIND_NAME = /\(([^()\s]+)\)\s*$/;

/** Placeholders for no manager. */
const NOBODY = /^(no[_ ]?manager|none|n\/a|-)$/i;

/** Headings about the manager, not about the user. */
const ABOUT_MANAGER = /manager|supervisor|reports|reporting|vorgesetzt|fuhrungskraft|responsable|jefe|chef/;

/** A key that finds the manager's own row: a heading or a template of headings, and its texts in the rows. */
interface Key {
  readonly match: string;
  readonly texts: ReadonlySet<string>;
  /** The order in which it joins given and family name. */
  readonly isOfName?: NameOrder;
}

type NameOrder = 'given first' | 'family first';

/** The order of given and family name in the cells; undefined if most of them are not names. */
function nameOrder(cells: readonly string[]): NameOrder | undefined {
  if (mostly(cells, (cell) => /^\p{L}[^\d@,]*, \p{L}[^\d@,]*$/u.test(cell))) return 'family first';
  return mostly(cells, (cell) => /^\p{L}[^\d@,]* \p{L}[^\d@,]*$/u.test(cell)) ? 'given first' : undefined;
}

/**
 * Proposes the rule for managers. A manager is an email, a userName or an ID of the service; any other
 * reference (an employee number, a name, a directory's name) is looked up in the manager's own row.
 */
export function managerRule(
  heading: string,
  headings: readonly string[],
  chosen: ReadonlyMap<UserColumn | 'fullName', string>,
  samples: Samples,
): ProposedRule {
  const cells = samples(heading).filter((cell) => !NOBODY.test(cell));
  const nobody = [...new Set(samples(heading).filter((cell) => NOBODY.test(cell)))];
  const cleared = nobody.map((word) => `{ replace: { ${scalar(word)}: '' } }`);
  const rule = (steps: readonly string[], match?: string): ProposedRule => {
    const parts = [
      `from: ${scalar(heading)}`,
      ...(steps.length === 0 ? [] : [`steps: [${steps.join(', ')}]`]),
      ...(match === undefined ? [] : [`match: ${scalar(match)}`]),
    ];
    return { column: 'manager', yaml: parts.length === 1 ? scalar(heading) : `{ ${parts.join(', ')} }` };
  };
  if (mostly(cells, (cell) => cell.includes('@'))) return rule(cleared);
  const keys = keysOf(headings, chosen, samples);
  const direct = keys.find(({ texts }) => mostly(cells, (cell) => texts.has(comparisonKey(cell))));
  if (direct !== undefined) return rule(cleared, direct.match);
  const numbers = cells.flatMap((cell) => NUMBER_BEHIND_NAME.exec(cell)?.[1] ?? []);
  const numbered = keys.find(
    ({ texts }) =>
      numbers.length * 2 > cells.length && mostly(numbers, (number) => texts.has(comparisonKey(number))),
  );
  if (numbered !== undefined)
    return rule(
      [...cleared, `{ regex: { find: '.*\\(([^()\\s]+)\\)\\s*$', replace: '$1' } }`],
      numbered.match,
    );
  const order = nameOrder(cells);
  const named = keys.find(({ isOfName }) => isOfName !== undefined && isOfName === order);
  if (named !== undefined) {
    const remark = 'names without a row are searched among all users of the organization';
    return { ...rule(cleared, named.match), remark };
  }
  const remark = 'a manager is an email, userName or ID; to find managers by another column, use "match"';
  const isOpen = !mostly(cells, (cell) => /^[\p{L}][\w.-]*$/u.test(cell));
  return { ...rule(cleared), remark, isOpen };
}

/**
 * All keys that are unique in the rows: the employee number first, then every other heading, then joined
 * names.
 */
function keysOf(
  headings: readonly string[],
  chosen: ReadonlyMap<UserColumn | 'fullName', string>,
  samples: Samples,
): readonly Key[] {
  const number = chosen.get('employeeNumber');
  const isAboutManager = (heading: string) =>
    ABOUT_MANAGER.test(headingWord(heading)) || headingMeaning(heading) === 'manager';
  const own = headings.filter((heading) => !isAboutManager(heading) && heading !== number);
  const alone = [...(number === undefined ? [] : [number]), ...own].flatMap((heading): Key[] => {
    const cells = samples(heading);
    const texts = new Set(cells.map(comparisonKey));
    return texts.size > 0 && texts.size === cells.length ? [{ match: heading, texts }] : [];
  });
  const given = chosen.get('givenName');
  const family = chosen.get('familyName');
  if (given === undefined || family === undefined) return alone;
  const firsts = samples(given);
  const lasts = samples(family);
  // Two columns can be paired only if neither has blanks.
  const isWhole = firsts.length === lasts.length;
  const texts = (join: (first: string, last: string) => string) =>
    new Set(
      isWhole
        ? firsts.map((first, index) => comparisonKey(join(first.trim(), (lasts[index] ?? '').trim())))
        : [],
    );
  return [
    ...alone,
    {
      match: `{${given}} {${family}}`,
      texts: texts((first, last) => `${first} ${last}`),
      isOfName: 'given first',
    },
    {
      match: `{${family}}, {${given}}`,
      texts: texts((first, last) => `${last}, ${first}`),
      isOfName: 'family first',
    },
  ];
}

/**
 * Chooses the best heading for managers: with emails, then with employee numbers, then any without open
 * questions.
 */
export function chooseManager(
  candidates: readonly string[],
  numbers: string | undefined,
  ruleOf: (heading: string) => ProposedRule,
): { readonly heading: string; readonly rule: ProposedRule } | undefined {
  const rankOf = ({ yaml, remark, isOpen }: ProposedRule): number => {
    if (isOpen === true) return 4;
    if (remark !== undefined) return 3;
    if (!yaml.includes('match: ')) return 0;
    const isByNumber = numbers !== undefined && yaml.endsWith(`match: ${scalar(numbers)} }`);
    return isByNumber && !yaml.includes('steps: ') ? 1 : 2;
  };
  return candidates
    .map((heading) => ({ heading, rule: ruleOf(heading) }))
    .sort((one, other) => rankOf(one.rule) - rankOf(other.rule))[0];
}
