import { withCommas } from './pluralize.ts';
import { forTerminal } from './sanitize.ts';

/** An annotation that GitHub Actions shows next to a line of a file. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  readonly title: string;
  readonly message: string;
}

/** Maximum number of annotations. GitHub keeps fewer per step; more would only fill the log. */
const MAX_COUNT = 50;

/** Returns workflow commands, one a line, with all text escaped. From the 51st on, they are only counted. */
export function printAnnotations(annotations: readonly Annotation[]): string {
  const rest = annotations.length - MAX_COUNT;
  const level = annotations[MAX_COUNT]?.level ?? 'notice';
  const more: Annotation = { level, title: 'orgctl', message: `and ${withCommas(rest)} more` };
  return [...annotations.slice(0, MAX_COUNT), ...(rest > 0 ? [more] : [])]
    .map(({ level, file, line, column, endLine, endColumn, title, message }) => {
      const properties = Object.entries({ file, line, col: column, endLine, endColumn, title })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `${name}=${property(String(value))}`);
      return `::${level} ${properties.join(',')}::${data(message)}\n`;
    })
    .join('');
}

function data(text: string): string {
  return forTerminal(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
