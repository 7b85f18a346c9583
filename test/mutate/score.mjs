import { NOT_CHOSEN } from './only-chosen.mjs';

const ENDS = { Killed: 'killed', Survived: 'survived', NoCoverage: 'no coverage', Timeout: 'timeout' };

/** The tried mutants of a report with their results; ignored mutants (messages, static code) are left out. */
export function chosenMutants(report) {
  return Object.entries(report.files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status, statusReason }) => status !== 'Ignored' && statusReason !== NOT_CHOSEN)
      .map((mutant) => ({
        id: mutant.id,
        place: `${file}:${mutant.location.start.line}:${mutant.location.start.column}`,
        kind: mutant.mutatorName,
        replacement: (mutant.replacement ?? '').replaceAll(/\s+/gu, ' ').slice(0, 120),
        end: ENDS[mutant.status] ?? 'error',
        killedBy: mutant.killedBy?.[0],
      })),
  );
}

/** The first results, replaced by those of a second run whose tests reach the mutant. */
export function withSecondTry(first, second) {
  const better = new Map(
    second.filter(({ end }) => end !== 'no coverage').map((mutant) => [mutant.id, mutant]),
  );
  return first.map((mutant) => better.get(mutant.id) ?? mutant);
}

/** Minimum percentage of detected mutants in each folder, also for a sample. */
const LEAST = 85;

/**
 * Counts the mutants by result and computes the percentage that tests detected. A timeout counts as detected
 * and is also counted separately.
 */
export function scoreOf(mutants) {
  const count = (end) => mutants.filter((mutant) => mutant.end === end).length;
  const valid = mutants.length - count('error');
  const share = (of) => (100 * of) / Math.max(1, valid);
  const ends = ['killed', 'timeout', 'survived', 'no coverage', 'error'].map((end) => `${count(end)} ${end}`);
  const [killed, noticed] = [share(count('killed')), share(count('killed') + count('timeout'))];
  const isEnough = noticed >= LEAST;
  const shares = `${killed.toFixed(1)} % killed, ${noticed.toFixed(1)} % with timeouts`;
  const verdict = isEnough ? '' : `, which is less than ${LEAST} %`;
  return { isEnough, words: `${mutants.length} mutants: ${ends.join(', ')}; ${shares}${verdict}` };
}
