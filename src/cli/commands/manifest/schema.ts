import { Option } from '@commander-js/extra-typings';
import { manifestSchema } from '../../../manifest/json-schema.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { vendorOf } from '../../options/manifest-options.ts';
import { withOutput } from '../../printing/with-output.ts';

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
        const { out, force } = options;
        const text = `${JSON.stringify(schema, null, 2)}\n`;
        await withOutput(context, { file: out, force }, (output) => output.write(text));
        if (out !== undefined) {
          await context.messages.note(
            `to use it in YAML: the first line "# yaml-language-server: $schema=${out}"; in JSON: the member "$schema"`,
          );
        }
      }),
    );
};
