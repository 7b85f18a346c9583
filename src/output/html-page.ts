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
