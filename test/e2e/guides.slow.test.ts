import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome } from '../support/real-bin.ts';
import { expectToPrint, recordedIn } from '../support/recorded-commands.ts';

/** Hand-written pages of docs/ that show commands. */
const GUIDES = [
  'docs/walkthrough.md',
  'docs/offboard.md',
  'docs/people-files.md',
  'docs/nightly-feed.md',
  'docs/sandbox.md',
  'docs/ci.md',
  'docs/manifests.md',
  'docs/shards.md',
  'docs/move-an-organization.md',
  'docs/probe.md',
  'docs/report-a-problem.md',
];

/** Each command of this guide runs as a process of the built program. */
const BUILT = 'docs/walkthrough.md';

/** Timeout in milliseconds; a guide may start thirty processes. */
const LONG_GUIDE = 240_000;

describe.each(GUIDES)('%s', (guide) => {
  const text = readFileSync(guide, 'utf8');

  it(
    'shows the actual output of each command',
    async () => {
      const recorded = recordedIn(text);
      expect(recorded.length).toBeGreaterThan(0);
      await expectToPrint(recorded, freshHome(), guide === BUILT);
    },
    LONG_GUIDE,
  );

  it('links only to existing files', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target);
    for (const target of links) expect(() => readFileSync(join(dirname(guide), target))).not.toThrow();
  });
});
