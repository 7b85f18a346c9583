import type { Finding } from '../finding.ts';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Returns a finding as a workflow command of GitHub Actions, which becomes an annotation of the changed file. */
export function githubFinding({ severity, file, start, end, rule, message, hint }: Finding): string {
  const properties = [
    ['file', file],
    ['line', start.line],
    ['col', start.column],
    ['endLine', end.line],
    ['endColumn', end.column],
    ['title', rule],
  ]
    .map(([name, value]) => `${name}=${escapeProperty(String(value))}`)
    .join(',');
  const text = hint === undefined ? message : `${message}\n${hint}`;
  return `::${COMMANDS[severity]} ${properties}::${escapeText(text)}\n`;
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
