/** A UUID, with or without braces. */
const UUID = /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i;

/** A run of letters and digits that is too long for a person to type. */
const LONG = /^(?=[A-Za-z_]*\d)[A-Za-z\d_]{16,}$/;

/**
 * Whether a cell looks like an internal ID of a system: a number, a UUID, or letters and digits that start
 * with a digit, are long, or alternate often. People do not sign in with such IDs, so it is not a userName.
 */
export function looksOpaque(cell: string): boolean {
  if (/^\d+$/.test(cell) || UUID.test(cell) || LONG.test(cell)) return true;
  if (!/^[A-Za-z\d]+$/.test(cell)) return false;
  const changes = cell.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return changes > 2 || (changes > 0 && /^\d/.test(cell));
}
