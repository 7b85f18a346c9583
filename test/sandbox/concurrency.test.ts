import { describe, expect, it } from 'vitest';
import { account } from '../support/organization-world.ts';
import {
  type Answer,
  newUser,
  openTestSandbox,
  outcome,
  sendPatch,
  type TestService,
  VERSIONS,
} from '../support/test-sandbox.ts';

const title = (value: string) => ({ v1: { title: value }, v2: [{ op: 'replace', path: 'title', value }] });
const retitle = (service: TestService, id: string, value: string): Promise<Answer> =>
  sendPatch(service, `/Users/${id}`, title(value));

describe.each(VERSIONS)('SCIM §8: one update per user at a time on %s', (version) => {
  const open = () => openTestSandbox({ version, latency: 5, users: [account('ada'), account('bo')] });

  it('refuses the second of two concurrent updates with 429 and Retry-After in whole seconds', async () => {
    const service = await open();
    const [first, second] = await Promise.all([
      retitle(service, 'WADA', 'First'),
      retitle(service, 'WADA', 'Second'),
    ]);
    expect(outcome(first)).toBe('200');
    expect(outcome(second)).toBe('429 too_many_requests');
    expect(second.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(first.headers).not.toHaveProperty('retry-after');
    expect(await service.read('/Users/WADA')).toMatchObject({ title: 'First' });
  });

  it('accepts a second update after the first has finished', async () => {
    const service = await open();
    await Promise.all([retitle(service, 'WADA', 'First'), retitle(service, 'WADA', 'Second')]);
    expect(outcome(await retitle(service, 'WADA', 'Second'))).toBe('200');
  });

  it('counts PATCH, PUT and DELETE on both versions as updates of the same user', async () => {
    const service = await open();
    const other = service.with({ version: version === '1.1' ? '2.0' : '1.1' });
    const answers = await Promise.all([
      retitle(service, 'WADA', 'First'),
      service.put('/Users/WADA', newUser(version, 'ada')),
      other.delete('/Users/WADA'),
    ]);
    expect(answers.map(outcome)).toEqual(['200', '429 too_many_requests', '429 too_many_requests']);
  });

  it('allows concurrent updates of different users', async () => {
    const service = await open();
    const answers = await Promise.all([retitle(service, 'WADA', 'A'), retitle(service, 'WBO', 'B')]);
    expect(answers.map(outcome)).toEqual(['200', '200']);
  });

  it('allows reads of a user during its update', async () => {
    const service = await open();
    const [, read, list] = await Promise.all([
      retitle(service, 'WADA', 'A'),
      service.get('/Users/WADA'),
      service.get('/Users'),
    ]);
    expect([outcome(read), outcome(list)]).toEqual(['200', '200']);
  });

  it('allows concurrent creates, because a create has no target', async () => {
    const service = await open();
    const names = ['a', 'b', 'c', 'd'];
    const answers = await Promise.all(names.map((name) => service.post('/Users', newUser(version, name))));
    expect(answers.map(outcome)).toEqual(['201', '201', '201', '201']);
    expect(new Set(answers.map(({ body }) => body?.['id'])).size).toBe(4);
  });

  it('assigns a userName to only one of two concurrent creates', async () => {
    const service = await open();
    const emails = ['x', 'y'].map((name) => [{ value: `${name}@example.com` }]);
    const answers = await Promise.all(
      emails.map((entries) => service.post('/Users', newUser(version, 'same', { emails: entries }))),
    );
    expect(answers.map(outcome)).toEqual(['201', '409 username_taken']);
  });

  it('allows an update after a refused update', async () => {
    const service = await open();
    expect(outcome(await service.put('/Users/WADA', {}))).toBe('400 missing_schema_element');
    expect(outcome(await retitle(service, 'WADA', 'A'))).toBe('200');
  });
});
