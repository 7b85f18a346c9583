import { Option } from '@commander-js/extra-typings';
import { manifestSchema } from '../../../manifest/json-schema.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { vendorOf } from '../../options/manifest-options.ts';
import { openOutput } from '../../printing/open-output.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest schema --out manifest.schema.json',
      'orgctl manifest schema --version 2 | jq .properties.settings',
    ],
    needs: 'nothing: no token, no network',
  });
  return command
    .addOption(
      new Option('--version <version>', 'manifest version that the schema describes')
        .choices(['1', '2', 'all'] as const)
        .default('all' as const),
    )
    .option('--out <file>', 'write to a file instead of stdout')
    .option('--force', 'replace an existing file')
    .action(
      act(async (context, options) => {
        const version = options.version === 'all' ? 'all' : options.version === '1' ? 1 : 2;
        const schema = manifestSchema(version, await vendorOf(context));
        const output = await openOutput(context, options.out, options.force === true);
        await output.write(`${JSON.stringify(schema, null, 2)}\n`);
        await output.finish();
        if (options.out !== undefined) {
          await context.messages.note(
            `in YAML, the first line "# yaml-language-server: $schema=${options.out}" names it; in JSON, "$schema"`,
          );
        }
      }),
    );
};
