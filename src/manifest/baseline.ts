import { Failure } from '../failure/failure.ts';
import { isJsonObject, parseJson } from '../rules/json-value.ts';
import type { Json, JsonObject } from '../spec/wire.ts';
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

/** What is left of findings when the known ones are taken out. */
export interface Unknown {
  readonly validated: readonly Validated[];
  readonly known: number;
  /** Known findings that are there no more. */
  readonly gone: readonly KnownFinding[];
}

const VERSION = 1;

/** Returns the baseline of findings as it is written to a file. @param nameOf gives the name of a file in it. */
export function baselineOf(validated: readonly Validated[], nameOf: (file: string) => string): JsonObject {
  const findings = validated.flatMap((one) =>
    one.findings.map((finding) => ({ ...knownAs(finding, nameOf) })),
  );
  return { version: VERSION, findings };
}

/** Reads a baseline. @throws Failure `invalidInput` when the text is none. */
export function readBaseline(file: string, text: string): readonly KnownFinding[] {
  const refuse = (what: string) =>
    new Failure('invalidInput', `${file} is not a baseline: ${what}`, {
      hint: 'write it anew with --update-baseline',
    });
  let data: Json;
  try {
    data = parseJson(text);
  } catch {
    throw refuse('it is not JSON');
  }
  if (!isJsonObject(data) || data['version'] !== VERSION) throw refuse(`"version" is not ${VERSION}`);
  const { findings } = data;
  if (!Array.isArray(findings)) throw refuse('"findings" is not a list');
  return findings.map((one: Json, index) => {
    const known = readKnown(one);
    if (known === undefined) throw refuse(`findings[${index}] needs file, rule, pointer and message`);
    return known;
  });
}

function readKnown(value: Json): KnownFinding | undefined {
  if (!isJsonObject(value)) return undefined;
  const { file, rule, pointer, message } = value;
  if (typeof file !== 'string' || typeof rule !== 'string') return undefined;
  return typeof pointer === 'string' && typeof message === 'string'
    ? { file, rule, pointer, message }
    : undefined;
}

/** Takes known findings out. One that moved by lines or by items of a list stays known; a second one of its kind does not. */
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
