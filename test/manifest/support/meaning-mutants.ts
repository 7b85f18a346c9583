import { describe, expect, it } from 'vitest';
import { pointerOf } from '../../../src/manifest/path.ts';
import type { Json, JsonObject } from '../../../src/spec/protocol-types.ts';
import { BASE_V1, withValue } from './base-manifests.ts';
import { jsonText, seenIn, yamlText } from './find-finding.ts';

export type Path = readonly (string | number)[];
/** A title, a manifest with a defect, and the expected finding: rule, path, and the marked text in JSON. */
export type Row = readonly [what: string, data: Json, rule: string, path: Path, marked: string];

export const set = (path: Path, value: Json | undefined, base: JsonObject = BASE_V1) =>
  withValue(base, path, value);
export const both = (changes: readonly (readonly [Path, Json | undefined])[], base: JsonObject = BASE_V1) =>
  changes.reduce<Json>((data, [path, value]) => withValue(data, path, value), base);
export const items = (path: Path, base: JsonObject = BASE_V1) =>
  path.reduce<Json>(
    (value, step) => (value as Record<string | number, Json>)[step] ?? null,
    base,
  ) as readonly Json[];
export const without = (path: Path, ...gone: readonly string[]) =>
  set(
    path,
    items(path).filter((item) => !gone.includes(String(item))),
  );
export const adding = (path: Path, item: Json) => set(path, [...items(path), item]);

export const BOT: Path = ['oauth_config', 'scopes', 'bot'];
export const USER: Path = ['oauth_config', 'scopes', 'user'];
export const EVENTS: Path = ['settings', 'event_subscriptions'];
export const BOT_EVENTS: Path = [...EVENTS, 'bot_events'];
export const STEPS: Path = ['workflows', 'morning', 'steps'];
export const FIRST: Path = [...STEPS, 0];
export const SECOND: Path = [...STEPS, 1];
export const NEXT_TIDE: Path = ['functions', 'next_tide'];
/** A variable in the syntax of shells and templates. */
export const variable = (name: string) => `$\{${name}}`;
export const quoted = (text: string) => JSON.stringify(text);

/** Checks that each defect gives the same single finding in JSON and in YAML. */
export function oneFindingEach(subject: string, rows: readonly Row[]): void {
  describe(`one semantic defect gives one finding: ${subject}`, () => {
    it.each(rows.map((row) => [row[0], row] as const))('%s', async (_, [, data, rule, path, marked]) => {
      const expected = [[rule, pointerOf(path)]];
      const json = await seenIn('manifest.json', jsonText(data));
      const yaml = await seenIn('manifest.yaml', yamlText(data));
      expect(json.map(({ rule, pointer }) => [rule, pointer])).toEqual(expected);
      expect(yaml.map(({ rule, pointer }) => [rule, pointer])).toEqual(expected);
      expect(json.find(({ rule: found }) => found === rule)?.marked).toBe(marked);
    });
  });
}
