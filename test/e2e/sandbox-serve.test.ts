import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freshHome, startOrgctl } from '../support/real-bin.ts';
import { type ServedSandbox, servedSandbox } from '../support/served-sandbox.ts';

/** The status of each of so many creates, one after the other. */
async function creates(server: ServedSandbox, count: number): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const answer = await server.fetch('/scim/v2/Users', 'POST', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: `new${number}`,
      emails: [{ value: `new${number}@example.com` }],
    });
    statuses.push(answer.status);
  }
  return statuses;
}

describe('SCIM §8: "sandbox serve --limits"', () => {
  it('SCIM §8: keeps to the documented quotas: 20 creates at once', async () => {
    const server = await servedSandbox(freshHome(), '--limits', 'documented', '--memory');
    const statuses = await creates(server, 40);
    expect(statuses.slice(0, 20)).toEqual(Array(20).fill(201));
    expect(statuses).toContain(429);
  });

  it('SCIM §8: keeps to the quotas of a file, and to none by default', async () => {
    const home = freshHome();
    const file = join(home, 'quotas.yaml');
    writeFileSync(file, 'createUser: {perMinute: 1, burst: 2}\n');
    const [limited, free] = await Promise.all([
      servedSandbox(home, '--limits', file, '--memory'),
      servedSandbox(home, '--limits', 'none', '--memory'),
    ]);
    expect(await creates(limited, 4)).toEqual([201, 201, 429, 429]);
    expect(await creates(free, 30)).toEqual(Array(30).fill(201));
  });

  it.each([
    ['createUsers: {perMinute: 1}', /createUsers: is not known here; expected createUser/],
    ['createUser: 5', /createUser: is no object/],
    ['createUser: {perMinute: 60, burst: 0}', /createUser: lets nothing through/],
  ])('SCIM §8: refuses the file of quotas "%s"', async (text, message) => {
    const home = freshHome();
    writeFileSync(join(home, 'quotas.yaml'), text);
    const ran = await startOrgctl(home, ['sandbox', 'serve', '--limits', join(home, 'quotas.yaml')]);
    expect(ran).toMatchObject({ exitCode: 5, stdout: '' });
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).toContain('createUser: {perMinute: 180, burst: 20}');
  });
});
