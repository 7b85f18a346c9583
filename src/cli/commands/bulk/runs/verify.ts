import { peekBytes } from '../../../../bulk/input/peek-bytes.ts';
import { checkTrail } from '../../../../bulk/report/audit-trail.ts';
import { Failure } from '../../../../failure/failure.ts';
import { gunzipped } from '../../../../migration/dump-files.ts';
import { pluralize } from '../../../../output/pluralize.ts';
import { inputName, readBytes, textOf } from '../../../../terminal/read-input.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';

/** Maximum size of a trail in bytes, unpacked. A change takes about 600 bytes. */
const LARGEST = 256 * 1024 * 1024;

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
      const checked = checkTrail(await textOf(isPacked ? gunzipped(bytes, name) : bytes, name, LARGEST));
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
      await context.messages.note(`${name} is complete and unmodified: ${pluralize(records, 'record')}`);
    }),
  );
};
