import { comparisonKey } from '../../values/comparison-key.ts';
import { defined } from '../../values/defined.ts';
import { headingMeaning } from './heading-terms.ts';
import { headingWord } from './heading-words.ts';
import { parseCondition } from './map-condition.ts';
import { datesYaml, proposeDates } from './propose-dates.ts';
import { type ProposedRule, type Samples, scalar } from './proposed-map.ts';
import { expressionWordOf, NO_DAY } from './row-selection.ts';
import { expectedValues, type StatusColumn, statusColumns } from './status-columns.ts';
import { CONTROL, isAboutLock, isInverse, LAST_DAY_HEADINGS, stateWord } from './status-headings.ts';
import { isKindOfEmployment, isOnLeave, yesOrNo } from './status-words.ts';

/**
 * Proposes a rule for `active`: no column may mark the user as a leaver.
 * @returns the rule, and the headings that it uses
 */
export function proposeActive(
  headings: readonly string[],
  samples: Samples,
): { readonly rule: ProposedRule; readonly used: readonly string[] } | undefined {
  const columns = statusColumns(headings, samples);
  const [first] = columns;
  const main = columns.find(({ certain }) => certain > 0.5) ?? first;
  if (main === undefined) return lastDayRule(headings, samples) ?? lockRule(headings);
  const others = columns.filter((other) => other !== main && identifiesLeavers(other));
  const conditions = others.flatMap(conditionsOf);
  const yaml = mainRule(main, conditions.length > 0);
  const remark = openQuestions(
    main,
    columns.filter((other) => other !== main),
  );
  const rule = {
    column: 'active' as const,
    yaml: conditions.length === 0 ? yaml : ['', ...conditions, `  - ${yaml}`].join('\n'),
    ...defined({ remark }),
  };
  return { rule, used: [main.heading, ...others.map(({ heading }) => heading)] };
}

/**
 * The rule of the main column: the plain column if its words are true and false, otherwise a lookup of every
 * value.
 */
function mainRule({ heading, values }: StatusColumn, isVariant: boolean): string {
  const isDirect =
    !isInverse(heading) &&
    stateWord(heading) !== CONTROL &&
    values.length > 0 &&
    values.every(({ word }) => /^(true|false|yes|no|0|1)$/i.test(word));
  if (isDirect) return isVariant ? `{ from: ${scalar(heading)} }` : scalar(heading);
  const entries = entriesOf(heading, values).map(([word, isActive]) => `${scalar(word)}: ${isActive}`);
  return `{ from: ${scalar(heading)}, lookup: { ${entries.join(', ')} } }`;
}

function entriesOf(heading: string, values: StatusColumn['values']): readonly (readonly [string, boolean])[] {
  const known = values.flatMap(({ word, isActive }) =>
    isActive === undefined ? [] : [[word, isActive] as const],
  );
  const usual = expectedValues(stateWord(heading) ?? '');
  const seen = new Set(known.map(([word]) => comparisonKey(word)));
  return [...known, ...usual.filter(([word]) => !seen.has(comparisonKey(word)))];
}

function describeUndecided(column: StatusColumn): string | undefined {
  const { heading, values } = column;
  const open = uncertainWords(column).map(scalar);
  if (open.length > 0) return `decide what ${open.join(', ')} means`;
  return values.length === 0 && !isInverse(heading) ? 'decide which values mean active' : undefined;
}

/** Some organizations deactivate people on leave. */
function describeOnLeave({ values }: StatusColumn): string | undefined {
  const words = values.filter(({ word, isActive }) => isActive === true && isOnLeave(word));
  if (words.length === 0) return undefined;
  const verb = words.length === 1 ? 'counts' : 'count';
  return `${words.map(({ word }) => scalar(word)).join(', ')} ${verb} as active`;
}

/**
 * The open questions to the user: about the main column, and about every other column that may mark leavers.
 */
function openQuestions(main: StatusColumn, others: readonly StatusColumn[]): string | undefined {
  const open = others.flatMap((other) => {
    const words = wordsToDecide(other).map(scalar).join(', ');
    return words === '' ? [] : [`decide what ${words} in ${scalar(other.heading)} means`];
  });
  const remarks = [describeUndecided(main) ?? [], describeOnLeave(main) ?? [], open].flat();
  return remarks.length === 0 ? undefined : remarks.join('; ');
}

