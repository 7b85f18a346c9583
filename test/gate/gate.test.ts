import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secretsOfTest } from '../support/secrets-of-test.ts';

/** Characters of tokens, and some that are written in another way in JSON or a URL. */
const values = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_"\\ /+é'), minLength: 8, maxLength: 40 });
const forms: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => encodeURIComponent(secret),
  (secret) => JSON.stringify(secret).slice(1, -1),
];

describe('secrets found by the gate', () => {
  it('stays hidden in any text, as it is, in a URL and in JSON, whole or in pieces of eight', () => {
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

  it.each(['', 'a', 'ab'])('stays hidden in base64 behind "%s"', (prefix) => {
    const secrets = secretsOfTest();
    secrets.add('canary-1234567890-token');
    const text = Buffer.from(`${prefix}canary-1234567890-token:x`).toString('base64');
    const shown = secrets.redact(`authorization: Basic ${text}`);
    expect(shown).toContain('«redacted»');
    expect(shown).not.toContain(text.slice(8, 24));
  });

  it.each([4_095, 4_096, 4_097, 8_193, 100_000, 1_000_000])(
    'stays hidden when it has %i characters',
    (length) => {
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
    },
  );

  it('is hidden as a whole when it is short, as the password of a proxy', () => {
    const secrets = secretsOfTest();
    secrets.add('hunter2');
    expect(secrets.redact('http://me:hunter2@proxy and hunter')).toBe(
      'http://me:«redacted»@proxy and hunter',
    );
  });

  it('leaves every other text as it is', () => {
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

  it('is marked once where pieces of it overlap', () => {
    const secrets = secretsOfTest();
    secrets.add('canary-1234567890-token');
    expect(secrets.redact('a canary-1234567890-token b')).toBe('a «redacted» b');
  });
});
