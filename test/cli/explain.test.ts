import { describe, expect, it } from 'vitest';
import { OTHER_SCIM_CODES, SCIM_ERROR_CODES } from '../../src/spec/error-codes.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const CODES = Object.entries(SCIM_ERROR_CODES);

describe('SCIM §7: every code is explained', () => {
  it.each(CODES)('%s', async (code, { meaning, cause, remedy, status }) => {
    const { exit, stdout, stderr } = await freshMachine().orgctl(`explain ${code} -o table`);
    expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
    const words = stdout.replaceAll(/\s+/g, ' ');
    for (const text of [code, meaning, cause, remedy, String(status)])
      expect(words).toContain(text.replaceAll(/\s+/g, ' '));
    expect(stdout).toContain('Send again?');
  });

  it('as a list of all', async () => {
    const { stdout } = await freshMachine().orgctl('explain --query [].code');
    const listed: readonly string[] = JSON.parse(stdout);
    expect(CODES.filter(([code]) => !listed.includes(code))).toEqual([]);
  });

  it.each(Object.entries(OTHER_SCIM_CODES))('%s, seen in place of %s', async (seen, documented) => {
    const { stdout } = await freshMachine().orgctl(`explain ${seen} --query code`);
    expect(JSON.parse(stdout)).toBe(documented);
  });

  it.each(['username_taken (username=x)', ' username_taken\n'])('as it is pasted: %j', async (word) => {
    const { exit, stdout } = await freshMachine().orgctl(`explain '${word}' --query code`);
    expect({ exit, stdout }).toEqual({ exit: 0, stdout: '"username_taken"\n' });
  });

  it('and whole on a narrow terminal', async () => {
    const { stdout } = await freshMachine().orgctl('explain group_member_max_exceeded', {
      terminal: 50,
      env: { NO_COLOR: '1' },
    });
    expect(stdout).not.toContain('…');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(SCIM_ERROR_CODES.group_member_max_exceeded.remedy);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(50);
  });
});
