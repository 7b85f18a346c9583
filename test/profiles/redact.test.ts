import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/profiles/redact.ts';

/** Characters of tokens, and some that are written in another way in JSON or a URL. */
const secrets = fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_"\\ /+é'), minLength: 8, maxLength: 40 });
const forms: readonly ((secret: string) => string)[] = [
  (secret) => secret,
  (secret) => encodeURIComponent(secret),
  (secret) => JSON.stringify(secret).slice(1, -1),
];

describe('what is secret', () => {
  it('stays hidden in any text, as it is, in a URL and in JSON, whole or in pieces of eight', () => {
    fc.assert(
      fc.property(
        secrets,
        fc.string(),
        fc.string(),
        fc.constantFrom(...forms),
        (secret, before, after, form) => {
          const redactor = createRedactor();
          redactor.add(secret);
          const written = form(secret);
          for (const part of [written, written.slice(0, 8), written.slice(-8)]) {
            const shown = redactor.redact(`${before}${part}${after}`);
            expect(shown).toContain('«redacted»');
            for (let start = 0; start + 8 <= written.length; start += 1)
              expect(shown).not.toContain(written.slice(start, start + 8));
          }
        },
      ),
    );
  });

  it.each(['', 'a', 'ab'])('stays hidden in base64 behind "%s"', (prefix) => {
    const redactor = createRedactor();
    redactor.add('canary-1234567890-token');
    const text = Buffer.from(`${prefix}canary-1234567890-token:x`).toString('base64');
    const shown = redactor.redact(`authorization: Basic ${text}`);
    expect(shown).toContain('«redacted»');
    expect(shown).not.toContain(text.slice(8, 24));
  });

  it('is hidden as a whole when it is short, as the password of a proxy', () => {
    const redactor = createRedactor();
    redactor.add('hunter2');
    expect(redactor.redact('http://me:hunter2@proxy and hunter')).toBe(
      'http://me:«redacted»@proxy and hunter',
    );
  });

  it('leaves every other text as it is', () => {
    const redactor = createRedactor();
    expect(redactor.redact('nothing is secret yet')).toBe('nothing is secret yet');
    redactor.add('canary-1234567890-token');
    redactor.add('x');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'xyz é') }), (text) => {
        expect(redactor.redact(text)).toBe(text);
      }),
    );
  });

  it('is marked once where pieces of it overlap', () => {
    const redactor = createRedactor();
    redactor.add('canary-1234567890-token');
    expect(redactor.redact('a canary-1234567890-token b')).toBe('a «redacted» b');
  });
});
