import { createHash } from 'node:crypto';
import { escapeMarkup } from './markup.ts';
import { REPORT_STYLE } from './report-style.ts';

/** The content of a report page. */
export interface HtmlPage {
  /** Plain text. */
  readonly title: string;
  /** HTML; text in it must already be escaped. */
  readonly body: string;
  /** The program that wrote the report, as plain text. */
  readonly tool: string;
  /** Styles for this page only. */
  readonly style?: string;
}

/**
 * Returns a self-contained report page in the common style, light and dark: it loads nothing from the network
 * and has no script.
 */
export function htmlPage({ title, body, tool, style = '' }: HtmlPage): string {
  const footed = `${body}\n<footer>${escapeMarkup(tool)}</footer>`;
  return htmlDocument({ title, style: `${REPORT_STYLE}${style}`, body: footed });
}

/** Returns a self-contained page with a style of its own; only the given script may run. */
export function htmlDocument({
  title,
  style,
  body,
  script,
}: {
  readonly title: string;
  readonly style: string;
  /** HTML; text in it must already be escaped. */
  readonly body: string;
  readonly script?: string;
}): string {
  const mayRun = script === undefined ? '' : `; script-src 'sha256-${hashOf(script)}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${mayRun}">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
${script === undefined ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

function hashOf(script: string): string {
  return createHash('sha256').update(script).digest('base64');
}
