import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import GithubSlugger from 'github-slugger';
import { describe, expect, it } from 'vitest';

const SKIPPED = new Set(['node_modules', 'dist', '.git', 'executable', 'coverage', '.stryker', 'reports']);

/** Every file below a folder with one of these extensions. */
function filesBelow(folder: string, endings: RegExp): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(path, endings);
    return endings.test(entry.name) ? [path] : [];
  });
}

const PAGES = filesBelow('.', /\.md$/);

const SOURCES = ['src', 'test', 'bench', 'examples'].flatMap((folder) =>
  filesBelow(folder, /\.(ts|mjs|mts|cjs|ya?ml|csv)$/),
);

/** A page without code blocks and inline code. */
const prose = (text: string) => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');

/** The anchors of a page: its headings and explicit anchors. */
function anchorsOf(page: string): ReadonlySet<string> {
  const text = readFileSync(page, 'utf8').replace(/^```.*?^```/gms, '');
  const slugger = new GithubSlugger();
  const headings = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) =>
    slugger.slug(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')),
  );
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)]);
}

describe('links in Markdown pages', () => {
  it('are checked on README, CONTRIBUTING and docs pages', () => {
    expect(PAGES).toEqual(
      expect.arrayContaining(['README.md', 'CONTRIBUTING.md', join('docs', 'architecture.md')]),
    );
  });

  it.each(PAGES)('%s links only to existing files and headings', (page) => {
    const broken: string[] = [];
    for (const [, target = ''] of prose(readFileSync(page, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const [path = '', anchor] = target.split('#');
      const file = path === '' ? page : normalize(join(dirname(page), path));
      if (!existsSync(file)) broken.push(target);
      else if (anchor !== undefined && (statSync(file).isDirectory() || !anchorsOf(file).has(anchor)))
        broken.push(target);
    }
    expect(broken).toEqual([]);
  });
});

describe('cited sections of the specification', () => {
  const DIGESTS = {
    SCIM: join('docs', 'spec', 'scim.md'),
    WEB: join('docs', 'spec', 'web.md'),
    OBSERVED: join('docs', 'spec', 'observed.md'),
  } as const;
  const cited = (document: keyof typeof DIGESTS) => {
    const sections = new Map<string, string>();
    for (const file of [...SOURCES, ...PAGES]) {
      // A list of sections names the document only once: SCIM §2.1, §7.
      for (const [, list = ''] of readFileSync(file, 'utf8').matchAll(
        new RegExp(`\\b${document} ((?:§[\\d.]+\\d|§\\d)(?:(?:, | and |[–-])§?\\d+(?:\\.\\d+)*)*)`, 'g'),
      ))
        for (const [, section = ''] of list.matchAll(/§(\d+(?:\.\d+)*)/g)) sections.set(section, file);
    }
    return sections;
  };

  it.each(['SCIM', 'WEB', 'OBSERVED'] as const)('%s: exist in the digest', (document) => {
    const anchors = anchorsOf(DIGESTS[document]);
    const sections = cited(document);
    expect(sections.size).toBeGreaterThan(15);
    expect([...sections].filter(([section]) => !anchors.has(section))).toEqual([]);
  });
});

describe('file names in comments', () => {
  const names = SOURCES.map((file) => `/${file}`);
  const packages = readdirSync('src').join('|');
  /**
   * A name that ends in .ts, or a path of src/ in parentheses without its extension, such as (spec/limits).
   */
  const NAMED = new RegExp(
    `(?<![\\w@*<./…-])((?:[\\w-]+/)*[\\w-]+\\.ts\\b|(?<=\\()(?:${packages})(?:/[\\w-]+)+(?=\\)))`,
    'g',
  );
  const goneFrom = (text: string) =>
    [...text.matchAll(/^\s*(?:\/\/|\/?\*|#).*$/gm)]
      .flatMap(([line]) => [...line.matchAll(NAMED)].map(([, name = '']) => name))
      .filter((name) => !names.some((known) => `${known.replace(/\.ts$/, '')}/`.endsWith(ending(name))));
  const ending = (name: string) => `/${name.replace(/\.ts$/, '')}/`;

  it('exist', () => {
    const gone = SOURCES.flatMap((file) =>
      goneFrom(readFileSync(file, 'utf8')).map((name) => `${file}: ${name}`),
    );
    expect(gone).toEqual([]);
  });

  it('are found in block comments, line comments and YAML comments', () => {
    const text = '/** (spec/failure-codes) */\n# see src/cli/gone.ts and (spec/limits)\n  // links.test.ts\n';
    expect(goneFrom(text)).toEqual(['spec/failure-codes', 'src/cli/gone.ts']);
  });
});
