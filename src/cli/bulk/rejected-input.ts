import type { Mode } from '../../bulk/input/desired-state.ts';
import type { InputReading } from '../../bulk/input/reading.ts';
import { mergeMixedSeparators } from '../../csv/separator.ts';
import { Failure } from '../../failure/failure.ts';
import type { Issue } from '../../failure/issue.ts';
import { pluralize } from '../../output/pluralize.ts';
import type { ScimErrorCode } from '../../spec/error-codes.ts';
import type { OwnErrorCode } from '../../spec/own-codes.ts';
import { defined } from '../../values/defined.ts';
import { fileWord } from '../command-words.ts';
import { causeWords, commonCause } from './common-cause.ts';

/**
 * Returns the failure for an input with findings.
 * @param hint the next command, or other advice
 */
export function rejected(file: string, found: readonly Issue[], hint?: string): Failure {
  const issues = mergeMixedSeparators(
    [...found].sort((one, other) => (one.at?.line ?? 0) - (other.at?.line ?? 0)),
  );
  const cause = commonCause(issues);
  return new Failure(
    'invalidInput',
    `${file} is not accepted: ${pluralize(issues.length, 'finding')}${causeWords(cause)}; nothing was sent`,
    {
      issues,
      ...defined({ hint: hint ?? cause?.remedy }),
    },
  );
}

/** Unknown headings of another system; fewer are rather misspelled. */
const MANY_UNKNOWN = 3;

/** What the rows of a file are about. */
export type RowKind = 'people' | 'groups';

/** Returns a hint to create a map if the headings are those of another system. */
export function mapHint(
  file: string,
  issues: readonly Issue[],
  reading: InputReading | undefined,
  kind: RowKind,
): string | undefined {
  const isKeyless = issues.some(({ code }) => code === 'missing_key_column');
  const unknown = issues.filter(({ code }) => code === 'unknown_column').length;
  const isForeign = unknown >= (isKeyless ? 1 : MANY_UNKNOWN);
  if (kind === 'groups' || !isForeign || reading?.map !== undefined) return undefined;
  return `for an export of another system: orgctl bulk init-map ${fileWord(file)} --out map.yaml`;
}

/** What only the service can check. */
const LOOKED_UP: Readonly<Record<RowKind, string>> = { people: 'managers and groups', groups: 'members' };

/** Codes of findings after which the next rows may be part of the damaged one. */
const ENDLESS: ReadonlySet<string> = new Set(['unclosed_quote', 'stray_quote', 'record_too_long']);

/** Findings about the whole file or about managers: the service need not look anything up. */
const ABOUT_FILE: ReadonlySet<string> = new Set<OwnErrorCode | ScimErrorCode>([
  'empty_file',
  'not_a_source',
  'not_utf8',
  'wrong_separator',
  'unknown_user',
  'ambiguous_user',
]);

/**
 * Returns what to do about several rows of one user. No cell is wrong, so a check would only report the same.
 * The hint has no --max-bad-rows: a finding names two rows, so the number of findings is not the number of
 * skipped rows.
 */
function leftOutHint(issues: readonly Issue[], reading: InputReading | undefined): string | undefined {
  if (reading?.onBadRow === 'skip' || issues.some(({ code }) => code !== 'same_user')) return undefined;
  return 'keep only one row of each user, or skip all of them: --on-bad-row skip';
}

/** Returns the command that checks the file again, or a more helpful hint. */
export function checkHint(
  file: string,
  issues: readonly Issue[],
  reading: InputReading | undefined,
  { mode, kind }: { readonly mode: Mode; readonly kind: RowKind },
): string {
  const map = reading?.map === undefined ? '' : ` --map ${fileWord(reading.map.file)}`;
  if (reading?.onBadRow === 'skip' && issues.some(({ code }) => ENDLESS.has(code)))
    return 'the end of this row is unknown, so it cannot be skipped; correct it in the file';
  const left = leftOutHint(issues, reading);
  if (left !== undefined) return left;
  const cause = commonCause(issues);
  if (cause !== undefined) return mapHint(file, issues, reading, kind) ?? cause.remedy;
  const idMap = reading?.idMap === undefined ? '' : ` --id-map ${fileWord(reading.idMap.file)}`;
  const words = `bulk check ${fileWord(file)}${map}${idMap}${mode === 'upsert' ? '' : ` --mode ${mode}`}`;
  const [first] = issues;
  if (first !== undefined && issues.every(({ code }) => ABOUT_FILE.has(code)))
    return `orgctl explain ${first.code}`;
  if (reading?.map !== undefined && issues.some(({ at }) => at?.file === reading.map?.file))
    return `correct the map; to check it: orgctl ${words}`;
  return (
    mapHint(file, issues, reading, kind) ??
    `${LOOKED_UP[kind]} are looked up once the file is accepted; to check it: orgctl ${words}`
  );
}
