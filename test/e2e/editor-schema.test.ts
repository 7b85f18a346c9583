import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LanguageServer, startLanguageServer } from '../support/language-server.ts';

const SCHEMA = pathToFileURL(resolve('schemas/manifest.schema.json')).href;
const HEAD = `# yaml-language-server: $schema=${SCHEMA}\n`;
let server: LanguageServer;
let count = 0;

beforeAll(async () => {
  server = startLanguageServer(
    [process.execPath, 'node_modules/yaml-language-server/bin/yaml-language-server', '--stdio'],
    { validate: true, hover: true, completion: true, schemaStore: { enable: false } },
  );
  await server.request('initialize', { processId: null, rootUri: null, capabilities: {} });
  server.notify('initialized', {});
});
afterAll(() => server.stop());

/** Opens a manifest; `|` marks the cursor. */
function open(text: string) {
  count += 1;
  const uri = `file:///manifest-${count}.yaml`;
  const before = HEAD + text.slice(0, Math.max(0, text.indexOf('|')));
  const lines = before.split('\n');
  const document = { uri, languageId: 'yaml', version: 1, text: HEAD + text.replace('|', '') };
  server.notify('textDocument/didOpen', { textDocument: document });
  return {
    textDocument: { uri },
    position: { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 },
  };
}

interface Item {
  readonly label: string;
  readonly documentation?: string | { readonly value: string };
}

async function completed(text: string): Promise<ReadonlyMap<string, string>> {
  const { items } = (await server.request('textDocument/completion', open(text))) as {
    readonly items: readonly Item[];
  };
  return new Map(
    items.map(({ label, documentation = '' }) => [
      label,
      typeof documentation === 'string' ? documentation : documentation.value,
    ]),
  );
}

async function hovered(text: string): Promise<string> {
  const hover = (await server.request('textDocument/hover', open(text))) as {
    readonly contents: { readonly value: string };
  };
  return hover.contents.value.replaceAll('\\', '');
}

async function diagnosed(text: string): Promise<readonly string[]> {
  const { textDocument } = open(text);
  for (;;) {
    const found = (await server.notified('textDocument/publishDiagnostics')) as {
      readonly uri: string;
      readonly diagnostics: readonly {
        readonly message: string;
        readonly range: { readonly start: { readonly line: number } };
      }[];
    };
    if (found.uri !== textDocument.uri) continue;
    return found.diagnostics.map(({ message, range }) => `${range.start.line}: ${message}`);
  }
}

describe('JSON Schema in the YAML language server (WEB §2.6, §9)', () => {
  test('completes keys and describes each', async () => {
    const keys = await completed('display_information:\n  name: X\nsettings:\n  |\n');
    expect(keys.get('socket_mode_enabled')).toBe(
      'Whether the app connects by a WebSocket, without request URLs.',
    );
    expect(keys.get('function_runtime')).toContain('Who runs the functions');
    expect([...keys.values()].filter((text) => text === '')).toEqual([]);
  });

  test('completes scopes, events and types and describes each', async () => {
    const scopes = await completed('oauth_config:\n  scopes:\n    bot:\n      - |\n');
    expect(scopes.get('chat:write')).toBe('Send messages.');
    expect(scopes.get('users:read')).toBe('See people of the workspace.');
    const events = await completed('settings:\n  event_subscriptions:\n    bot_events:\n      - |\n');
    expect(events.get('message.im')).toBe('A direct message was sent to the app. Needs im:history.');
    const types = await completed('types:\n  a:\n    type: |\n');
    expect(types.get('service#/types/user_id')).toBe('ID of a person.');
  });

  test('completes enum values, and step types in version 2 only', async () => {
    const kinds = await completed('features:\n  shortcuts:\n    - type: |\n');
    expect([...kinds.keys()]).toEqual(expect.arrayContaining(['message', 'global']));
    const step = 'workflows:\n  w:\n    title: W\n    description: W\n    steps:\n      - id: a\n        |\n';
    expect((await completed(`_metadata:\n  major_version: 2\n${step}`)).has('type')).toBe(true);
    expect((await completed(step)).has('type')).toBe(false);
  });

  test('describes a key on hover, with limits from outside the specification', async () => {
    expect(await hovered('display_information:\n  na|me: X\n')).toContain('Name of the app.');
    expect(await hovered('features:\n  unfurl_dom|ains: [a.example]\n')).toContain(
      'Usually at least 1 item.',
    );
  });

  test('reports values that the specification forbids, and nothing in a correct manifest', async () => {
    expect(await diagnosed('display_information:\n  name: X\n')).toEqual([]);
    expect(await diagnosed(`display_information:\n  name: ${'x'.repeat(36)}\n`)).toEqual([
      expect.stringMatching(/^2: .*35/),
    ]);
    expect(await diagnosed('display_information:\n  name: X\n  quux: 1\n')).toEqual([
      expect.stringMatching(/^3: .*quux/),
    ]);
    expect(
      await diagnosed('display_information:\n  name: X\noutgoing_domains: ["https://a.example"]\n'),
    ).toHaveLength(1);
  });

  test('requires a runtime and org_deploy_enabled if there are functions', async () => {
    const functions =
      'display_information:\n  name: X\nfunctions:\n  greet:\n    title: G\n    description: G\n    input_parameters: {}\n    output_parameters: {}\n';
    expect((await diagnosed(functions)).join()).toContain('settings');
    const settings = (deploy: boolean) =>
      `settings:\n  function_runtime: remote\n  org_deploy_enabled: ${deploy}\n`;
    expect(await diagnosed(functions + settings(false))).toHaveLength(1);
    expect(await diagnosed(functions + settings(true))).toEqual([]);
  });
});
