import { Failure } from '../../failure/failure.ts';
import { readBoundedJson } from '../../json/bounded-json.ts';
import { describeMisfit } from '../../json/shapes.ts';
import { inputName, readBytes } from '../../terminal/read-input.ts';
import type { Streams } from '../../terminal/streams.ts';
import type { ShownExchange } from './exchange.ts';
import { exchangeFrom } from './exchange-shapes.ts';

/** Maximum length of a line, in characters: two escaped bodies and the other members. */
const MAX_LINE_LENGTH = 1024 * 1024;

/**
 * Yields the requests recorded by "sandbox serve --record". An incomplete last line is skipped: the sandbox
 * was stopped while writing it.
 * @throws Failure `invalidInput` with the number of a line that is not a recorded request
 */
export async function* readRecordedRequests(
  file: string,
  stdin: Streams['stdin'],
): AsyncGenerator<ShownExchange> {
  const decoder = new TextDecoder();
  let rest = '';
  let line = 0;
  for await (const bytes of readBytes(file, stdin)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_LENGTH) throw notRecorded(file, line + lines.length + 1, 'it is too long');
    for (const text of lines) {
      line += 1;
      if (text.trim() === '') continue;
      yield exchangeIn(text, file, line);
    }
  }
}

/** @throws Failure `invalidInput` with the position of the error in the line */
function exchangeIn(text: string, file: string, line: number): ShownExchange {
  const json = readBoundedJson(text);
  if ('fault' in json) throw notRecorded(file, line, `it is ${json.fault}`);
  const read = exchangeFrom(json.value);
  if ('misfit' in read) throw notRecorded(file, line, describeMisfit(read.misfit));
  return read.value;
}

function notRecorded(file: string, line: number, why: string): Failure {
  return new Failure('invalidInput', `${inputName(file)}:${line}: not a recorded request: ${why}`, {
    hint: 'record it: orgctl sandbox serve --record FILE.ndjson',
  });
}
