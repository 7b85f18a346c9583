/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Characters of one event; more is no event of the sandbox. */
const LONGEST = 1024 * 1024;

/**
 * Returns a reader of a stream of events, which comes in pieces that end anywhere.
 * @throws Error for an event that never ends.
 */
export function eventReader(): (piece: string) => readonly ServerEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > LONGEST) throw new Error('an event has no end');
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const value = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
      return value('event') === '' ? [] : [{ event: value('event'), data: value('data') }];
    });
  };
}
