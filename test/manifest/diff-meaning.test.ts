import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import jsonPatchLibrary from 'fast-json-patch';
import { describe, expect, it } from 'vitest';
import { diffManifests } from '../../src/manifest/diff.ts';
import { jsonPatch } from '../../src/manifest/json-patch.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { BASE_HOSTED, BASE_V1, BASE_V2, withRenamed, withValue } from './support/base-manifests.ts';
import { brokenManifest } from './support/broken-manifests.ts';
import { changedMeaning, sameMeaning } from './support/meaning-mutations.ts';
import { randomFrom } from './support/written-forms.ts';

/** A manifest with generated step IDs, lists whose order counts, and a list of blocks. */
const GENERATED: JsonObject = {
  _metadata: { major_version: 2 },
  display_information: { name: 'Generated', background_color: '#ABC' },
  features: {
    assistant_view: {
      assistant_description: 'Knows',
      suggested_prompts: [
        { title: 'One', message: '1' },
        { title: 'Two', message: '2' },
        { title: 'Three', message: '3' },
      ],
    },
    shortcuts: [
      { name: 'A', type: 'global', callback_id: 'a', description: 'A' },
      { name: 'B', type: 'message', callback_id: 'b', description: 'B' },
    ],
    slash_commands: [
      { command: '/b', description: 'B', should_escape: true },
      { command: '/a', description: 'A' },
    ],
  },
  workflows: {
    w: {
      title: 'W',
      description: 'W',
      steps: [
        {
          id: '0',
          type: 'function',
          function_id: 'service#/functions/send_message',
          inputs: {
            channel_id: 'C1',
            message: 'x',
            user: ['b', 'a'],
            interactive_blocks: [
              {
                type: 'actions',
                elements: [
                  { type: 'button', text: 'Yes' },
                  { type: 'button', text: 'No' },
                ],
              },
              { type: 'divider' },
            ],
          },
        },
        {
          id: '1',
          type: 'function',
          function_id: 'service#/functions/delay',
          inputs: { minutes_to_delay: 1 },
        },
        {
          id: '2',
          type: 'function',
          function_id: 'service#/functions/delay',
          inputs: { minutes_to_delay: 2 },
        },
      ],
    },
  },
};

const BASES = [BASE_V1, BASE_V2, BASE_HOSTED, GENERATED];
const base = fc.constantFrom(...BASES);
const marks = (before: Json, after: Json) =>
  diffManifests(before, after).map(({ kind, pointer, impact, before: old, after: fresh }) => [
    kind,
    pointer,
    impact,
    ...(kind === 'moved' || kind === 'renamed' ? [old, fresh] : []),
  ]);
const steps = (GENERATED['workflows'] as { w: { steps: readonly Json[] } }).w.steps;
const [first = null, second = null, third = null] = steps;
const STEPS = ['workflows', 'w', 'steps'];

describe('diff by meaning (WEB §2.6, §9)', () => {
  it('is empty after any number of changes without meaning', () => {
    fc.assert(
      fc.property(base, fc.integer(), (data, seed) => {
        const other = sameMeaning(data, seed);
        expect(diffManifests(data, other)).toEqual([]);
        expect(diffManifests(other, data)).toEqual([]);
        expect(jsonPatch(data, other)).toEqual([]);
      }),
      { numRuns: runsOf(75) },
    );
  });

  it('is not empty after one change of meaning among any changes without meaning', () => {
    fc.assert(
      fc.property(base, fc.integer(), fc.nat(), (data, seed, choice) => {
        const { what, data: changed } = changedMeaning(data, choice);
        const other = sameMeaning(changed, seed);
        expect(diffManifests(data, other), what).not.toEqual([]);
        expect(diffManifests(other, data), what).not.toEqual([]);
      }),
      { numRuns: runsOf(150) },
    );
  });

  it('returns a JSON Patch that turns the first manifest into the second', () => {
    fc.assert(
      fc.property(base, base, fc.integer(), fc.nat(), (one, other, seed, choice) => {
        const before = sameMeaning(one, seed);
        const after = changedMeaning(other, choice).data;
        const patch = structuredClone(jsonPatch(before, after));
        const patched = jsonPatchLibrary.applyPatch(structuredClone(before), patch as never).newDocument;
        expect(diffManifests(patched, after)).toEqual([]);
        if (patch.length > 0) expect(patched).toEqual(after);
      }),
      { numRuns: 100 },
    );
  });
});

