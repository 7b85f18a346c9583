import { EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml';
import { READ_LIMITS } from './manifest-source.ts';

/**
 * Returns the parser events of a YAML text. A closing bracket at the indentation of its key is accepted, as
 * by most readers, although the grammar requires one more space.
 * @throws YAMLException if the text cannot be parsed.
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

/** A closing bracket at the start of a line, with the line break and the comment before it. */
const CLOSING = /(?:[ \t]#[^\r\n]*)?(?:\r?\n[ \t]*(?:#[^\r\n]*)?)*\r?\n(?=[ \t]*[}\]])/g;

/** Reads such brackets as if they were on the previous line, without changing the offset of any character. */
function eventsOfBrackets(text: string, error: YAMLException): readonly Event[] {
  const joined = text.replace(CLOSING, (gap) => ' '.repeat(gap.length));
  let events: readonly Event[];
  try {
    events = parse(joined);
  } catch {
    throw error;
  }
  // Within a multi-line text it is not a bracket.
  const texts = events.filter((event) => event.type === EVENT_ID.SCALAR && event.valueStart >= 0);
  const isText = (at: number) =>
    texts.some((event) => event.type === EVENT_ID.SCALAR && at > event.valueStart && at < event.valueEnd);
  if (![...text.matchAll(CLOSING)].some(({ index, 0: gap }) => isText(index + gap.length))) return events;
  return parse(
    text.replace(CLOSING, (gap, at: number) => (isText(at + gap.length) ? gap : ' '.repeat(gap.length))),
  );
}
