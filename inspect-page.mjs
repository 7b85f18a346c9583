// Bundles the page of the sandbox, so that the program can serve it from memory: its document, its script and
// its style as texts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync, transformSync } from 'esbuild';

const PAGE = 'src/sandbox/inspect/page';

/** What stands for the page in the sources. */
export function inspectPage() {
  const target = ['chrome115', 'firefox115', 'safari17'];
  const { outputFiles } = buildSync({
    entryPoints: [join(PAGE, 'main.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target,
    tsconfigRaw: {},
    logLevel: 'warning',
  });
  const style = transformSync(readFileSync(join(PAGE, 'page.css'), 'utf8'), {
    loader: 'css',
    minify: true,
    target,
  });
  return {
    document: readFileSync(join(PAGE, 'index.html'), 'utf8'),
    script: outputFiles[0].text,
    style: style.code,
  };
}
