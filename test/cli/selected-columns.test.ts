import { describe, expect, it } from 'vitest';
import { freshMachine } from '../support/run-orgctl.ts';

const readJson = (text: string): unknown => JSON.parse(text);

describe('--columns with JSON', () => {
  it('prints the given members in this order, for a list and a single resource', async () => {
    const { orgctl } = freshMachine();
    const list = await orgctl('-p sandbox scim users list --columns title,userName --limit 1 -o json');
    expect(list.stdout).toBe(
      '[\n  {\n    "title": "Managing director",\n    "userName": "ines.harbour"\n  }\n]\n',
    );
    const one = await orgctl(
      '-p sandbox scim users get clara.voss --columns state,department,division -o ndjson',
    );
    expect(readJson(one.stdout)).toEqual({ state: 'active', department: 'Product', division: null });
  });

  it('prints a member completely if the column has its name', async () => {
    const { orgctl } = freshMachine();
    const { stdout } = await orgctl(
      '-p sandbox scim groups list --columns displayName,members -o ndjson --limit 1',
    );
    expect(readJson(stdout)).toEqual({
      displayName: 'Everyone in Berlin',
      members: [expect.objectContaining({ display: 'Clara Voss' })],
    });
  });

  it('accepts headings as shown, and applies to YAML', async () => {
    const { orgctl } = freshMachine();
    const { stdout } = await orgctl('-p sandbox who tomas.rey --columns State -o yaml');
    expect(stdout).toBe('state: active\n');
  });

  it.each(['json', 'ndjson', 'yaml', 'csv', 'table'])(
    'refuses an unknown column before printing anything: %s',
    async (format) => {
      const { orgctl } = freshMachine();
      const { exit, stdout, stderr } = await orgctl(`-p sandbox scim users list --columns nope -o ${format}`);
      expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
      expect(stderr).toContain('there is no column');
    },
  );

  it('is overridden by --query', async () => {
    const { orgctl } = freshMachine();
    const { stdout } = await orgctl(
      `-p sandbox scim users list --columns userName -o json --query '[0].title'`,
    );
    expect(stdout).toBe('"Managing director"\n');
  });
});
