import { withoutText } from '../../../manifest/validate.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { readManifests, validateGiven } from '../../manifest/read-manifests.ts';
import {
  failOnOption,
  maxOption,
  reportFormatOption,
  ruleOption,
  stdinNameOption,
  templateOption,
  vendorOf,
} from '../../options/manifest-options.ts';
import { showFindings } from '../../printing/show-findings.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest validate manifest.yaml',
      'orgctl manifest validate . --format human --fail-on warning',
      'orgctl manifest validate manifest.yaml --format sarif > manifest.sarif',
      'orgctl manifest validate - --stdin-name manifest.yaml --rule bot-display-name=off < manifest.yaml',
    ],
    needs: 'nothing: no token, no network',
  });
  return command
    .argument(
      '[files...]',
      'manifests in YAML or JSON, folders, patterns; - is stdin; without any, this folder',
    )
    .addOption(reportFormatOption())
    .addOption(failOnOption())
    .addOption(ruleOption())
    .addOption(templateOption())
    .addOption(maxOption())
    .addOption(stdinNameOption())
    .action(
      act(async (context, files, options) => {
        const vendor = await vendorOf(context);
        const levels = options.rule;
        const validated = [];
        for await (const given of readManifests(context, files, options.stdinName)) {
          validated.push(
            withoutText(
              await validateGiven(given, {
                vendor,
                isTemplate: options.template === true,
                ...(levels === undefined ? {} : { levels }),
              }),
            ),
          );
        }
        await showFindings(context, validated, {
          format: options.format,
          failOn: options.failOn,
          max: options.max,
        });
      }),
    );
};
