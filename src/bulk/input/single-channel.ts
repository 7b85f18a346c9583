/** Whether a cell marks a single-channel guest, as lists of users print it. */
export function isSingleChannelWord(cell: string): boolean {
  return /^(?:guest \()?single-channel(?: guest)?\)?$/i.test(cell.trim());
}