describe('diff of invalid manifests (WEB §2.6, §9)', () => {
  it('is symmetric, and its patch turns the first manifest into the second', () => {
    const broken = (data: Json, seed: number) => {
      const random = randomFrom(seed);
      return JSON.parse(
        JSON.stringify(brokenManifest(data, random, Math.floor(random() * 3))).replaceAll('\\u0001', ''),
      ) as Json;
    };
    fc.assert(
      fc.property(base, fc.integer(), fc.integer(), (data, one, other) => {
        const before = broken(data, one);
        const after = broken(before, other);
        const found = diffManifests(before, after);
        const patch = jsonPatch(before, after);
        expect(diffManifests(after, before).length > 0).toBe(found.length > 0);
        expect(patch.length > 0).toBe(found.length > 0);
        const patched = jsonPatchLibrary.applyPatch(
          structuredClone(before),
          structuredClone(patch) as never,
        ).newDocument;
        expect(diffManifests(patched, after)).toEqual([]);
        const places = found.map(({ kind, pointer }) => `${kind} ${pointer}`);
        expect(new Set(places).size).toBe(places.length);
      }),
      { numRuns: runsOf(75) },
    );
  });
});

describe('diff of order and names (WEB §2.6)', () => {
  it('reports swapped steps with generated IDs as moved', () => {
    expect(marks(GENERATED, withValue(GENERATED, STEPS, [second, first, third]))).toEqual([
      ['moved', '/workflows/w/steps/0', 'changes-behavior', 0, 1],
    ]);
    expect(marks(GENERATED, withValue(GENERATED, STEPS, [third, first, second]))).toEqual([
      ['moved', '/workflows/w/steps/2', 'changes-behavior', 2, 0],
    ]);
  });

  it.each([
    ['shortcuts', ['features', 'shortcuts'], '/features/shortcuts/a'],
    [
      'prompts',
      ['features', 'assistant_view', 'suggested_prompts'],
      '/features/assistant_view/suggested_prompts/Three',
    ],
  ])('reports a changed order of %s', (_, path, pointer) => {
    const list = path.reduce<Json>(
      (value, key) => (value as JsonObject)[key] ?? null,
      GENERATED,
    ) as readonly Json[];
    const moved = [list.at(-1) ?? null, ...list.slice(0, -1)];
    expect(marks(GENERATED, withValue(GENERATED, path, moved)).map(([kind, at]) => [kind, at])).toEqual([
      ['moved', pointer],
    ]);
  });

  it('reports a changed order of blocks in a step input', () => {
    const path = [...STEPS, 0, 'inputs', 'interactive_blocks'];
    const blocks = [{ type: 'divider' }, { type: 'actions', elements: [{ type: 'button' }] }];
    const one = withValue(GENERATED, path, blocks);
    expect(marks(one, withValue(one, path, [...blocks].reverse())).length).toBeGreaterThan(0);
    expect(
      marks(GENERATED, withValue(GENERATED, [...STEPS, 0, 'inputs', 'user'], ['a', 'b'])).length,
    ).toBeGreaterThan(0);
  });

  it.each([
    [
      'a function',
      BASE_V1,
      ['functions', 'next_tide'],
      ['renamed', '/functions/next_tide', 'deletes-live-data', 'next_tide', 'other'],
    ],
    [
      'a datastore',
      BASE_V1,
      ['datastores', 'tides'],
      ['renamed', '/datastores/tides', 'deletes-live-data', 'tides', 'other'],
    ],
    [
      'an input',
      BASE_V1,
      ['functions', 'next_tide', 'input_parameters', 'day'],
      ['renamed', '/functions/next_tide/input_parameters/day', 'breaking', 'day', 'other'],
    ],
    ['a custom type', BASE_V1, ['types', 'tide'], ['renamed', '/types/tide', 'breaking', 'tide', 'other']],
  ] as const)('reports %s as renamed', (_, data, path, expected) => {
    expect(marks(data, withRenamed(data, path, 'other'))).toEqual([expected]);
  });

  it('reports a renamed step and a renamed slash command', () => {
    expect(marks(GENERATED, withValue(GENERATED, [...STEPS, 1, 'id'], 'wait'))).toEqual([
      ['renamed', '/workflows/w/steps/1', 'changes-behavior', '1', 'wait'],
    ]);
    expect(
      marks(GENERATED, withValue(GENERATED, ['features', 'slash_commands', 1, 'command'], '/c')),
    ).toEqual([['renamed', '/features/slash_commands/~1a', 'changes-behavior', '/a', '/c']]);
  });

  it('compares items one by one if a name is missing or duplicate', () => {
    const twice = withValue(GENERATED, STEPS, [first, first, { function_id: 'x' }]);
    expect(marks(twice, withValue(GENERATED, STEPS, [first, { function_id: 'x' }, first]))).not.toEqual([]);
    expect(marks(twice, withValue(GENERATED, STEPS, [first, first]))).toEqual([
      ['removed', '/workflows/w/steps/[2]', 'changes-behavior'],
    ]);
  });
});

