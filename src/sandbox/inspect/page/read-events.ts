/** One server-sent event. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** Maximum length of an event, in characters. The sandbox sends no longer ones. */
const MAX_LENGTH = 1024 * 1024;

/**
 * Returns a parser for a stream of events; pieces may end anywhere.
 * @throws Error if an event is too long
 */
export function eventReader(): (piece: string) => readonly ServerEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    if (rest.length > MAX_LENGTH) throw new Error('an event has no end');
    return blocks.flatMap((block) => {
      const lines = block.split('\n');
      const value = (name: string) =>
        lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
      return value('event') === '' ? [] : [{ event: value('event'), data: value('data') }];
    });
  };
}
