import { describe, expect, it } from 'vitest';
import { effectiveSafety, limitVariable, safetyOfEnvironment } from '../../src/profiles/effective-safety.ts';
import { PLAN_LIMIT_NAMES } from '../../src/profiles/plan-limits.ts';
import type { Safety } from '../../src/profiles/safety.ts';

describe('safety settings of the environment', () => {
  it.each([
    ['1', true],
    ['true', true],
    ['yes', true],
    ['Y', true],
    ['ON', true],
    ['n', undefined],
    ['OFF', undefined],
    ['0', undefined],
    ['false', undefined],
    ['No', undefined],
    ['', undefined],
  ])('ORGCTL_READ_ONLY=%s', (text, readOnly) => {
    expect(safetyOfEnvironment({ ORGCTL_READ_ONLY: text }).readOnly).toBe(readOnly);
  });

  it.each(['maybe', 'never', '2', ' '])('ORGCTL_READ_ONLY=%j is refused', (text) => {
    expect(() => safetyOfEnvironment({ ORGCTL_READ_ONLY: text })).toThrowError(
      expect.objectContaining({
        kind: 'usage',
        message: `ORGCTL_READ_ONLY is "${text}". Allowed choices are 1, true, yes, y, on, 0, false, no, n, off.`,
      }),
    );
  });

  it.each([
    ['clara.voss', ['clara.voss']],
    [' clara.voss , IT,,*@board.example ', ['clara.voss', 'IT', '*@board.example']],
    [' , ', undefined],
  ])('ORGCTL_PROTECT=%j', (text, patterns) => {
    expect(safetyOfEnvironment({ ORGCTL_PROTECT: text }).protected).toEqual(patterns);
  });

  it.each(PLAN_LIMIT_NAMES.map((name) => [limitVariable(name), name] as const))(
    '%s accepts only a count or a percentage',
    (variable, name) => {
      expect(safetyOfEnvironment({ [variable]: '3' }).planLimits).toEqual({ [name]: 3 });
      expect(safetyOfEnvironment({ [variable]: '5%' }).planLimits).toEqual({ [name]: '5%' });
      expect(() => safetyOfEnvironment({ [variable]: 'many' })).toThrowError(
        expect.objectContaining({
          kind: 'usage',
          message: `${variable} is "many". It must be a whole number from 0, or a percentage such as 5%.`,
        }),
      );
    },
  );
});

describe('effectiveSafety', () => {
  it.each<[string, Safety, Safety, Safety]>([
    ['is empty without settings', {}, {}, {}],
    [
      'returns the settings of the profile',
      { readOnly: true, protected: ['a'] },
      {},
      { readOnly: true, protected: ['a'] },
    ],
    [
      'returns the settings of the environment',
      {},
      { readOnly: true, protected: ['b'] },
      { readOnly: true, protected: ['b'] },
    ],
    [
      'merges the protection of both',
      { protected: ['a', 'b'] },
      { protected: ['b', 'c'] },
      { protected: ['a', 'b', 'c'] },
    ],
    [
      'prefers a variable to a limit of the profile',
      { planLimits: { maxDeactivate: 3, maxChanges: 9 } },
      { planLimits: { maxDeactivate: '5%' } },
      { planLimits: { maxDeactivate: '5%', maxChanges: 9 } },
    ],
  ])('%s', (_, profile, given, wanted) => {
    const { sources, ...safety } = effectiveSafety(profile, given);
    expect(safety).toEqual(wanted);
    expect(Object.keys(sources.planLimits)).toEqual(Object.keys(wanted.planLimits ?? {}));
  });
});
