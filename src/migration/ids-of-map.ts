import { decodeText } from '../bulk/input/decode-text.ts';
import { parseCsvText } from '../bulk/input/parse-csv.ts';
import { peekBytes } from '../bulk/input/peek-bytes.ts';
import { Failure } from '../failure/failure.ts';
import type { Issue } from '../failure/issue.ts';
import { counted } from '../output/counted.ts';
import { inputName, readBytes } from '../terminal/read-input.ts';
import { wordsOf } from '../terminal/read-words.ts';
import type { Streams } from '../terminal/streams.ts';
import { mapDelimiter } from './map-delimiter.ts';

/**
 * Returns the IDs of users in a file: those under the heading `from` of a map, such as "migrate map" writes it, else every word.
 * @throws Failure `invalidInput` when the file cannot be read
 */
export async function* idsOfMap(path: string, stdin: Streams['stdin']): AsyncGenerator<string> {
  const file = inputName(path);
  const { start, bytes } = await peekBytes(readBytes(path, stdin));
  if (/^(?:\ufeff)?"?from"?\s*[,;\t|]/i.test(start.toString('utf8')))
    yield* idsUnderFrom(bytes, file, mapDelimiter(start));
  else yield* wordsOf(bytes, file);
}

async function* idsUnderFrom(
  bytes: AsyncIterable<Buffer>,
  file: string,
  delimiter: string,
): AsyncGenerator<string> {
  const issues: Issue[] = [];
  const report = (issue: Issue) => void issues.push(issue);
  let kindAt: number | undefined;
  for await (const batch of parseCsvText(decodeText(bytes, file, report), file, report, delimiter)) {
    for (const { cells } of batch) {
      if (kindAt === undefined) {
        kindAt = cells.findIndex((name) => name.trim().toLowerCase() === 'kind');
        continue;
      }
      const [id = ''] = cells;
      // The service exchanges IDs of users alone.
      if (id.trim() !== '' && cells[kindAt] !== 'group') yield id.trim();
    }
  }
  if (issues.length > 0)
    throw new Failure('invalidInput', `${file}: ${counted(issues.length, 'finding')} in the map`, { issues });
}
