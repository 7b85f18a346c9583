import { peekBytes } from '../../../../bulk/input/peek-bytes.ts';
import { checkTrail } from '../../../../bulk/report/audit-trail.ts';
import { looksLikeExportedRun } from '../../../../bulk/run/transfer-run.ts';
import { Failure } from '../../../../failure/failure.ts';
import { gunzipBytes } from '../../../../migration/dump-files.ts';
import { pluralize } from '../../../../output/pluralize.ts';
import type { View } from '../../../../output/view.ts';
import { inputName, readBytes, textOf } from '../../../../terminal/read-input.ts';
import type { CommandModule } from '../../../command-module.ts';
import { fileWord } from '../../../command-words.ts';
import { describe } from '../../../help-format.ts';
import { printBesideMessage } from '../../../printing/print-beside-message.ts';

/** Maximum size of a trail in bytes, unpacked. A change takes about 600 bytes. */
const MAX_SIZE = 256 * 1024 * 1024;

/** An audit trail that is intact. */
interface IntactTrail {
  readonly file: string;
  readonly records: number;
}

const INTACT_TRAIL_VIEW: View<IntactTrail> = {
  json: ({ file, records }) => ({ file, records, intact: true }),
  columns: [
    { name: 'file', heading: 'File', importance: 1, value: ({ file }) => file },
    { name: 'records', heading: 'Records', importance: 1, align: 'right', value: ({ records }) => records },
  ],
};

/** Maximum number of letters in which an exported run says what it is. */
const MAX_START_LENGTH = 100;

/** First bytes of a compressed file. */
const GZIP = Buffer.from('1f8b', 'hex');

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl runs verify audit.ndjson'],
    needs: 'nothing: no token, no network; the file comes from "orgctl runs export --since"',
  });
  return command.argument('<file>', 'an audit trail; - is stdin').action(
    act(async (context, file) => {
      const name = inputName(file);
      const { start, bytes } = await peekBytes(readBytes(file, context.host.streams.stdin));
      const isPacked = start.subarray(0, GZIP.length).equals(GZIP);
      const text = await textOf(isPacked ? gunzipBytes(bytes, name) : bytes, name, MAX_SIZE);
      refuseExportedRun(text, file);
      const checked = checkTrail(text);
      if ('why' in checked)
        throw new Failure(
          'invalidInput',
          `${name}:${checked.line} ${checked.why}: the audit trail is not intact`,
        );
      const { gaps, records } = checked;
      if (gaps.length > 0)
        throw new Failure(
          'invalidInput',
          `${name} is unmodified, but records were already missing when it was written: ${gaps.join('; ')}`,
        );
      await printBesideMessage(context, { file: name, records }, INTACT_TRAIL_VIEW);
      await context.messages.note(`${name} is complete and unmodified: ${pluralize(records, 'record')}`);
    }),
  );
};

/** @throws Failure `invalidInput` for the other file that "runs export" writes */
function refuseExportedRun(text: string, file: string): void {
  if (!looksLikeExportedRun(Buffer.from(text.slice(0, MAX_START_LENGTH)))) return;
  const isStdin = file === '-';
  throw new Failure('invalidInput', `${inputName(file)} is an exported run, not an audit trail`, {
    hint: `check it: orgctl runs import ${isStdin ? 'run.ndjson.gz' : fileWord(file)} --dry-run`,
  });
}
