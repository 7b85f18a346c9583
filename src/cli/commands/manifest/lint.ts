import { fixText } from '../../../manifest/fix.ts';
import { withTriedFixes } from '../../../manifest/try-fix.ts';
import type { Validated } from '../../../manifest/validate.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { applyBaseline } from '../../manifest/apply-baseline.ts';
import { type GivenManifest, readManifests, validateGiven } from '../../manifest/read-manifests.ts';
import { writeManifest } from '../../manifest/write-manifest.ts';
import { FILES_HELP, validateOptionsOf, withFindingOptions } from '../../options/manifest-options.ts';
import { FINDING_VIEW, showFindings } from '../../printing/show-findings.ts';

export const register: CommandModule['register'] = (command, act) => {
  describe(command, {
    examples: [
      'orgctl manifest lint manifest.yaml --fix',
      'orgctl manifest lint manifest.yaml --fix-suggested --dry-run',
    ],
    lists: { columns: FINDING_VIEW.columns },
    needs: 'nothing: no token, no network',
  });
  return withFindingOptions(
    command
      .argument('[files...]', FILES_HELP)
      .option('--fix', 'apply safe fixes; the rest of the file stays unchanged')
      .option('--fix-suggested', 'also apply suggested fixes, which may be wrong; review them'),
  ).action(
    act(async (context, files, options) => {
      const validateOptions = await validateOptionsOf(context, options);
      const isFixing = options.fix === true || options.fixSuggested === true;
      const validated: Validated[] = [];
      for await (const given of readManifests(
        context,
        files,
        options.stdinFilename ?? options.stdinName,
        options.baseline,
      )) {
        if (!isFixing || 'fault' in given.content) {
          validated.push(await validateGiven(given, validateOptions));
          continue;
        }
        const before = given.content.text;
        const fixed = await fixText(given.name, before, validateOptions, options.fixSuggested === true);
        await settle(context, given, before, fixed.text, fixed.applied.length);
        const rest = await withTriedFixes(fixed.validated, validateOptions);
        if (fixed.applied.length === 0) await tellSuggested(context, rest);
        validated.push(rest);
      }
      const isSilent = isFixing && (context.common.dryRun === true || files.includes('-'));
      await showFindings(context, await applyBaseline(context, validated, options), {
        ...options,
        isSilent,
        canFix: true,
      });
    }),
  );
};

/**
 * Prints the number of suggested fixes that --fix alone does not apply; with --fix-suggested, none are left.
 */
async function tellSuggested(context: Context, { file, findings }: Validated): Promise<void> {
  const count = findings.filter(({ fix }) => fix?.kind === 'suggest').length;
  if (count > 0)
    await context.messages.note(
      `${file}: nothing fixed; to apply ${count} suggested ${count === 1 ? 'fix' : 'fixes'}: --fix-suggested`,
    );
}

/** Writes the fixed text, or with --dry-run shows the diff. */
async function settle(
  context: Context,
  given: GivenManifest,
  before: string,
  after: string,
  count: number,
): Promise<void> {
  if (context.common.dryRun === true) {
    const { unifiedDiff } = await import('../../../output/unified-diff.ts');
    await (await context.printer()).text(unifiedDiff(given.name, before, after));
    return;
  }
  if (before !== after || given.path === '-') await writeManifest(context, given, after);
  if (count > 0) await context.messages.note(`${given.name}: ${count} fixed`);
}
