import { forTerminal, linesForTerminal } from './sanitize.ts';

/**
 * Makes a text safe inside of HTML and XML, in content and in quoted attributes. Control characters and those
 * that turn text around are shown as for a terminal, which may be where a log of CI ends; what else XML does
 * not allow is replaced.
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
 * Makes a text plain inside of Markdown, in a cell of a table too: nothing in it is a link, a mention, a tag
 * or an end of the cell.
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
