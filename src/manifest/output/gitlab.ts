import { createHash } from 'node:crypto';
import type { Json } from '../../spec/protocol-types.ts';
import type { Finding } from '../finding.ts';
import { lastingMessage } from '../lasting-message.ts';
import { relativePath } from './relative-path.ts';

const SEVERITIES = { error: 'major', warning: 'minor', info: 'info' } as const;

/**
 * Returns findings as a GitLab Code Quality report. GitLab knows a file by its path in the repository, and
 * shows only one of several findings with the same fingerprint.
 * @param folder base folder of the paths
 */
export function gitlabReport(findings: readonly Finding[], folder: string): Json {
  const counts = new Map<string, number>();
  return findings.map(({ rule, severity, message, file, pointer, start, end }) => {
    const inFolder = relativePath(file, folder);
    // A file outside the repository has no such path.
    const path = inFolder.startsWith('../') ? file : inFolder;
    const parts = [rule, path, pointer, lastingMessage(message)];
    const count = (counts.get(parts.join('\n')) ?? 0) + 1;
    counts.set(parts.join('\n'), count);
    return {
      type: 'issue',
      check_name: rule,
      description: message,
      severity: SEVERITIES[severity],
      fingerprint: fingerprint(...parts, ...(count === 1 ? [] : [String(count)])),
      location: { path, lines: { begin: start.line, end: end.line } },
    };
  });
}

/** Returns a hash of the parts. Without line numbers it is stable when lines move. */
export function fingerprint(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
}
