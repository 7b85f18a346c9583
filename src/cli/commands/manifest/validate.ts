import { withoutText } from '../../../manifest/validate.ts';
import type { CommandModule } from '../../command-module.ts';
import { describe } from '../../help-format.ts';
import { applyBaseline, isBaseline } from '../../manifest/apply-baseline.ts';
import { readManifests, validateGiven } from '../../manifest/read-manifests.ts';
import { FILES_HELP, validateOptionsOf, withFindingOptions } from '../../options/manifest-options.ts';
import { FINDING_VIEW, showFindings } from '../../printing/show-findings.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest validate manifest.yaml',
      'orgctl manifest validate . --format human --max-warnings 0',
      'orgctl manifest validate . --baseline manifest-baseline.json --update-baseline',
      'orgctl manifest validate manifest.yaml --format sarif > manifest.sarif',
      'orgctl manifest validate - --stdin-filename manifest.yaml --rule bot-display-name=off < manifest.yaml',
    ],
    lists: { columns: FINDING_VIEW.columns },
    needs: 'nothing: no token, no network',
  });
  return withFindingOptions(command.argument('[files...]', FILES_HELP))
    .option('-w, --watch', 'check again after each change, until Ctrl-C')
    .action(
      act(async (context, files, options) => {
        const validateOptions = await validateOptionsOf(context, options);
        const check = async () => {
          const validated = [];
          for await (const given of readManifests(
            context,
            files,
            options.stdinFilename ?? options.stdinName,
            options.baseline,
          ))
            validated.push(withoutText(await validateGiven(given, validateOptions)));
          await showFindings(context, await applyBaseline(context, validated, options), options);
        };
        if (options.watch !== true) return check();
        const { watchManifests } = await import('../../manifest/watch-manifests.ts');
        const { baseline } = options;
        if (options.updateBaseline !== true) return watchManifests(context, files, baseline, check);
        // The check writes the baseline, which must not start another one.
        const watched = files.filter((file) => !isBaseline(file, baseline));
        return watchManifests(context, watched, undefined, check);
      }),
    );
};
