import { checkTrail } from '../../../../bulk/report/audit-trail.ts';
import { Failure } from '../../../../failure/failure.ts';
import { pluralize } from '../../../../output/pluralize.ts';
import { readText } from '../../../../terminal/read-input.ts';
import type { CommandModule } from '../../../command-module.ts';
import { describe } from '../../../help-format.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: ['orgctl runs verify audit.ndjson'],
    needs: 'nothing: no token, no network; the file comes from "orgctl runs export --since"',
  });
  return command.argument('<file>', 'an audit trail; - is stdin').action(
    act(async (context, file) => {
      const text = await readText(file, context.host.streams.stdin);
      const checked = checkTrail(text);
      if ('why' in checked)
        throw new Failure(
          'invalidInput',
          `${file}:${checked.line} ${checked.why}: the audit trail is not intact`,
        );
      const { gaps, records } = checked;
      if (gaps.length > 0)
        throw new Failure(
          'invalidInput',
          `${file} is unmodified, but records were already missing when it was written: ${gaps.join('; ')}`,
        );
      await context.messages.note(`${file} is complete and unmodified: ${pluralize(records, 'record')}`);
    }),
  );
};