describe('orgctl manifest diff', () => {
  async function compared(before: Json, after: Json, flags: string) {
    const machine = freshMachine();
    writeFileSync(machine.path('a.json'), JSON.stringify(before));
    writeFileSync(machine.path('b.json'), JSON.stringify(after));
    return machine.orgctl(`manifest diff ${machine.path('a.json')} ${machine.path('b.json')} ${flags}`);
  }

  it.each(['--detailed-exitcode', '--exit-code'])('exits with 8 for %s', async (flag) => {
    const moved = withValue(GENERATED, STEPS, [second, first, third]);
    expect(await compared(GENERATED, moved, `--format human ${flag}`)).toEqual({
      exit: 8,
      stdout: '~ workflows.w.steps.0: moved from position 1 to 2 [changes-behavior]\n',
      stderr: '1 difference\nerror: the manifests differ\n',
    });
    expect((await compared(GENERATED, moved, '--format human')).exit).toBe(0);
  });

  it('prints long values from their first difference, if they begin alike', async () => {
    const start = 'The tide table of the harbour, for people who ';
    const described = (long_description: string) => ({
      display_information: { name: 'X', long_description },
    });
    const printed = async (one: string, other: string) =>
      (await compared(described(one), described(other), '--format human')).stdout;
    expect(await printed(`${start}sail`, `${start}row`)).toBe(
      '~ display_information.long_description: …people who sail" → …people who row"\n',
    );
    expect(await printed(start, `${start}row`)).toBe(
      '~ display_information.long_description: …people who " → …people who row"\n',
    );
    expect(await printed('sail', `${start}row`)).toBe(
      '~ display_information.long_description: "sail" → "The tide table of the harbour, for peo…\n',
    );
  });

  it('truncates a value by characters', async () => {
    const faces = (count: number) => ({ display_information: { name: '😀'.repeat(count) } });
    expect((await compared(faces(30), faces(39), '--format human')).stdout).toBe(
      `~ display_information.name: "${'😀'.repeat(30)}" → "${'😀'.repeat(38)}…\n`,
    );
  });

  it('prints renamed entries', async () => {
    expect(
      (await compared(BASE_V1, withRenamed(BASE_V1, ['functions', 'next_tide'], 'tide'), '--format human'))
        .stdout,
    ).toBe('~ functions.next_tide: renamed to "tide" [deletes-live-data]\n');
  });

  it('lists every value of a deleted or added section', async () => {
    const { features: _, ...bare } = GENERATED;
    const listed = (sign: string) => [
      `${sign} features [changes-behavior]`,
      `    ${sign} features.assistant_view.assistant_description: "Knows"`,
      `    ${sign} features.assistant_view.suggested_prompts[0].title: "One"`,
    ];
    const removed = (await compared(GENERATED, bare, '--format human')).stdout.split('\n');
    expect(removed.slice(0, 3)).toEqual(listed('-'));
    expect(removed).toContain('    - features.slash_commands[0].command: "/a"');
    expect(removed.filter((line) => line.startsWith('    - '))).toHaveLength(20);
    const added = (await compared(bare, GENERATED, '--format human')).stdout.split('\n');
    expect(added).toHaveLength(removed.length);
    expect(added).toContain('    + features.slash_commands[0].command: "/a"');
  });

  it('does not list the values of a short addition separately', async () => {
    const less = withValue(GENERATED, ['features', 'slash_commands'], []);
    const one = withValue(GENERATED, ['features', 'slash_commands'], [{ command: '/a' }]);
    expect((await compared(less, one, '--format human')).stdout).not.toContain('    +');
  });

  it('does not count a color as deleted, because an update without it keeps it', async () => {
    const { display_information: _, ...rest } = GENERATED;
    const bare = { display_information: { name: 'Generated' }, ...rest };
    expect((await compared(GENERATED, bare, '--format human')).stderr).toBe('1 difference\n');
    const less = withValue(bare, STEPS, [first, second]);
    expect((await compared(GENERATED, less, '--format human')).stderr).toBe(
      '2 differences; an update replaces the manifest: 1 entry is deleted\n',
    );
  });

  it('prints an empty patch for manifests with the same meaning', async () => {
    const other = withValue(GENERATED, ['display_information', 'background_color'], '#aabbcc');
    expect(await compared(GENERATED, other, '--format patch --detailed-exitcode')).toEqual({
      exit: 0,
      stdout: '[]\n',
      stderr: 'no difference\n',
    });
  });
});
