import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretsOfTest } from '../support/secrets-of-test.ts';

/** Characters of tokens, and characters that JSON or a URL encodes. */
const values = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_"\\ /+é'), minLength: 8, maxLength: 40 });
const forms: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => encodeURIComponent(secret),
  (secret) => JSON.stringify(secret).slice(1, -1),
];

describe('secret known to the gate', () => {
  it('is hidden in any text, plain, URL-encoded and in JSON, whole or in pieces of eight', () => {
    fc.assert(
      fc.property(
        values,
        fc.string(),
        fc.string(),
        fc.constantFrom(...forms),
        (secret, before, after, form) => {
          const secrets = secretsOfTest();
          secrets.add(secret);
          const written = form(secret);
          for (const part of [written, written.slice(0, 8), written.slice(-8)]) {
            const shown = secrets.redact(`${before}${part}${after}`);
            expect(shown).toContain('«redacted»');
            for (let start = 0; start + 8 <= written.length; start += 1)
              expect(shown).not.toContain(written.slice(start, start + 8));
          }
          secrets.forget();
        },
      ),
    );
  });

  it.each(['', 'a', 'ab'])('is hidden in base64 after "%s"', (prefix) => {
    const secrets = secretsOfTest();
    secrets.add('canary-1234567890-token');
    const text = Buffer.from(`${prefix}canary-1234567890-token:x`).toString('base64');
    const shown = secrets.redact(`authorization: Basic ${text}`);
    expect(shown).toContain('«redacted»');
    expect(shown).not.toContain(text.slice(8, 24));
  });

  it.each([4_095, 4_096, 4_097, 8_193, 100_000, 1_000_000])('is hidden if it has %i characters', (length) => {
    const secret = Array.from({ length }, (_, index) => ((index * 7_919) % 1_299_709).toString(36))
      .join('')
      .slice(0, length);
    const secrets = secretsOfTest();
    secrets.add(secret);
    for (const written of [
      secret,
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ])
      expect(secrets.redact(`before ${written} after`)).toMatch(/^before .{0,4}«redacted».{0,4} after$/);
    const half = secrets.redact(secret.slice(0, Math.floor(length / 2)));
    expect(half.length).toBeLessThan(20 + length / 2_000);
    secrets.forget();
  });

  it('is hidden as a whole if it is short, such as a proxy password', () => {
    const secrets = secretsOfTest();
    secrets.add('hunter2');
    expect(secrets.redact('http://me:hunter2@proxy and hunter')).toBe(
      'http://me:«redacted»@proxy and hunter',
    );
  });

  it('leaves all other text unchanged', () => {
    const secrets = secretsOfTest();
    expect(secrets.redact('nothing is secret yet')).toBe('nothing is secret yet');
    secrets.add('canary-1234567890-token');
    secrets.add('x');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'xyz é') }), (text) => {
        expect(secrets.redact(text)).toBe(text);
      }),
    );
  });

  it('is replaced by one mark if its pieces overlap', () => {
    const secrets = secretsOfTest();
    secrets.add('canary-1234567890-token');
    expect(secrets.redact('a canary-1234567890-token b')).toBe('a «redacted» b');
  });
});
