/**
 * Returns the messages of a command before the line with the command that undoes it, which is the last one.
 * @throws Error if there is no such line
 */
export function untilUndo(stderr: string): string {
  const [before, command] = stderr.split('to undo this: ');
  if (
    before === undefined ||
    !/^orgctl -p sandbox .*undo \d{8}-\d{6}-\w{5}(?: --max-delete-groups \d+)?\n$/.test(command ?? '')
  )
    throw new Error(`expected the command that undoes it at the end of: ${stderr}`);
  return before;
}
