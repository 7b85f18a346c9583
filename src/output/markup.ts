/** Makes a text safe inside of HTML and XML, in content and in quoted attributes; what XML does not allow is replaced. */
export function escapeMarkup(text: string): string {
  return text
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      '\ufffd',
    )
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Makes a text plain inside of Markdown, in a cell of a table too: nothing in it is a link, a mention, a tag or an end of the cell. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s*[\r\n]+\s*/g, ' ')
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
