import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';
import { onService } from '../support/web-machine.ts';

describe('migrate exchange (WEB §4.10)', () => {
  it('maps local IDs to global ones, and lists those that are invalid', async () => {
    const ran = await freshMachine().orgctl('-p sandbox migrate exchange U10IMBXVJ W144YNJ08 U0NOBODY1');
    expect(JSON.parse(ran.stdout)).toEqual([
      { from: 'U10IMBXVJ', to: 'W10IMBXVJ', state: 'exchanged' },
      { from: 'W144YNJ08', to: 'W144YNJ08', state: 'exchanged' },
      { from: 'U0NOBODY1', to: null, state: 'invalid' },
    ]);
    expect(ran.stderr).toBe('2 exchanged, 1 invalid\n');
  });

  it('maps global IDs back to local ones', async () => {
    const ran = await freshMachine().orgctl('-p sandbox migrate exchange --to-old W10IMBXVJ -o csv');
    expect(ran.stdout).toBe('from,to,state\nW10IMBXVJ,U10IMBXVJ,exchanged\n');
  });

  it('takes any number of IDs in calls of 400, each once', async () => {
    const { orgctl, requests } = await onService();
    const ids = Array.from({ length: 1001 }, (_, number) => `U0X${String(number).padStart(6, '0')}`);
    const stdin = [...ids, ...ids.slice(0, 50), 'U10IMBXVJ'].join('\n');
    const ran = await orgctl('migrate exchange --file - --team T0HARBOUR -o ndjson', { stdin });
    expect(ran.exit).toBe(0);
    expect(requests()).toBe(3);
    const lines = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ from }) => from)).toEqual([...ids, 'U10IMBXVJ']);
    expect(lines.filter(({ state }) => state === 'exchanged')).toHaveLength(1);
  });

  it.each(['csv', 'json'])('writes a map as %s and goes on with what is not in it', async (extension) => {
    const { orgctl, path, requests } = await onService();
    const map = path(`ids.${extension}`);
    const line = `migrate exchange --team T0HARBOUR --map ${map}`;
    expect((await orgctl(`${line} U10IMBXVJ U0NOBODY1`)).exit).toBe(0);
    const again = await orgctl(`${line} U10IMBXVJ U0NOBODY1`);
    expect(again.stderr).toContain('0 exchanged, 0 invalid, 2 known from the map');
    expect(requests()).toBe(1);
    const more = await orgctl(`${line} U10IMBXVJ U1118NVR2`);
    expect(more.stderr).toContain('1 exchanged, 0 invalid, 1 known from the map');
    const written = readFileSync(map, 'utf8');
    if (extension === 'csv') {
      expect(written).toBe('from,to\nU10IMBXVJ,W10IMBXVJ\nU0NOBODY1,\nU1118NVR2,W1118NVR2\n');
    } else {
      expect(JSON.parse(written)).toEqual({
        team_id: 'T0HARBOUR',
        enterprise_id: expect.stringMatching(/^E/),
        user_id_map: { U10IMBXVJ: 'W10IMBXVJ', U1118NVR2: 'W1118NVR2' },
        invalid_user_ids: ['U0NOBODY1'],
      });
    }
    writeFileSync(path('note.txt'), 'ask U10IMBXVJ and U1118NVR2');
    const rewritten = await orgctl(`migrate rewrite --map ${map} ${path('note.txt')}`);
    expect(rewritten.stdout).toBe('ask W10IMBXVJ and W1118NVR2');
  });

  it('refuses when there is nothing to exchange', async () => {
    expect(await freshMachine().orgctl('-p sandbox migrate exchange')).toMatchObject({ exit: 2, stdout: '' });
  });

  it('says that the organization has no two kinds of IDs', async () => {
    const { orgctl } = freshMachine();
    await orgctl('-p sandbox api sandbox.trouble method=migration.exchange error=not_enterprise_team');
    const ran = await orgctl('-p sandbox migrate exchange U10IMBXVJ U1118NVR2');
    expect(ran.exit).toBe(6);
    expect(ran.stderr).toContain('[not_enterprise_team]');
  });
});
