/** The bundled page: document, script and style sheet. Inserted by the build. */
declare const ORGCTL_INSPECT_PAGE: {
  readonly document: string;
  readonly script: string;
  readonly style: string;
};

export interface Asset {
  readonly type: string;
  readonly text: string;
}

/** Headers that allow only the page's own files and its own origin, and prevent text from becoming markup. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    // The page has no icon, and the browser must not request one from the service.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** Returns a file of the page by its path; undefined if there is none. */
export function assetAt(path: string): Asset | undefined {
  switch (path) {
    case '/_inspect':
    case '/_inspect/':
      return { type: 'text/html; charset=utf-8', text: ORGCTL_INSPECT_PAGE.document };
    case '/_inspect/page.js':
      return { type: 'text/javascript; charset=utf-8', text: ORGCTL_INSPECT_PAGE.script };
    case '/_inspect/page.css':
      return { type: 'text/css; charset=utf-8', text: ORGCTL_INSPECT_PAGE.style };
    default:
      return undefined;
  }
}
