import { escapeMarkup } from './markup.ts';
import { REPORT_STYLE } from './report-style.ts';

/** What a report on a page is made of. */
export interface HtmlPage {
  /** As plain text. */
  readonly title: string;
  /** As HTML, with everything escaped that is not. */
  readonly body: string;
  /** What wrote the report, as plain text. */
  readonly tool: string;
  /** What is only on this page. */
  readonly style?: string;
}

/**
 * Returns a page in the style of every report that needs nothing else: no network, no script, for light and
 * dark.
 */
export function htmlPage({ title, body, tool, style = '' }: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>${escapeMarkup(title)}</title>
<style>${REPORT_STYLE}${style}</style>
</head>
<body>
<main>
${body}
<footer>${escapeMarkup(tool)}</footer>
</main>
</body>
</html>
`;
}
