/** Whether a cell says of somebody, in the words of a list, that they are a guest of one channel alone. */
export function isSingleChannelWord(cell: string): boolean {
  return /^(?:guest \()?single-channel(?: guest)?\)?$/i.test(cell.trim());
}
