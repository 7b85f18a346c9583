import { isJsonObject } from '../../rules/json-value.ts';
import { scalarText } from './lookup.ts';
import { type MapKeys, type MapReport, unknownWord } from './map-report.ts';
import {
  PLAIN_STEPS,
  replacing,
  replacingPattern,
  STEPS_WITH_TEXT,
  type Step,
  truncating,
} from './map-steps.ts';
import { readMapText, reportWrongValues } from './map-values.ts';

/** Every step that a map may use. */
export const STEP_NAMES: readonly string[] = [
  ...Object.keys(PLAIN_STEPS),
  ...Object.keys(STEPS_WITH_TEXT),
  'replace',
  'regex',
  'truncate',
  'unique',
];

/**
 * Reads one step of a rule.
 * @returns undefined if it is invalid, which was reported
 */
export function readStep(given: unknown, keys: MapKeys, report: MapReport): Step | undefined {
  if (typeof given === 'string') {
    const plain = Object.entries(PLAIN_STEPS).find(([name]) => name === given)?.[1];
    if (plain === undefined) unknownWord(report, keys, given, STEP_NAMES, 'step');
    return plain;
  }
  const [[name, argument] = ['', undefined], second] = isJsonObject(given) ? Object.entries(given) : [];
  if (second !== undefined) {
    report('invalid_map', keys, `"${second[0]}" is a second step; write one step per entry`, 'value', {
      example: '[{before: ","}, trim]',
    });
    return undefined;
  }
  if (name === 'replace' && isJsonObject(argument)) {
    reportWrongValues(argument, [...keys, name], report);
    return replacing(Object.entries(argument).map(([from, to]) => [from, scalarText(to) ?? '']));
  }
  if (name === 'regex') return readPattern(argument, keys, report);
  if (name === 'truncate') return readTruncate(argument, keys, report);
  const make = Object.entries(STEPS_WITH_TEXT).find(([known]) => known === name)?.[1];
  const text = scalarText(argument);
  if (make !== undefined && text !== undefined && text !== '') return make(text);
  if (Object.hasOwn(PLAIN_STEPS, name) || name === 'unique')
    report('invalid_map', keys, `"${name}" takes no value`, 'value', { expected: name });
  else if (make === undefined) unknownWord(report, keys, name, STEP_NAMES, 'step');
  else report('invalid_map', keys, `"${name}" takes a text`, 'value', { example: `{${name}: ","}` });
  return undefined;
}

function readPattern(argument: unknown, keys: MapKeys, report: MapReport): Step | undefined {
  const given = isJsonObject(argument) ? argument : {};
  const find = scalarText(given['find']) ?? '';
  const unknown = Object.keys(given).find((key) => key !== 'find' && key !== 'replace');
  if (unknown !== undefined) {
    unknownWord(report, [...keys, 'regex', unknown], unknown, ['find', 'replace']);
    return undefined;
  }
  if (find === '') {
    const example = "{regex: {find: '.*\\((\\d+)\\)$', replace: '$1'}}";
    report('invalid_map', keys, '"regex" takes a pattern to find and its replacement', 'value', {
      example,
    });
    return undefined;
  }
  const replacement = readMapText(given['replace'], [...keys, 'regex', 'replace'], report);
  const read = replacingPattern(find, replacement ?? '');
  if ('step' in read) return read.step;
  report('invalid_map', [...keys, 'regex', 'find'], read.problem, 'value', {
    expected: 'an RE2 pattern: no look-around, no back-references',
  });
  return undefined;
}

function readTruncate(argument: unknown, keys: MapKeys, report: MapReport): Step | undefined {
  const length = Number(scalarText(argument));
  if (Number.isSafeInteger(length) && length > 0) return truncating(length);
  report('invalid_map', keys, '"truncate" takes a number of characters', 'value', {
    example: '{truncate: 21}',
  });
  return undefined;
}
