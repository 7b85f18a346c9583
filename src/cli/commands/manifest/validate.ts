import { withoutText } from '../../../manifest/validate.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { readManifests, validateGiven } from '../../manifest/read-manifests.ts';
import { validateOptionsOf, withFindingOptions } from '../../options/manifest-options.ts';
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
  return withFindingOptions(
    command.argument(
      '[files...]',
      'manifests in YAML or JSON, folders, patterns; - is stdin; without any, this folder',
    ),
  ).action(
    act(async (context, files, options) => {
      const validateOptions = await validateOptionsOf(context, options);
      const validated = [];
      for await (const given of readManifests(context, files, options.stdinName))
        validated.push(withoutText(await validateGiven(given, validateOptions)));
      await showFindings(context, validated, {
        format: options.format,
        failOn: options.failOn,
        max: options.max,
      });
    }),
  );
};
