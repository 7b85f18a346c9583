import { describe, expect, it } from 'vitest';
import { isDeeperThan } from '../../src/json/json-depth.ts';
import { account, group, TOKENS } from '../support/organization-world.ts';
import {
  bodyOf,
  newUser,
  openTestSandbox,
  outcome,
  PATCH_OP,
  patchOp,
  VERSIONS,
} from '../support/test-sandbox.ts';

const authorization = { authorization: `Bearer ${TOKENS.primaryOwner}` };
const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + close.repeat(levels);

describe('isDeeperThan', () => {
  it.each([
    [nested(2), false],
    [nested(3), false],
    [nested(4), true],
    ['{"a":{"b":{"c":1}}}', false],
    ['{"a":{"b":{"c":[]}}}', true],
    ['[[],[],[],[],[[]]]', false],
    ['["[[[[[[", "\\"[[[[["]', false],
    ['["\\\\", [[[]]]]', true],
    ['', false],
  ])('isDeeperThan(3, %s) returns %s', (text, expected) => {
    expect(isDeeperThan(3, text)).toBe(expected);
  });
});

describe.each(VERSIONS)('deeply nested JSON on %s', (version) => {
  const open = () => openTestSandbox({ version, users: [account('ada')] });

  it.each([
    ['/Users', 'POST', nested(100_000)],
    ['/Users', 'POST', `{"name":${nested(64, '{"a":', '}').replace('}', '1}')}}`],
    ['/Users/WADA', 'PATCH', `{"name":${'{"name":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
    ['/Users/WADA', 'PUT', `{"emails":${nested(100_000)}}`],
    ['/Groups', 'POST', `{"members":${nested(100_000)}}`],
  ] as const)('refuses a body to %s by %s nested deeper than 64 levels', async (path, method, body) => {
    const service = await open();
    const answer = await service.send(method, path, authorization, body);
    expect(outcome(answer)).toBe('400 invalid_request_payload');
    if (version === '1.1') expect(answer.text).toContain('nested deeper than 64 levels');
    expect(await service.read('/Users/WADA')).toMatchObject({ active: true });
  });
});

describe('nesting limit of JSON', () => {
  it.each([
    [63, false],
    [64, false],
    [65, true],
  ])('%i levels are too many: %s', async (levels, isRefused) => {
    const service = await openTestSandbox({ version: '1.1' });
    const body = JSON.stringify(newUser('1.1', 'eva', { odd: JSON.parse(nested(levels - 1)) }));
    const answer = await service.send('POST', '/Users', authorization, body);
    expect(answer.text.includes('nested deeper than 64 levels')).toBe(isRefused);
  });
});

describe('deeply nested JSON on the Web API', () => {
  it.each([nested(65), nested(100_000), `{"a":${nested(64)}}`])(
    'answers a body nested deeper than 64 levels with invalid_json',
    async (body) => {
      const { sandbox } = await openTestSandbox();
      const answer = await sandbox.answer({
        method: 'POST',
        url: 'http://localhost/api/auth.test',
        headers: { ...authorization, 'content-type': 'application/json; charset=utf-8' },
        body,
      });
      expect(answer).toMatchObject({ status: 200, body: { ok: false, error: 'invalid_json' } });
    },
  );
});

describe('maximum number of operations on v2', () => {
  const open = () => openTestSandbox({ version: '2.0', users: [account('ada')], groups: [group(['ada'])] });
  const titles = (count: number) =>
    patchOp(...Array.from({ length: count }, (_, at) => ({ op: 'replace', path: 'title', value: `T${at}` })));

  it.each([
    [999, '200'],
    [1000, '200'],
    [1001, '400 invalid_request_payload'],
    [100_000, '400 invalid_request_payload'],
  ])('PATCH of a user with %i operations: %s', async (count, expected) => {
    const service = await open();
    const answer = await service.patch('/Users/WADA', titles(count));
    expect(outcome(answer)).toBe(expected);
    const { title = null } = bodyOf(await service.get('/Users/WADA'));
    expect(title).toBe(expected === '200' ? `T${count - 1}` : '');
  });

  it.each([
    [14_999, '200'],
    [15_000, '200'],
    [15_001, '400 invalid_request_payload'],
  ])('PATCH of a group with %i operations: %s', async (count, expected) => {
    const service = await open();
    const [{ id } = { id: '' }] = [...service.sandbox.organization.groups()];
    const operations = Array.from({ length: count }, (_, at) => ({
      op: 'replace',
      path: 'displayName',
      value: `N${at}`,
    }));
    const answer = await service.patch(`/Groups/${id}`, { schemas: [PATCH_OP], Operations: operations });
    expect(outcome(answer)).toBe(expected);
  });
});

describe('length of paths and quoted values', () => {
  it('refuses a path with 20,000 "and" and repeats only its beginning', async () => {
    const service = await openTestSandbox({ version: '2.0', users: [account('ada')] });
    const path = `emails[type eq "work"${' and type eq "work"'.repeat(20_000)}].value`;
    const operation = { op: 'replace', path, value: 'x@example.com' };
    const answer = await service.patch('/Users/WADA', patchOp(operation));
    expect(outcome(answer)).toBe('400 invalid_request_payload');
    expect(answer.text.length).toBeLessThan(1000);
  });

  it('repeats only the beginning of an invalid op', async () => {
    const service = await openTestSandbox({ version: '1.1', users: [account('ada')] });
    const answer = await service.patch('/Users/WADA', patchOp({ op: 'x'.repeat(100_000), path: 'title' }));
    expect(answer.text.length).toBeLessThan(1000);
  });

  it.each([
    [4095, 'no_such_group_members'],
    [4096, 'no_such_group_members'],
    [4097, 'invalid_request_payload'],
  ])('answers a path of %i characters with %s', async (length, code) => {
    const service = await openTestSandbox({
      version: '2.0',
      users: [account('ada')],
      groups: [group(['ada'])],
    });
    const [{ id } = { id: '' }] = [...service.sandbox.organization.groups()];
    const path = 'members[value eq "W"]'.replace('W', 'W'.repeat(length - 20));
    expect(path).toHaveLength(length);
    const answer = await service.patch(`/Groups/${id}`, patchOp({ op: 'remove', path }));
    expect(outcome(answer)).toMatch(code);
  });
});