/** Whether a column has a word for leavers, or an unknown word next to words for active users. */
function identifiesLeavers(column: StatusColumn): boolean {
  return leaverWords(column).length > 0 || (column.certain > 0 && unknownStatusWords(column).length > 0);
}

/**
 * The rules for rows in which another column marks the user as a leaver, and for rows with an unknown word
 * there. Their lookup lacks the word: these rows are findings until the word is added to the map.
 */
function conditionsOf(column: StatusColumn): readonly string[] {
  const { heading, values } = column;
  const gone = conditionOf(heading, leaverWords(column));
  const open = column.certain > 0 ? conditionOf(heading, unknownStatusWords(column)) : undefined;
  const entries = entriesOf(heading, values).map(([word, isActive]) => `${scalar(word)}: ${isActive}`);
  return [
    ...(gone === undefined ? [] : [`  - { when: ${scalar(gone)}, value: false }`]),
    ...(open === undefined
      ? []
      : [`  - { when: ${scalar(open)}, from: ${scalar(heading)}, lookup: { ${entries.join(', ')} } }`]),
  ];
}

/**
 * Words of another column that the user must decide; words for leavers, too, if no condition can name the
 * column.
 */
function wordsToDecide(column: StatusColumn): readonly string[] {
  const gone = leaverWords(column);
  const isLost = gone.length > 0 && conditionOf(column.heading, gone) === undefined;
  return [...(isLost ? gone : []), ...unknownStatusWords(column)];
}

/** The unknown words of another column. */
function unknownStatusWords(column: StatusColumn): readonly string[] {
  return uncertainWords(column).filter((word) => !isKindOfEmployment(word));
}

function uncertainWords({ values }: StatusColumn): readonly string[] {
  return values.filter(({ isActive }) => isActive === undefined).map(({ word }) => word);
}

/**
 * The condition for rows with one of these words; undefined if there is no word or the heading cannot be used
 * in a condition.
 */
function conditionOf(heading: string, words: readonly string[]): string | undefined {
  const text = words.map((word) => `${expressionWordOf(heading)} eq ${JSON.stringify(word)}`).join(' or ');
  return text !== '' && 'condition' in parseCondition(text, { file: '', line: 1 }, NO_DAY) ? text : undefined;
}

/**
 * The words of a column for leavers. In a column of yes and no it is the expected word, even if no row has it
 * today.
 */
function leaverWords({ heading, values }: StatusColumn): readonly string[] {
  const gone = values.filter(({ isActive }) => isActive === false).map(({ word }) => word);
  if (gone.length > 0) return gone;
  if (isInverse(heading)) return ['true'];
  return values.length > 0 && values.every(({ word }) => yesOrNo(word) === true) ? ['false'] : [];
}

/** If there is no status column, the last day of work decides. */
function lastDayRule(headings: readonly string[], samples: Samples): ReturnType<typeof proposeActive> {
  const named = LAST_DAY_HEADINGS.flatMap((word) => headings.filter((one) => headingWord(one) === word));
  const heading = [...named, ...headings.filter((one) => headingMeaning(one) === 'lastDay')][0];
  const dates = heading === undefined ? undefined : proposeDates(samples(heading));
  if (heading === undefined || dates === undefined || samples(heading).length === 0) return undefined;
  const date = `date: ${datesYaml(dates.patterns)}`;
  const yaml = `{ from: ${scalar(heading)}, ${date}, today: { past: false, today: true, future: true }, default: true }`;
  const remark = 'active until the last day; active if it is empty';
  return { rule: { column: 'active', yaml, remark }, used: [heading] };
}

/** A locked account does not mean that the user has left: the meaning is an open question. */
function lockRule(headings: readonly string[]): ReturnType<typeof proposeActive> {
  const heading = headings.find(isAboutLock);
  if (heading === undefined) return undefined;
  const yaml = `{ from: ${scalar(heading)}, lookup: {  } }`;
  const remark = 'decide what it means: a locked user may still be employed';
  return { rule: { column: 'active', yaml, remark, isOpen: true }, used: [heading] };
}
