/** A `{{…}}` in a string. */
export interface Template {
  /** UTF-16 offsets, including the braces. */
  readonly start: number;
  readonly end: number;
  /** The names between the dots; undefined if it cannot be parsed. */
  readonly names: readonly string[] | undefined;
  readonly text: string;
}

const NAME = /^[A-Za-z0-9_-]+$/;

/** Finds the templates in a string (WEB §2.6: `{{inputs.<name>}}`, `{{steps.<id>.<output>}}`). */
export function templatesIn(text: string): readonly Template[] {
  const found: Template[] = [];
  let from = text.indexOf('{{');
  while (from >= 0) {
    const close = text.indexOf('}}', from + 2);
    const reopened = text.indexOf('{{', from + 2);
    if (close < 0 || (reopened >= 0 && reopened < close)) {
      const end = reopened >= 0 ? reopened : text.length;
      found.push({ start: from, end, names: undefined, text: text.slice(from, end) });
      from = reopened;
      continue;
    }
    const names = text
      .slice(from + 2, close)
      .trim()
      .split('.');
    found.push({
      start: from,
      end: close + 2,
      names: names.every((name) => NAME.test(name)) ? names : undefined,
      text: text.slice(from, close + 2),
    });
    from = text.indexOf('{{', close + 2);
  }
  return found;
}
