import { EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml';
import { READ_LIMITS } from './manifest-source.ts';

/**
 * Returns the events of a text in YAML. A bracket that closes at the indentation of its key is read, as most
 * readers do, though the grammar asks for one space more.
 * @throws YAMLException where the text cannot be read.
 */
export function yamlEvents(text: string): readonly Event[] {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLException) || !isDeficientBracket(text, error)) throw error;
    return eventsOfBrackets(text, error);
  }
}

const parse = (text: string): readonly Event[] => parseEvents(text, { maxDepth: READ_LIMITS.depth });

function isDeficientBracket(text: string, { reason, mark }: YAMLException): boolean {
  return /deficient indentation/.test(reason) && '}]'.includes(text[mark?.position ?? -1] ?? ' ');
}

/** A line that begins with a closing bracket, with the comment and the line end before it. */
const CLOSING = /(?:[ \t]#[^\r\n]*)?(?:\r?\n[ \t]*(?:#[^\r\n]*)?)*\r?\n(?=[ \t]*[}\]])/g;

/** Every such bracket is read as if it stood on the line before: each character keeps its place. */
function eventsOfBrackets(text: string, error: YAMLException): readonly Event[] {
  const joined = text.replace(CLOSING, (gap) => ' '.repeat(gap.length));
  let events: readonly Event[];
  try {
    events = parse(joined);
  } catch {
    throw error;
  }
  // Within a text over several lines it is no bracket.
  const texts = events.filter((event) => event.type === EVENT_ID.SCALAR && event.valueStart >= 0);
  const isText = (at: number) =>
    texts.some((event) => event.type === EVENT_ID.SCALAR && at > event.valueStart && at < event.valueEnd);
  if (![...text.matchAll(CLOSING)].some(({ index, 0: gap }) => isText(index + gap.length))) return events;
  return parse(
    text.replace(CLOSING, (gap, at: number) => (isText(at + gap.length) ? gap : ' '.repeat(gap.length))),
  );
}
