import { type Fixed, fixText } from '../../../manifest/fix.ts';
import { withTriedFixes } from '../../../manifest/try-fix.ts';
import type { Validated } from '../../../manifest/validate.ts';
import type { CommandModule } from '../../command-module.ts';
import type { Context } from '../../context.ts';
import { describe } from '../../help-format.ts';
import { applyBaseline } from '../../manifest/apply-baseline.ts';
import { type GivenManifest, readManifests, validateGiven } from '../../manifest/read-manifests.ts';
import { writeManifest } from '../../manifest/write-manifest.ts';
import { FILES_HELP, validateOptionsOf, withFindingOptions } from '../../options/manifest-options.ts';
import { FINDING_VIEW, formatOfFindings, showFindings } from '../../printing/show-findings.ts';

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
      const isText = (await formatOfFindings(context, options.format)) === 'human';
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
        await writeOrDiff(context, given, before, fixed, isText);
        const rest = await withTriedFixes(fixed.validated, validateOptions);
        if (fixed.applied.length === 0) await noteSuggestedFixes(context, rest);
        validated.push(rest);
      }
      const hasOutput = context.common.dryRun === true ? isText : files.includes('-');
      await showFindings(context, await applyBaseline(context, validated, options), {
        ...options,
        isBeside: isFixing && hasOutput,
        canFix: true,
      });
    }),
  );
};

/**
 * Prints the number of suggested fixes that --fix alone does not apply; with --fix-suggested, none are left.
 */
async function noteSuggestedFixes(context: Context, { file, findings }: Validated): Promise<void> {
  const count = findings.filter(({ fix }) => fix?.kind === 'suggest').length;
  if (count > 0)
    await context.messages.note(
      `${file}: nothing fixed; to apply ${count} suggested ${count === 1 ? 'fix' : 'fixes'}: --fix-suggested`,
    );
}

/**
 * Writes the fixed text, or with --dry-run shows the diff: on stdout, which a patch is read from, unless
 * findings are printed there for programs.
 */
async function writeOrDiff(
  context: Context,
  given: GivenManifest,
  before: string,
  { text, applied }: Fixed,
  isText: boolean,
): Promise<void> {
  const count = applied.length;
  if (context.common.dryRun === true) {
    const { unifiedDiff } = await import('../../../output/unified-diff.ts');
    const diff = unifiedDiff(given.name, before, text);
    if (isText) await (await context.printer()).text(diff);
    else await context.messages.block(diff);
    return;
  }
  if (before !== text || given.path === '-') await writeManifest(context, given, text);
  if (count > 0) await context.messages.note(`${given.name}: ${count} fixed`);
}
