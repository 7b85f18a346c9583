import { describe, expect, it } from 'vitest';
import { reversed } from '../../src/migration/read-id-map.ts';

describe('a map that is turned around', () => {
  const map = (...pairs: readonly (readonly [string, string])[]) => ({
    ids: new Map(pairs),
    invalid: new Set<string>(),
  });

  it('leads back, without what stays as it is', () => {
    expect([...reversed(map(['U1', 'W1'], ['U2', 'U2'], ['U3', 'W3']))]).toEqual([
      ['W1', 'U1'],
      ['W3', 'U3'],
    ]);
  });

  it('cannot lead back to two', () => {
    expect(() => reversed(map(['U1', 'W1'], ['U2', 'W1']))).toThrow(
      'U1 and U2 both become W1; this cannot be turned around',
    );
  });
});
