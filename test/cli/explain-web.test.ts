import { describe, expect, it } from 'vitest';
import { WEB_ERROR_CODES } from '../../src/spec/webapi-error-codes.ts';
import { WEB_API_METHODS, type WebApiMethod } from '../../src/spec/webapi-methods.ts';
import { freshMachine } from '../support/run-orgctl.ts';

describe('explain (WEB §4, §5, §7)', () => {
  it('lists every code', async () => {
    const { stdout } = await freshMachine().orgctl('explain -o json');
    const codes = JSON.parse(stdout)
      .filter(({ api }: { api: string }) => api === 'Web API')
      .map(({ code }: { code: string }) => code);
    expect(codes).toEqual(Object.keys(WEB_ERROR_CODES));
  });

  it.each(Object.keys(WEB_ERROR_CODES))('explains %s', async (code) => {
    const ran = await freshMachine().orgctl(`explain ${code} -o json`);
    expect(ran).toMatchObject({ exit: 0, stderr: '' });
    const parsed: { readonly api: string } | readonly { readonly api: string }[] = JSON.parse(ran.stdout);
    const row = Array.isArray(parsed) ? parsed.find(({ api }) => api === 'Web API') : parsed;
    expect(row).toMatchObject({
      code,
      meaning: expect.stringMatching(/\.$/),
      remedy: expect.stringMatching(/\.$/),
    });
  });

  it('knows every code of a method, and the methods of a code', async () => {
    const methods: readonly WebApiMethod[] = Object.values(WEB_API_METHODS);
    for (const { errors } of methods) for (const code of errors) expect(WEB_ERROR_CODES).toHaveProperty(code);
    const { stdout } = await freshMachine().orgctl('explain too_many_users -o json');
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ methods: ['migration.exchange'] }));
  });

  it.each(Object.keys(WEB_API_METHODS))('points from the method %s to its description', async (method) => {
    const { orgctl } = freshMachine();
    const hint = `orgctl api ${method} --describe`;
    expect(await orgctl(`explain ${method}`)).toEqual({
      exit: 2,
      stdout: '',
      stderr: `error: "${method}" is a Web API method\nhint: ${hint}\n`,
    });
    expect((await orgctl(hint.replace('orgctl ', ''))).exit).toBe(0);
    expect((await orgctl(`explain ${method}s`)).stderr).toContain(`(did you mean ${method}?)`);
  });

  it('gives the advice of WEB §5 if the installation may be the cause', async () => {
    const { stdout } = await freshMachine().orgctl('explain not_an_admin -o table');
    expect(stdout).toMatch(/org-level token.*org admin or owner.*Channel Management role/s);
  });
});
