import { Failure } from '../../failure/failure.ts';
import { isJsonObject } from '../../rules/json-value.ts';
import { inputName, readBytes } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';
import { APIS, type Exchange } from './exchange.ts';

/** Characters of the longest line that a record has: two bodies, escaped, and what stands around them. */
const LONGEST_LINE = 1024 * 1024;

/**
 * Returns the requests that "sandbox serve --record" wrote, as they are read. A last line without an end is skipped: the sandbox was ended
 * while it wrote.
 * @throws Failure `invalidInput` with the line that is none of it.
 */
export async function* readRecord(file: string, stdin: Streams['stdin']): AsyncGenerator<Exchange> {
  const decoder = new TextDecoder();
  let rest = '';
  let line = 0;
  for await (const bytes of readBytes(file, stdin)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LONGEST_LINE) throw notRecorded(file, line + lines.length + 1);
    for (const text of lines) {
      line += 1;
      if (text.trim() === '') continue;
      const exchange = exchangeIn(text);
      if (exchange === undefined) throw notRecorded(file, line);
      yield exchange;
    }
  }
}

function exchangeIn(text: string): Exchange | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isExchange(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isExchange(value: unknown): value is Exchange {
  if (!isJsonObject(value)) return false;
  const { api, outcome, operation, code, fault } = value;
  const isText = (member: unknown) => typeof member === 'string';
  const mayBeText = (member: unknown) => member === undefined || isText(member);
  return (
    [value['time'], value['method'], value['path'], value['agent']].every(isText) &&
    [operation, code, fault].every(mayBeText) &&
    APIS.some((known) => known === api) &&
    (outcome === 'done' || outcome === 'refused' || outcome === 'lost')
  );
}

function notRecorded(file: string, line: number): Failure {
  return new Failure('invalidInput', `${inputName(file)}:${line}: is no recorded request`, {
    hint: 'record it: orgctl sandbox serve --record FILE.ndjson',
  });
}
