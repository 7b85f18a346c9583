import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PASSWORD_OPERATIONS } from '../support/password-operations.ts';
import { freshMachine } from '../support/run-orgctl.ts';

const PASSWORD = 'canary-Sesame-4hF8sK2mW';
const EXAMPLES = PASSWORD_OPERATIONS.map((operation) => [operation('…'), operation(PASSWORD)] as const);

describe.each(EXAMPLES)('a password in the raw PATCH %s', (_, operation) => {
  const body = `{"schemas":["urn:ietf:params:scim:api:messages:2.0:PatchOp"],"Operations":[${operation}]}`;

  it('is in no output and in no file, not even with --debug', async () => {
    const machine = freshMachine();
    const file = machine.path('op.json');
    writeFileSync(file, body);
    const patch = `-p sandbox --debug scim users patch walt.finch --file ${file}`;
    const looked = await machine.orgctl(`${patch} --dry-run --verbose`);
    expect(looked.exit).toBe(0);
    expect(looked.stderr).toContain('«redacted»');
    const sent = await machine.orgctl(`${patch} --yes --record ${machine.path('recording.ndjson')}`);
    expect(sent.stderr).toContain('PATCH http://sandbox.localhost/');
    expect(JSON.stringify([looked, sent])).not.toContain('canary');
    expect(filesWith(machine.home, 'canary')).toEqual([file]);
    expect(filesWith(machine.home, 'recorded-secret')).toEqual([machine.path('recording.ndjson')]);
    const plans = filesWith(machine.home, '"lacksSecrets":true');
    expect(plans).toHaveLength(1);
  });
});

function filesWith(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && readFileSync(path, 'utf8').includes(text));
}
