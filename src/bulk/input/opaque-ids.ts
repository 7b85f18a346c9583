/** Letters and digits in the groups of a UUID, with braces or without. */
const UUID = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;

/** As many letters and digits together as no person types. */
const LONG = /^(?=[A-Za-z_]*\d)[A-Za-z\d_]{16,}$/;

/**
 * Returns whether a cell looks like an ID that a system made for itself: a number, a UUID, or letters and
 * digits that begin with a digit, are long, or change often between the two. People sign in by nothing like
 * that, so it makes no userName.
 */
export function looksOpaque(cell: string): boolean {
  if (/^\d+$/.test(cell) || UUID.test(cell) || LONG.test(cell)) return true;
  if (!/^[A-Za-z\d]+$/.test(cell)) return false;
  const changes = cell.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return changes > 2 || (changes > 0 && /^\d/.test(cell));
}
