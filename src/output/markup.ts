import { forTerminal, linesForTerminal } from './sanitize.ts';

/**
 * Escapes a text for HTML and XML, for content and quoted attributes. Control and bidirectional characters
 * are shown as on a terminal, because a CI log may be printed on one; other characters that XML forbids are
 * replaced.
 */
export function escapeMarkup(text: string): string {
  return linesForTerminal(text)
    .replace(
      /[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '\ufffd',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/**
 * Escapes a text for Markdown, including table cells: no part of it becomes a link, a mention, a tag or the
 * end of the cell.
 */
export function escapeMarkdown(text: string): string {
  return forTerminal(text.replace(/\s*[\r\n]+\s*/g, ' '))
    .replace(/[\\`*_{}[\]()#+!|~]/g, (character) => `\\${character}`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('@', '&#64;')
    .replace(/:\/\//g, '&#58;//')
    .replace(/www\./gi, (found) => found.replace('.', '&#46;'));
}

/** Returns a table in Markdown; the cells are escaped. */
export function markdownTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(headings),
    line(headings.map(() => '---')),
    ...rows.map((cells) => line(cells.map(escapeMarkdown))),
  ].join('\n');
}
