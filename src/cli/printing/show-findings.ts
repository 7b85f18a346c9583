import { Failure } from '../../failure/failure.ts';
import type { Finding } from '../../manifest/finding.ts';
import { findingJson } from '../../manifest/output/finding-json.ts';
import { summary } from '../../manifest/output/summary.ts';
import { SEVERITIES } from '../../manifest/severity.ts';
import type { Validated } from '../../manifest/validate.ts';
import { type Palette, paletteFor } from '../../output/palette.ts';
import { escapeJson } from '../../output/sanitize.ts';
import type { ListView } from '../../output/view.ts';
import { hasColor } from '../../terminal/streams.ts';
import type { Context } from '../context.ts';
import { version } from '../host.ts';
import type { FailLevel, ReportFormat } from '../options/manifest-options.ts';

export interface ShowOptions {
  readonly format?: ReportFormat | undefined;
  readonly failOn: FailLevel;
  readonly max?: number | undefined;
  readonly maxWarnings?: number | undefined;
  /** Whether stdout has other output: findings are then printed to stderr. */
  readonly isBeside?: boolean;
  /** Whether the command has the --fix flags. */
  readonly canFix?: boolean;
}

/** Returns the format in which findings are printed; undefined if they are printed as -o requests. */
export async function formatOfFindings(
  context: Context,
  format: ReportFormat | undefined,
): Promise<ReportFormat | undefined> {
  const printer = await context.printer();
  return format ?? (printer.format === 'table' && context.common.columns === undefined ? 'human' : undefined);
}

/**
 * Prints findings to stdout and a summary line to stderr.
 * @throws Failure `invalidInput` if a finding is at or above the failure level, or if there are too many
 * warnings
 */
export async function showFindings(
  context: Context,
  validated: readonly Validated[],
  { format, failOn, max, maxWarnings, isBeside = false, canFix = false }: ShowOptions,
): Promise<void> {
  const shown = cut(validated, max);
  const fails = (finding: Finding) =>
    failOn !== 'never' && SEVERITIES.indexOf(finding.severity) <= SEVERITIES.indexOf(failOn);
  await print(context, shown, { format, isBeside, canFix }, fails);
  const line = summary(validated);
  const left = countOf(validated) - countOf(shown);
  const more = left > 0 ? ` (${left} not shown)` : '';
  if (validated.some(({ findings }) => findings.some(fails))) throw new Failure('invalidInput', line + more);
  const warnings = validated
    .flatMap(({ findings }) => findings)
    .filter(({ severity }) => severity === 'warning');
  if (maxWarnings !== undefined && warnings.length > maxWarnings)
    throw new Failure('invalidInput', `${line}${more}; --max-warnings allows ${maxWarnings}`);
  await context.messages.note(line + more);
}

function countOf(validated: readonly Validated[]): number {
  return validated.reduce((sum, { findings }) => sum + findings.length, 0);
}

function cut(validated: readonly Validated[], max: number | undefined): readonly Validated[] {
  if (max === undefined) return validated;
  let left = max;
  return validated.map((one) => {
    const findings = one.findings.slice(0, left);
    left -= findings.length;
    return { ...one, findings };
  });
}

async function print(
  context: Context,
  validated: readonly Validated[],
  { format, isBeside, canFix }: Pick<ShowOptions, 'format'> & Record<'isBeside' | 'canFix', boolean>,
  fails: (finding: Finding) => boolean,
): Promise<void> {
  const printer = await context.printer();
  const chosen = await formatOfFindings(context, format);
  // Only --format human promises lines that a problem matcher reads.
  const isHeadWhole = format === 'human';
  const findings = validated.flatMap((one) => one.findings);
  if (isBeside) {
    const { messages, host } = context;
    const shape = { format: chosen ?? 'human', isHeadWhole, canFix, palette: messages.palette };
    const width = host.streams.stderr.columns;
    await messages.aloud().block(await reportText(context, { ...shape, width }, validated, fails));
    return;
  }
  if (chosen === undefined) return printer.list(findings, FINDING_VIEW);
  const { common, host } = context;
  const palette = paletteFor(hasColor(common.color, host.env, host.streams.stdout.isTTY === true));
  const shape = { format: chosen, isHeadWhole, canFix, palette, width: printer.width };
  await printer.text(await reportText(context, shape, validated, fails));
}

interface ReportShape {
  readonly format: ReportFormat;
  readonly isHeadWhole: boolean;
  readonly canFix: boolean;
  readonly palette: Palette;
  readonly width: number | undefined;
}

async function reportText(
  { secrets }: Context,
  { format, isHeadWhole, canFix, palette, width }: ReportShape,
  validated: readonly Validated[],
  fails: (finding: Finding) => boolean,
): Promise<string> {
  const findings = validated.flatMap((one) => one.findings);
  switch (format) {
    case 'human': {
      if (findings.length === 0) return '';
      const { humanFindings } = await import('../../manifest/output/human.ts');
      const fixedBy = (flag: string) => (canFix ? flag : `orgctl manifest lint ${flag}`);
      return validated
        .map((one) => humanFindings(one, { palette, width, isHeadWhole, fixedBy, redact: secrets.redact }))
        .join('');
    }
    case 'json':
      return pretty(findings.map(findingJson));
    case 'ndjson':
      return findings.map((finding) => `${escapeJson(JSON.stringify(findingJson(finding)))}\n`).join('');
    case 'sarif': {
      const { sarifLog } = await import('../../manifest/output/sarif.ts');
      return pretty(sarifLog(validated, { version, folder: process.cwd() }));
    }
    case 'github': {
      const { annotationOf } = await import('../../manifest/output/github.ts');
      const { printAnnotations } = await import('../../output/github-annotations.ts');
      return printAnnotations(findings.map(annotationOf));
    }
    case 'junit': {
      const { junitReport } = await import('../../manifest/output/junit.ts');
      return junitReport(validated, fails);
    }
    case 'gitlab': {
      const { gitlabReport } = await import('../../manifest/output/gitlab.ts');
      return pretty(gitlabReport(findings, process.cwd()));
    }
  }
}

function pretty(value: unknown): string {
  return `${escapeJson(JSON.stringify(value, null, 2))}\n`;
}

/** Prints a finding. */
export const FINDING_VIEW: ListView<Finding> = {
  isSummarized: true,
  json: findingJson,
  columns: [
    { name: 'file', heading: 'File', importance: 2, value: ({ file }) => file },
    { name: 'line', heading: 'Line', importance: 1, align: 'right', value: ({ start }) => start.line },
    { name: 'column', heading: 'Column', importance: 3, align: 'right', value: ({ start }) => start.column },
    { name: 'severity', heading: 'Severity', importance: 1, value: ({ severity }) => severity },
    { name: 'rule', heading: 'Rule', importance: 1, value: ({ rule }) => rule },
    { name: 'message', heading: 'Message', importance: 1, value: ({ message }) => message },
    { name: 'pointer', heading: 'Pointer', importance: 4, value: ({ pointer }) => pointer },
    { name: 'hint', heading: 'Hint', value: ({ hint }) => hint },
  ],
};
