import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  appendRunEvent,
  gapsIn,
  READ_SIZE_OF_JOURNAL,
  type RunIndex,
  readRunIndex,
} from '../../src/bulk/run/run-index.ts';
import { runId } from '../../src/values/ids.ts';
import { damagedForms } from '../support/damaged-forms.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openFiles } from '../support/watched-files.ts';

const DAY = Date.UTC(2026, 0, 2);
const TIME = '2026-01-02T00:00:00.000Z';

/** A folder of runs whose journals have these texts. */
function runsWith(journals: Readonly<Record<string, string>> = {}) {
  const folder = join(temporaryFolder(), 'runs');
  mkdirSync(folder);
  for (const [run, text] of Object.entries(journals)) {
    mkdirSync(join(folder, run));
    writeFileSync(join(folder, run, 'journal.ndjson'), text);
  }
  const index = join(dirname(folder), 'runs-index.ndjson');
  const lines = () => readFileSync(index, 'utf8').trimEnd().split('\n');
  return { folder, index, lines, journalOf: (run: string) => journals[run] };
}

describe('run index', () => {
  it('has no entries before the first run', () => {
    expect(readRunIndex(runsWith().folder)).toEqual({ entries: [] });
  });

  it('records the events of each run and the number of complete lines of its journal', () => {
    const { folder } = runsWith({ a: '{"seq":1}\n{"seq":2}\n{"se', b: '{"seq":1}\n' });
    appendRunEvent(folder, 'start', runId('a'), DAY);
    appendRunEvent(folder, 'import', runId('gone'), DAY + 1);
    appendRunEvent(folder, 'prune', runId('b'), DAY + 2);
    const { entries, brokenAt } = readRunIndex(folder);
    expect(entries).toEqual([
      { t: TIME, event: 'start', run: 'a', records: 2, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      { t: '2026-01-02T00:00:00.001Z', event: 'import', run: 'gone' },
      { t: '2026-01-02T00:00:00.002Z', event: 'prune', run: 'b' },
    ]);
    expect(brokenAt).toBeUndefined();
  });

  it('counts lines with multibyte characters, and recognizes an unchanged journal', () => {
    const { folder, journalOf } = runsWith({ a: '{"name":"Zoë 王芳"}\n{"name":"Łukasz"}\n{"name":"Jos' });
    appendRunEvent(folder, 'end', runId('a'), DAY);
    const index = readRunIndex(folder);
    expect(index.entries).toEqual([expect.objectContaining({ records: 2 })]);
    expect(gapsIn(index, 0, journalOf)).toEqual([]);
    expect(gapsIn(index, 0, (run) => journalOf(run)?.replace('Zoë', 'Zoe'))).toEqual([
      'the journal of run a was changed after the run ended',
    ]);
  });

  it.each([
    ['a line end at the end of a read', `${'a'.repeat(READ_SIZE_OF_JOURNAL - 1)}\nb\n`, 2],
    ['a line end at the start of a read', `${'a'.repeat(READ_SIZE_OF_JOURNAL)}\nb\n`, 2],
    ['a line that is longer than three reads', `a\n${'b'.repeat(3 * READ_SIZE_OF_JOURNAL)}\nc\n`, 3],
    ['an incomplete line that is longer than a read', `a\n${'b'.repeat(2 * READ_SIZE_OF_JOURNAL)}`, 1],
    ['a character that is split by a read', `${'a'.repeat(READ_SIZE_OF_JOURNAL - 1)}é\nb\n{"se`, 2],
    ['no line end', 'a'.repeat(READ_SIZE_OF_JOURNAL + 1), 0],
  ])('recognizes a large journal with %s', (_, text, records) => {
    const { folder, journalOf } = runsWith({ a: text });
    appendRunEvent(folder, 'end', runId('a'), DAY);
    const index = readRunIndex(folder);
    expect(index.entries).toEqual([expect.objectContaining({ records })]);
    // Without complete lines there is nothing to compare.
    if (records > 0) expect(gapsIn(index, 0, journalOf)).toEqual([]);
  });

  it('chains each line to the previous one, and keeps no file open', () => {
    const { folder, index } = runsWith();
    for (let run = 0; run < 40; run += 1) appendRunEvent(folder, 'start', runId(`run-${run}`), DAY + run);
    expect(readRunIndex(folder).entries).toHaveLength(40);
    expect(readRunIndex(folder).brokenAt).toBeUndefined();
    expect(openFiles()).not.toContain(index);
  });

  it('continues on a new line after a torn line', () => {
    const { folder, index, lines } = runsWith();
    appendRunEvent(folder, 'start', runId('a'), DAY);
    appendFileSync(index, '{"t":"2026');
    appendRunEvent(folder, 'end', runId('a'), DAY);
    expect(lines()).toHaveLength(3);
    expect(readRunIndex(folder)).toEqual({
      entries: [expect.objectContaining({ event: 'start' }), expect.objectContaining({ event: 'end' })],
    });
  });

  it.each([
    [0, 1],
    [1, 2],
    [2, undefined],
  ])('reports the line at which the chain breaks after line %i was removed', (removed, brokenAt) => {
    const { folder, index, lines } = runsWith();
    for (const run of ['a', 'b', 'c']) appendRunEvent(folder, 'start', runId(run), DAY);
    const left = lines().filter((_, at) => at !== removed);
    writeFileSync(index, `${left.join('\n')}\n`);
    const read = readRunIndex(folder);
    expect(read.brokenAt).toBe(brokenAt);
    // Entries before the gap are still known.
    expect(read.entries).toHaveLength(brokenAt === undefined ? 2 : brokenAt - 1);
  });

  it('accepts two lines that follow the same line', () => {
    const { folder, index, lines } = runsWith();
    appendRunEvent(folder, 'start', runId('a'), DAY);
    const first = readFileSync(index, 'utf8');
    appendRunEvent(folder, 'start', runId('b'), DAY);
    const second = lines()[1];
    writeFileSync(index, first);
    appendRunEvent(folder, 'start', runId('c'), DAY);
    appendFileSync(index, `${second}\n`);
    expect(readRunIndex(folder).entries.map(({ run }) => run)).toEqual(['a', 'c', 'b']);
    expect(readRunIndex(folder).brokenAt).toBeUndefined();
  });

  it.each([
    ['an unknown event', { event: 'dance' }],
    ['a time that is not a string', { t: 7 }],
    ['an invalid time', { t: 'soon' }],
    ['a run that is not a string', { run: 7 }],
    ['an invalid count', { records: -1 }],
    ['a digest that is not a string', { sha256: null }],
    ['no link to the previous line', { previous: undefined }],
  ])('ignores a line with %s', (_, damage) => {
    const { folder, index, lines } = runsWith();
    appendRunEvent(folder, 'start', runId('a'), DAY);
    writeFileSync(index, `${JSON.stringify({ ...JSON.parse(lines()[0] ?? ''), ...damage })}\n[]\n`);
    expect(readRunIndex(folder)).toEqual({ entries: [] });
  });

  it('ignores a line with any value of another type', () => {
    const { folder, index, lines } = runsWith({ a: '{}\n' });
    appendRunEvent(folder, 'start', runId('a'), DAY);
    const whole: object = JSON.parse(lines()[0] ?? '');
    for (const wrong of [null, [7], { a: 7 }])
      for (const [path, line] of damagedForms(whole, wrong)) {
        writeFileSync(index, `${JSON.stringify(line)}\n`);
        expect({ path, wrong, ...readRunIndex(folder) }).toEqual({ path, wrong, entries: [] });
      }
  });

  it.each([
    ['without its count', { records: undefined }],
    ['without its digest', { sha256: undefined }],
  ])('keeps an entry without journal data if it is %s', (_, damage) => {
    const { folder, index, lines } = runsWith({ a: '{}\n' });
    appendRunEvent(folder, 'start', runId('a'), DAY);
    writeFileSync(index, `${JSON.stringify({ ...JSON.parse(lines()[0] ?? ''), ...damage })}\n`);
    expect(readRunIndex(folder).entries).toEqual([{ t: TIME, event: 'start', run: 'a' }]);
  });

  it.each([
    ['its folder is missing', (folder: string) => rmSync(dirname(folder), { recursive: true })],
    ['a folder is in its place', (folder: string) => mkdirSync(join(dirname(folder), 'runs-index.ndjson'))],
  ])('fails no run if %s', (_, damage) => {
    const { folder } = runsWith();
    damage(folder);
    expect(() => appendRunEvent(folder, 'start', runId('a'), DAY)).not.toThrow();
  });

  it('does not hide a program error', () => {
    expect(() => appendRunEvent(runsWith().folder, 'start', runId('a'), Number.NaN)).toThrow(RangeError);
  });
});

describe('gaps between the run index and the folder of runs', () => {
  const WHOLE = '{"seq":1}\n{"seq":2}\n';
  const seen = (event: 'start' | 'prune' = 'start', text = WHOLE): RunIndex => {
    const { folder } = runsWith({ a: text });
    appendRunEvent(folder, event, runId('a'), DAY);
    return readRunIndex(folder);
  };
  const changed = ['the journal of run a was changed after the run ended'];

  it.each<[string, string | undefined, readonly string[]]>([
    ['are empty if the journal is unchanged', WHOLE, []],
    ['are empty if the journal was continued', `${WHOLE}{"seq":3}\n`, []],
    ['include a missing run', undefined, ['run a is missing']],
    ['include a journal with a changed line', WHOLE.replace('2', '9'), changed],
    ['include a truncated journal', '{"seq":1}\n', changed],
    ['include an empty journal', '', changed],
  ])('%s', (_, journal, gaps) => {
    expect(gapsIn(seen(), 0, () => journal)).toEqual(gaps);
  });

  it('omit a pruned run', () => {
    expect(gapsIn(seen('prune'), 0, () => undefined)).toEqual([]);
  });

  it('omit a run that was pruned later, and a run whose journal was never read', () => {
    const { folder } = runsWith();
    appendRunEvent(folder, 'start', runId('a'), DAY);
    appendRunEvent(folder, 'start', runId('b'), DAY);
    appendRunEvent(folder, 'prune', runId('a'), DAY);
    expect(gapsIn(readRunIndex(folder), 0, () => undefined)).toEqual(['run b is missing']);
    expect(gapsIn(readRunIndex(folder), 0, () => 'x')).toEqual([]);
  });

  it.each([
    [DAY - 1, ['run a is missing']],
    [DAY, ['run a is missing']],
    [DAY + 1, []],
  ])('are limited by a start time: %i', (since, gaps) => {
    expect(gapsIn(seen(), since, () => undefined)).toEqual(gaps);
  });

  it('end with the break of the chain', () => {
    expect(gapsIn({ ...seen(), brokenAt: 3 }, 0, () => undefined)).toEqual([
      'run a is missing',
      'line 3 of the run index breaks the hash chain',
    ]);
  });
});
