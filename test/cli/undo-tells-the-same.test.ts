import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

describe('undo that cannot restore everything', () => {
  it('exits with the same code with and without --dry-run', async () => {
    const { orgctl } = freshMachine();
    await orgctl('-p sandbox groups delete "Everyone in Berlin" --yes');
    const looked = await orgctl('-p sandbox undo latest --dry-run');
    expect(looked).toMatchObject({ exit: 3, stderr: expect.stringContaining('would be left unchanged') });
    const done = await orgctl('-p sandbox undo latest --yes');
    expect(done).toMatchObject({ exit: 3, stderr: expect.stringContaining('was left unchanged') });
  });
});

describe('undo --line', () => {
  it.each([
    ['2-4', '2,3,4'],
    ['2..4', '2,3,4'],
    ['7:8', '7,8'],
    ['2-900', '2,5,9'],
  ])('%s is refused with the correct lines', async (range, lines) => {
    const ran = await freshMachine().orgctl(`-p sandbox undo latest --line ${range}`);
    expect(ran).toMatchObject({
      exit: 2,
      stderr: expect.stringContaining(`It has no ranges. List each line: --line ${lines}`),
    });
  });
});
