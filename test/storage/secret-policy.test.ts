import { expect, it } from 'vitest';
import { applySecretPolicy, type SecretPolicy } from '../../src/storage/secret-policy.ts';
import { secretsOfTest } from '../support/secrets-of-test.ts';

const CANARY = 'CANARY-9fK2mWq7Lz4s';
const written = (content: string | Uint8Array, secrets: SecretPolicy) =>
  Buffer.from(applySecretPolicy(content, secrets, 'people.csv')).toString();

it.each<[SecretPolicy, boolean]>([
  ['hide', true],
  ['refuse', true],
  ['keep', true],
  ['hide', false],
  ['refuse', false],
  ['keep', false],
])('writes content without secrets unchanged (%s, as text: %s)', (secrets, isText) => {
  const secret = secretsOfTest();
  secret.add(CANARY);
  expect(written(isText ? 'zwö' : Buffer.from('zwö'), secrets)).toBe('zwö');
});

it.each([true, false])('hides, refuses or keeps a secret, depending on the file (as text: %s)', (isText) => {
  const secret = secretsOfTest();
  secret.add(CANARY);
  const content = isText ? `a ${CANARY} b` : Buffer.from(`a ${CANARY} b`);
  expect(written(content, 'hide')).toBe('a «redacted» b');
  expect(written(content, 'keep')).toBe(`a ${CANARY} b`);
  expect(() => written(content, 'refuse')).toThrowError(
    expect.objectContaining({
      kind: 'invalidInput',
      message: 'people.csv was not written: a value in it is the token or a password of this run',
      hint: 'remove it from the input; if it was a live token, revoke it',
    }),
  );
});
