import { foldedText } from '../../values/folded-text.ts';
import type { UserColumn } from './columns.ts';
import { headingMeaning } from './heading-terms.ts';
import { headingWord } from './heading-words.ts';
import { mostly, type ProposedRule, type Samples, scalar } from './proposed-map.ts';

/** A staff number in parentheses behind a name: `Mona Vance (00101)`. */
const NUMBER_BEHIND_NAME = /\(([^()\s]+)\)\s*$/;

/** What stands where somebody has no manager. */
const NOBODY = /^(no[_ ]?manager|none|n\/a|-)$/i;

/** Headings about the manager, not about the person. */
const ABOUT_MANAGER = /manager|supervisor|reports|reporting|vorgesetzt|fuhrungskraft|responsable|jefe|chef/;

/**
 * What a manager's own row is looked up by: its heading or a template of headings, and the texts that rows
 * have there.
 */
interface Key {
  readonly match: string;
  readonly texts: ReadonlySet<string>;
  /** In which order it puts given and family name together. */
  readonly isOfName?: NameOrder;
}

type NameOrder = 'given first' | 'family first';

/** In which order the cells write names of people; undefined where most of them are none. */
function writtenAs(cells: readonly string[]): NameOrder | undefined {
  if (mostly(cells, (cell) => /^\p{L}[^\d@,]*, \p{L}[^\d@,]*$/u.test(cell))) return 'family first';
  return mostly(cells, (cell) => /^\p{L}[^\d@,]* \p{L}[^\d@,]*$/u.test(cell)) ? 'given first' : undefined;
}

/**
 * Proposes the column of managers. A manager is an address, a userName or an ID of the service; whatever else
 * stands there (a staff number, a name, a directory's name) is found in the manager's own row.
 * @param numbers the heading of staff numbers, which are looked at first.
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
  const direct = keys.find(({ texts }) => mostly(cells, (cell) => texts.has(foldedText(cell))));
  if (direct !== undefined) return rule(cleared, direct.match);
  const numbers = cells.flatMap((cell) => NUMBER_BEHIND_NAME.exec(cell)?.[1] ?? []);
  const numbered = keys.find(
    ({ texts }) =>
      numbers.length * 2 > cells.length && mostly(numbers, (number) => texts.has(foldedText(number))),
  );
  if (numbered !== undefined)
    return rule(
      [...cleared, `{ regex: { find: '.*\\(([^()\\s]+)\\)\\s*$', replace: '$1' } }`],
      numbered.match,
    );
  const order = writtenAs(cells);
  const named = keys.find(({ isOfName }) => isOfName !== undefined && isOfName === order);
  if (named !== undefined) {
    const remark = 'a name that no row has is looked for among the users of the organization';
    return { ...rule(cleared, named.match), remark };
  }
  const remark = 'a manager is an e-mail address, a userName or an ID; "match" finds another row';
  const isOpen = !mostly(cells, (cell) => /^[\p{L}][\w.-]*$/u.test(cell));
  return { ...rule(cleared), remark, isOpen };
}

/**
 * Everything by which rows can be distinguished: staff numbers first, then every other heading, then names
 * put together.
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
    const texts = new Set(cells.map(foldedText));
    return texts.size > 0 && texts.size === cells.length ? [{ match: heading, texts }] : [];
  });
  const given = chosen.get('givenName');
  const family = chosen.get('familyName');
  if (given === undefined || family === undefined) return alone;
  const firsts = samples(given);
  const lasts = samples(family);
  // Only columns without blanks can be read side by side.
  const isWhole = firsts.length === lasts.length;
  const texts = (join: (first: string, last: string) => string) =>
    new Set(
      isWhole
        ? firsts.map((first, index) => foldedText(join(first.trim(), (lasts[index] ?? '').trim())))
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
 * The heading that names managers best: by address, then by staff number, then by anything that needs no
 * decision.
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
