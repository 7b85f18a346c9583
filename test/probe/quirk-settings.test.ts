import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isQuirkValue, QUIRK_NAMES, QUIRKS } from '../../src/sandbox/quirks/quirk-table.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const page = async (orgctl: ReturnType<typeof freshMachine>['orgctl']) =>
  JSON.parse((await orgctl('-p sandbox probe --calls 20 -o json')).stdout).answers.find(
    ({ id }: { id: string }) => id === 'largest-page',
  ).value;

describe('quirks of the sandbox', () => {
  it('are stored by a seed until the organization is reset', async () => {
    const { orgctl, path } = freshMachine();
    const file = path('different.yaml');
    writeFileSync(file, 'settings:\n  quirks:\n    largestPage: 7\n    filterAnnounced: no\n');
    expect((await orgctl(`sandbox seed ${file}`)).exit).toBe(0);
    expect(await page(orgctl)).toBe(7);
    await orgctl('sandbox reset --yes');
    expect(await page(orgctl)).toBe(1000);
  });

  it('are refused with the known names and values if they are unknown', async () => {
    const { orgctl, path } = freshMachine();
    const file = path('different.yaml');
    writeFileSync(file, 'settings:\n  quirks:\n    total: page\n    totals: some\n    largestPage: 0\n');
    const ran = await orgctl(`sandbox seed ${file} -o json`);
    expect(ran.exit).toBe(5);
    const { issues } = JSON.parse(ran.stderr.trimEnd().split('\n').at(-1) ?? '');
    expect(issues.map((issue: { path: string; expected: string }) => [issue.path, issue.expected])).toEqual([
      ['settings.quirks.total', 'totals'],
      ['settings.quirks.totals', 'all, page, absent'],
      ['settings.quirks.largestPage', 'a whole number from 1 to 1000'],
    ]);
    expect((await orgctl('sandbox serve --quirk totals=some')).stderr).toContain(
      'totals takes all, page, absent.',
    );
    expect((await orgctl('sandbox serve --quirk total=page')).stderr).toContain(
      'It must be name=word, with one of totals.',
    );
  });

  it.each([
    [999, true],
    [1000, true],
    [1001, false],
  ])('set a page of %i: %s, as no page of the sandbox is larger', (size, isValue) => {
    expect(isQuirkValue('largestPage', String(size))).toBe(isValue);
    expect(isQuirkValue('defaultPage', String(size))).toBe(isValue);
  });

  it('change nothing with their default values', async () => {
    const { orgctl, path } = freshMachine();
    const file = path('usual.yaml');
    const lines = QUIRK_NAMES.map((name) => `    ${name}: "${QUIRKS[name][0]}"`);
    writeFileSync(file, `settings:\n  quirks:\n${lines.join('\n')}\n`);
    const before = JSON.parse((await orgctl('-p sandbox probe -o json')).stdout).answers;
    expect((await orgctl(`sandbox seed ${file}`)).exit).toBe(0);
    expect(JSON.parse((await orgctl('-p sandbox probe -o json')).stdout).answers).toEqual(before);
  });
});
