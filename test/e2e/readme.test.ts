import { readdirSync, readFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { freshHome } from '../support/real-bin.ts';
import { expectToPrint, recordedIn } from '../support/recorded-commands.ts';

const README = readFileSync('README.md', 'utf8');

it('README: its commands print what it shows', async () => {
  const recorded = recordedIn(README);
  expect(recorded.length).toBeGreaterThan(1);
  await expectToPrint(recorded, freshHome(), true);
});

it.each(['npm ci && npm run demo', 'npm ci && npm test'])(
  'README: names "%s", whose script exists',
  (command) => {
    expect(README).toContain(`\`\`\`sh\n${command}\n\`\`\``);
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [script = ''] = command.split(' ').slice(-1);
    expect(scripts).toHaveProperty(script);
  },
);

it('demo: uses a sandbox of its own', async () => {
  const home = freshHome();
  const { exitCode, stdout } = await execa(process.execPath, ['examples/demo.mjs'], {
    env: { ORGCTL_HOME: home },
  });
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^ +11 {2}created {2}hana\.kovac /m);
  expect(stdout).toMatch(/^hana\.kovac /m);
  expect(readdirSync(home)).toEqual([]);
});

it('README: links only to existing files', () => {
  const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => target);
  expect(links.length).toBeGreaterThan(5);
  for (const target of links) expect(() => readFileSync(target)).not.toThrow();
});
