import { createHash } from 'node:crypto';
import type { Json } from '../../spec/protocol-types.ts';
import type { Finding } from '../finding.ts';

const SEVERITIES = { error: 'major', warning: 'minor', info: 'info' } as const;

/** Returns findings as a GitLab Code Quality report. */
export function gitlabReport(findings: readonly Finding[]): Json {
  return findings.map(({ rule, severity, message, file, pointer, start, end }) => ({
    type: 'issue',
    check_name: rule,
    description: message,
    severity: SEVERITIES[severity],
    fingerprint: fingerprint(rule, file, pointer, message),
    location: { path: file, lines: { begin: start.line, end: end.line } },
  }));
}

/** Returns a hash of the parts. Without line numbers it is stable when lines move. */
export function fingerprint(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}
