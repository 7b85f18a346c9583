const PARTS = /; did you mean "[^"]*"\?|("(?:[^"\\]|\\.)*")| \([^()"]*\)|(?<![\w.-])\d+(?![\w-])/g;

/**
 * Returns what stays of a message while the rest of the manifest changes, to recognize a finding: without
 * lists in parentheses, suggestions, counts and indexes. What is quoted stays: two findings of one place may
 * differ only in it.
 */
export function lastingMessage(message: string): string {
  return message.replace(PARTS, (part, quoted: string | undefined) => {
    if (quoted !== undefined) return quoted;
    return /^\d/.test(part) ? '#' : '';
  });
}
