import type { Annotation } from '../../output/github-annotations.ts';
import type { Finding } from '../finding.ts';

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Returns a finding as an annotation in GitHub Actions. */
export function annotationOf({ severity, file, start, end, rule, message, hint }: Finding): Annotation {
  return {
    level: LEVELS[severity],
    file,
    line: start.line,
    column: start.column,
    endLine: end.line,
    endColumn: end.column,
    title: rule,
    message: hint === undefined ? message : `${message} (${hint})`,
  };
}
