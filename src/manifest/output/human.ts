import type { Palette } from '../../output/palette.ts';
import { forTerminal } from '../../output/sanitize.ts';
import { textWidth, truncateToWidth } from '../../output/text-width.ts';
import { wrapWords } from '../../output/wrap-words.ts';
import type { Finding } from '../finding.ts';
import { indexLines, type LineIndex } from '../line-index.ts';
import type { Severity } from '../severity.ts';
import type { Validated } from '../validate.ts';

/** The indentation of the lines below a finding. */
const INDENT = '  ';

/** Terminal columns for a source line if the width of the terminal is unknown. */
const DEFAULT_WIDTH = 120;

export interface HumanOptions {
  readonly palette: Palette;
  /** Width of the terminal. */
  readonly width: number | undefined;
  /** Whether the first line of a finding stays whole, for programs that match it. */
  readonly isHeadWhole: boolean;
  /** Returns the command or flag that applies fixes, because the printing command may not have the flag. */
  readonly fixedBy: (flag: string) => string;
  /** Removes secrets; lines are broken after that. */
  readonly redact: (text: string) => string;
}

/** Returns findings like a compiler: position, message, rule; source line with carets; hint and fix. */
export function humanFindings({ source, findings }: Validated, options: HumanOptions): string {
  const lines = indexLines(source.text);
  return findings.map((finding) => humanFinding(finding, lines, options)).join('');
}

function humanFinding(finding: Finding, lines: LineIndex, options: HumanOptions): string {
  const { palette, width, isHeadWhole, fixedBy, redact } = options;
  const { file, start, severity, message, rule, hint, fix, withheld } = finding;
  const place = palette.strong(forTerminal(`${file}:${start.line}:${start.column}:`));
  const said = `${place} ${paint(severity, palette)} ${forTerminal(message)} ${palette.faint(`[${rule}]`)}`;
  const head = `${wrapWords(redact(said), isHeadWhole ? undefined : width)}\n`;
  // An info finding has no more lines: there may be many, and no action is needed.
  if (severity === 'info') return head;
  const advice = (label: string, text: string, more = '') => {
    const line = `${palette.faint(label)} ${forTerminal(text)}${more === '' ? '' : ` ${palette.faint(`(${more})`)}`}`;
    const broken = wrapWords(redact(line), width === undefined ? undefined : width - INDENT.length);
    return broken.replace(/^/gm, INDENT);
  };
  return [
    head,
    ...frame(finding, lines, palette, width ?? DEFAULT_WIDTH),
    ...(hint === undefined ? [] : [`${advice('hint:', hint)}\n`]),
    ...(fix === undefined
      ? []
      : [`${advice('fix:', fix.title, fixedBy(fix.kind === 'safe' ? '--fix' : '--fix-suggested'))}\n`]),
    ...(withheld === undefined
      ? []
      : [`${advice('fix:', withheld.title, `not applied: ${forTerminal(withheld.reason)}`)}\n`]),
  ].join('');
}

function paint(severity: Severity, palette: Palette): string {
  if (severity === 'error') return palette.bad('error:');
  return severity === 'warning' ? palette.caution('warning:') : palette.faint('info:');
}

/** Returns the source line, with carets below the position. */
function frame(
  { start, end }: Finding,
  lines: LineIndex,
  palette: Palette,
  width: number,
): readonly string[] {
  const line = lines.line(start.line);
  if (line.trim() === '') return [];
  const number = String(start.line);
  const room = Math.max(20, width - number.length - 5);
  const from = start.unit - 1;
  const to = end.line === start.line ? Math.max(end.unit - 1, from + 1) : line.length;
  const before = forTerminal(line.slice(0, from));
  const marked = forTerminal(line.slice(from, to));
  const after = forTerminal(line.slice(to));
  // A long line is truncated at its start, to keep the position visible.
  const lead =
    textWidth(before) + Math.min(textWidth(marked), 20) > room
      ? `…${lastCharacters(before, Math.floor(room / 3))}`
      : before;
  const shown = truncateToWidth(lead + marked + after, room);
  const carets = Math.max(1, Math.min(textWidth(marked), room - textWidth(lead)));
  const gutter = ' '.repeat(number.length);
  return [
    `  ${palette.faint(`${number} |`)} ${shown}\n`,
    `  ${palette.faint(`${gutter} |`)} ${' '.repeat(textWidth(lead))}${palette.bad('^'.repeat(carets))}\n`,
  ];
}

function lastCharacters(text: string, width: number): string {
  const characters = [...text];
  return characters.slice(Math.max(0, characters.length - width)).join('');
}
