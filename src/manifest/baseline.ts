import { Failure } from '../failure/failure.ts';
import { readBoundedJson } from '../json/bounded-json.ts';
import { placeOfPath } from '../json/place-at.ts';
import { describeMisfit, listOf, oneOf, readAs, text, thing } from '../json/shapes.ts';
import type { JsonObject } from '../spec/protocol-types.ts';
import type { Finding } from './finding.ts';
import type { Validated } from './validate.ts';

/** A finding that is known and accepted for now. */
export interface KnownFinding {
  /** Relative to the folder of the baseline, with slashes. */
  readonly file: string;
  readonly rule: string;
  readonly pointer: string;
  readonly message: string;
}

/** The whole file. */
interface Baseline {
  readonly version: typeof VERSION;
  readonly findings: readonly KnownFinding[];
}

/** What is left of findings when the known ones are taken out. */
export interface Unknown {
  readonly validated: readonly Validated[];
  readonly known: number;
  /** Known findings that are there no more. */
  readonly gone: readonly KnownFinding[];
}

const VERSION = 1;

/**
 * Returns the baseline of findings as it is written to a file. @param nameOf gives the name of a file in it.
 */
export function baselineOf(validated: readonly Validated[], nameOf: (file: string) => string): JsonObject {
  const findings = validated.flatMap((one) =>
    one.findings.map((finding) => ({ ...knownAs(finding, nameOf) })),
  );
  return { version: VERSION, findings };
}

const baseline = thing<Baseline>({
  version: oneOf([VERSION]),
  findings: listOf(thing<KnownFinding>({ file: text, rule: text, pointer: text, message: text })),
});

/** Reads a baseline. @throws Failure `invalidInput` with the place in which the text is none. */
export function readBaseline(file: string, content: string): readonly KnownFinding[] {
  const refuse = (place: string, why: string) =>
    new Failure('invalidInput', `${file}${place} is not a baseline: ${why}`, {
      hint: 'write it anew with --update-baseline',
    });
  const json = readBoundedJson(content);
  if ('fault' in json) throw refuse('', `it is ${json.fault}`);
  const read = readAs<Baseline>(json.value, baseline);
  if ('misfit' in read) throw refuse(placeOfPath(content, read.misfit.path), describeMisfit(read.misfit));
  return read.value.findings;
}

/**
 * Takes known findings out. One that moved by lines or by items of a list stays known; a second one of its
 * kind does not.
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
  const rest = validated.map((one) => ({ ...one, findings: one.findings.filter(isNew) }));
  return { validated: rest, known: count, gone: [...left.values()].flat() };
}

function knownAs({ file, rule, pointer, message }: Finding, nameOf: (file: string) => string): KnownFinding {
  return { file: nameOf(file), rule, pointer, message };
}

function keyOf({ file, rule, pointer, message }: KnownFinding): string {
  return [file, rule, pointer.replace(/\/\d+(?=\/|$)/g, '/*'), message].join('\n');
}
