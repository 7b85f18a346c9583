const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** Returns a bar as long as the share of the width that a value has of the largest one, in eighths of a character; a value above zero has a bar. */
export function bar(value: number, largest: number, width: number): string {
  if (value <= 0 || largest <= 0) return '';
  const eighths = Math.max(1, Math.round((value / largest) * width * 8));
  return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] ?? '');
}
