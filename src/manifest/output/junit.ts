import { printJunit, type TestCase } from '../../output/junit.ts';
import type { Finding } from '../finding.ts';
import type { Validated } from '../validate.ts';

/** Returns the result as JUnit XML: a case for each finding, a passed one for each manifest without any. */
export function junitReport(validated: readonly Validated[], fails: (finding: Finding) => boolean): string {
  const cases = validated.flatMap(({ file, findings }): readonly TestCase[] =>
    findings.length === 0
      ? [{ name: 'valid', file }]
      : findings.map((finding) => caseOf(finding, fails(finding))),
  );
  return printJunit('orgctl manifest validate', cases, 0);
}

function caseOf(
  { file, start, rule, severity, message, hint, pointer }: Finding,
  isFailure: boolean,
): TestCase {
  const text = [
    `${file}:${start.line}:${start.column}: ${severity}: ${message} [${rule}]`,
    `at ${pointer === '' ? 'the root' : pointer}`,
    ...(hint === undefined ? [] : [hint]),
  ].join('\n');
  return {
    name: `${rule} ${start.line}:${start.column}`,
    file,
    line: start.line,
    ...(isFailure ? { failure: { code: rule, message, text } } : { output: text }),
  };
}
