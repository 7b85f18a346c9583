import { Failure } from '../failure/failure.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { placeOfPath } from '../json/place-at.ts';
import { describeMisfit, listOf, objectWith, oneOf, readAs, text } from '../json/shapes.ts';
import { isJsonObject } from '../rules/json-value.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { Finding } from './finding.ts';
import { lastingMessage } from './lasting-message.ts';
import type { Validated } from './validate.ts';

/** A known finding that is accepted for now. */
export interface KnownFinding {
  /** Path relative to the folder of the baseline, with slashes. */
  readonly file: string;
  readonly rule: string;
  readonly pointer: string;
  readonly message: string;
}

/** The content of a baseline file. */
interface Baseline {
  readonly version: typeof VERSION;
  readonly findings: readonly KnownFinding[];
}

/** The findings that are not in the baseline. */
export interface Unknown {
  readonly validated: readonly Validated[];
  readonly known: number;
  /** Known findings that no longer occur. */
  readonly gone: readonly KnownFinding[];
}

const VERSION = 1;

/** Whether a file could not be read. Why is always shown: a file that was not checked must not seem valid. */
export function isUnreadable({ source, findings }: Validated): boolean {
  return source.data === undefined && findings.length > 0;
}

/**
 * Returns the baseline of findings, without those of files that could not be read.
 * @param nameOf returns the name of a file in the baseline
 * @param others known findings in files that were not checked, which stay known
 */
export function baselineOf(
  validated: readonly Validated[],
  nameOf: (file: string) => string,
  others: readonly KnownFinding[],
): JsonObject {
  const found = validated
    .filter((one) => !isUnreadable(one))
    .flatMap((one) => one.findings.map((finding) => knownAs(finding, nameOf)));
  return { version: VERSION, findings: [...others, ...found].map((one) => ({ ...one })) };
}

const baseline = objectWith<Baseline>({
  version: oneOf([VERSION]),
  findings: listOf(objectWith<KnownFinding>({ file: text, rule: text, pointer: text, message: text })),
});

/** Parses a baseline. @throws Failure `invalidInput` with the position of the first invalid value */
export function readBaseline(file: string, content: string): readonly KnownFinding[] {
  const refuse = (place: string, why: string) =>
    new Failure('invalidInput', `${file}${place} is not a baseline: ${why}`, {
      hint: mayBeBaseline(content)
        ? 'recreate it with --update-baseline'
        : 'name another file; to create it: --update-baseline',
    });
  const json = readBoundedJson(content);
  if ('fault' in json) throw refuse('', `it is ${json.fault}`);
  const read = readAs<Baseline>(json.value, baseline);
  if ('misfit' in read) throw refuse(placeOfPath(content, read.misfit.path), describeMisfit(read.misfit));
  return read.value.findings;
}

/** Start of a damaged baseline: one cut off, or with the marks of a merge conflict. */
const START = /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"findings"\s*:/;

const MEMBERS: ReadonlySet<string> = new Set(['version', 'findings'] satisfies (keyof Baseline)[]);

/**
 * Whether a file is a baseline, damaged or not, or empty. Any other file must not be replaced by one: it may
 * be a manifest.
 */
export function mayBeBaseline(content: string): boolean {
  if (content.trim() === '') return true;
  const json = readBoundedJson(content);
  if ('fault' in json) return START.test(content);
  const names = isJsonObject(json.value) ? Object.keys(json.value) : [];
  return names.length > 0 && names.every((name) => MEMBERS.has(name));
}

/**
 * Removes known findings, except those of files that could not be read. A finding stays known if it moves to
 * another line or list index, or if only the lists and counts of its message change; each entry of the
 * baseline matches only one finding.
 */
export function withoutKnown(
  validated: readonly Validated[],
  baseline: readonly KnownFinding[],
  nameOf: (file: string) => string,
): Unknown {
  const left = new Map<string, KnownFinding[]>();
  for (const known of baseline) left.set(keyOf(known), [...(left.get(keyOf(known)) ?? []), known]);
  let count = 0;
  const isNew = (finding: Finding): boolean => {
    const known = left.get(keyOf(knownAs(finding, nameOf)))?.pop();
    if (known !== undefined) count += 1;
    return known === undefined;
  };
  const rest = validated.map((one) =>
    isUnreadable(one) ? one : { ...one, findings: one.findings.filter(isNew) },
  );
  return { validated: rest, known: count, gone: [...left.values()].flat() };
}

function knownAs({ file, rule, pointer, message }: Finding, nameOf: (file: string) => string): KnownFinding {
  return { file: nameOf(file), rule, pointer, message };
}

function keyOf({ file, rule, pointer, message }: KnownFinding): string {
  return [file, rule, pointer.replace(/\/\d+(?=\/|$)/g, '/*'), lastingMessage(message)].join('\n');
}
