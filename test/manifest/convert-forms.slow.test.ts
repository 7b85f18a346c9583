import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentsIn } from '../../src/manifest/comments.ts';
import { convertVersion } from '../../src/manifest/convert-version.ts';
import { diffManifests } from '../../src/manifest/diff.ts';
import { printJson, printYaml } from '../../src/manifest/print-yaml.ts';
import { readManifest } from '../../src/manifest/read-manifest.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { runsOf } from '../support/number-of-runs.ts';
import { BASE_HOSTED, BASE_V1, BASE_V2 } from './support/base-manifests.ts';
import { randomFrom, someHabits, writtenYaml } from './support/written-forms.ts';

const RUNS = runsOf(20);
const manifests = fc.constantFrom<readonly [Json, 1 | 2]>([BASE_V1, 1], [BASE_V2, 2], [BASE_HOSTED, 2]);
const written = (data: Json, seed: number) => {
  const random = randomFrom(seed);
  return writtenYaml(data, random, someHabits(random));
};
const dataOf = async (text: string, format: 'yaml' | 'json' = 'yaml') =>
  (await readManifest(text, format)).data ?? null;
/** All differences except for the version itself. */
const differences = (before: Json, after: Json) =>
  diffManifests(before, after).filter(({ pointer }) => !/^\/_metadata(?:\/major_version)?$/.test(pointer));
const commentsOf = async (text: string) =>
  commentsIn(await readManifest(text, 'yaml')).map((comment) => comment.text);

describe('convert of any YAML style (WEB §9)', () => {
  it('converts to the other version and back without a difference', async () => {
    await fc.assert(
      fc.asyncProperty(manifests, fc.integer(), async ([data, version], seed) => {
        const text = written(data, seed);
        const there = await convertVersion(text, 'yaml', version === 1 ? 2 : 1);
        const back = await convertVersion(there.text, 'yaml', version);
        expect(differences(data, await dataOf(there.text)), `${text}\n---\n${there.text}`).toEqual([]);
        expect(diffManifests(data, await dataOf(back.text)), `${text}\n---\n${back.text}`).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps each comment or reports it as lost', async () => {
    await fc.assert(
      fc.asyncProperty(manifests, fc.integer(), async ([data, version], seed) => {
        const text = written(data, seed);
        const there = await convertVersion(text, 'yaml', version === 1 ? 2 : 1);
        const kept = await commentsOf(there.text);
        expect([...kept, ...there.lost.map((one) => one.text)].sort(), `${text}\n---\n${there.text}`).toEqual(
          [...(await commentsOf(text))].sort(),
        );
      }),
      { numRuns: RUNS },
    );
  });

  it('loses no comment if each key has its own line', async () => {
    await fc.assert(
      fc.asyncProperty(manifests, fc.integer(), async ([data, version], seed) => {
        const habits = { comments: 0.6, flow: 0, aliases: 0, eol: '\n', endsWithLine: true } as const;
        const text = writtenYaml(data, randomFrom(seed), habits);
        const { lost } = await convertVersion(text, 'yaml', version === 1 ? 2 : 1);
        expect(lost, text).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it('converts to JSON and back without a difference', async () => {
    await fc.assert(
      fc.asyncProperty(manifests, fc.integer(), async ([data], seed) => {
        const json = printJson((await readManifest(written(data, seed), 'yaml')).tree());
        expect(await dataOf(json, 'json')).toEqual(data);
        expect(await dataOf(printYaml((await readManifest(json, 'json')).tree()))).toEqual(data);
      }),
      { numRuns: RUNS },
    );
  });
});
