import { decodeText } from '../../bulk/input/decode-text.ts';
import { foreignFormat } from '../../bulk/input/foreign-format.ts';
import { peekBytes } from '../../bulk/input/peek-bytes.ts';
import { Failure } from '../../failure/failure.ts';
import { formatPlace, type Issue } from '../../failure/issue.ts';
import { inputName, readBytes } from '../../terminal/read-input.ts';
import { defined } from '../../values/defined.ts';
import { noteDialect } from '../bulk/note-reading.ts';
import type { Context } from '../context.ts';

/** Maximum size of a list, in characters; more than any organization needs. */
const MAX_LIST_SIZE = 64 * 1024 * 1024;

/**
 * Returns the text of a list in a file, or on stdin for `-`, in any encoding that is accepted for a file of
 * users.
 * @throws Failure `invalidInput` for a file that cannot be read, is not text, or is too large
 */
export async function readListText(context: Context, file: string): Promise<string> {
  const name = inputName(file);
  const { start, bytes } = await peekBytes(readBytes(file, context.host.streams.stdin));
  const foreign = foreignFormat(start, name);
  if (foreign !== undefined) refuseIssue(foreign);
  let encoding: string | undefined;
  const texts = decodeText(bytes, name, refuseEncoding, {
    onEncoding: (found) => {
      encoding = found;
    },
  });
  const parts: string[] = [];
  let size = 0;
  for await (const text of texts) {
    parts.push(text);
    size += text.length;
    if (size > MAX_LIST_SIZE)
      throw new Failure('invalidInput', `${name} is larger than ${MAX_LIST_SIZE / 1024 / 1024} MiB`);
  }
  await noteDialect(context, name, encoding);
  return parts.join('');
}

/** Refuses an unknown encoding. No flag sets the encoding of a list. */
function refuseEncoding({ at }: Issue): never {
  throw new Failure(
    'invalidInput',
    `${at === undefined ? '' : `${formatPlace(at)}: `}the list is not UTF-8; save it as UTF-8`,
  );
}

/** @throws Failure `invalidInput` with the message of the finding */
export function refuseIssue({ at, message, expected }: Issue, hint?: string): never {
  const said = expected === undefined ? message : `${message}; expected ${expected}`;
  const where = at === undefined ? '' : `${at.file}:${at.line}: `;
  throw new Failure('invalidInput', `${where}${said}`, defined({ hint }));
}
