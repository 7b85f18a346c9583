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

  it.each([
    ['[?active]', "'[?active].{userName: userName, title: title}'"],
    ['[].userName', "'[].{userName: userName, title: title}'"],
  ])('is refused with --query, which chooses its own columns: %s', async (query, instead) => {
    const { words } = freshMachine();
    const list = ['-p', 'sandbox', 'scim', 'users', 'list', '-o', 'csv'];
    const { exit, stdout, stderr } = await words([...list, '--query', query, '--columns', 'userName,title']);
    expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
    expect(stderr).toContain('--columns and --query cannot be combined: a query chooses its own columns');
    expect(stderr).toContain(`name the columns in the query: --query ${instead}`);
    const corrected = await words([...list, '--query', instead.slice(1, -1)]);
    expect(corrected.stdout).toMatch(/^userName,title\nines\.harbour,Managing director\n/);
  });

  it('set by a variable is overridden by a typed --query, and overrides a variable with a query', async () => {
    const { orgctl } = freshMachine();
    const env = { ORGCTL_COLUMNS: 'userName', ORGCTL_QUERY: '[0].title' };
    const query = await orgctl("-p sandbox scim users list -o json --query '[1].title'", { env });
    expect(query.stdout).toBe('"Head of IT"\n');
    const neither = await orgctl('-p sandbox scim users list -o json', { env });
    expect(neither.stdout).toBe('"Managing director"\n');
    const columns = await orgctl('-p sandbox scim users list --columns title -o csv --limit 1', { env });
    expect(columns.stdout).toBe('title\nManaging director\n');
  });
});
