import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commentsIn } from '../../src/manifest/comments.ts';
import { convertVersion } from '../../src/manifest/convert-version.ts';
import { diffManifests } from '../../src/manifest/diff.ts';
import { printJson, printYaml } from '../../src/manifest/print-yaml.ts';
import { readManifest } from '../../src/manifest/read-manifest.ts';
import type { Json, JsonObject } from '../../src/spec/protocol-types.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { BASE_V1, BASE_V2 } from './support/base-manifests.ts';
import { yamlText } from './support/find-finding.ts';

const HEAD = 'display_information: {name: X}\n';
const dataOf = async (text: string) => (await readManifest(text, 'yaml')).data ?? null;

/** The style of one parameter: block or brackets, with or without an anchor, a comment and is_required. */
interface Shape {
  readonly name: string;
  readonly isFlow: boolean;
  readonly isRequired: boolean | undefined;
  /** 0: written out, 1: an alias of the first parameter with this name, 2: a merge key with that alias. */
  readonly sharing: 0 | 1 | 2;
  readonly remark: boolean;
}

const shape: fc.Arbitrary<Shape> = fc.record({
  name: fc.constantFrom('who', 'how', 'when', 'where'),
  isFlow: fc.boolean(),
  isRequired: fc.constantFrom(true, false, undefined),
  sharing: fc.constantFrom(0, 1, 2) as fc.Arbitrary<0 | 1 | 2>,
  remark: fc.boolean(),
});
const containers = fc.array(
  fc.uniqueArray(shape, { selector: ({ name }) => name, minLength: 0, maxLength: 3 }),
  { minLength: 1, maxLength: 4 },
);

/** Writes functions, in the form of the given version, whose parameters share anchors. */
function writeFunctions(lists: readonly (readonly Shape[])[], version: 1 | 2): string {
  const anchored = new Set<string>();
  let count = 0;
  const remark = (isThere: boolean) => {
    count += 1;
    return isThere ? ` # remark ${count}` : '';
  };
  const parameter = (one: Shape, indent: string): string => {
    const says = version === 1 && one.isRequired !== undefined ? `is_required: ${one.isRequired}` : '';
    if (anchored.has(one.name) && one.sharing === 1) return `${indent}${one.name}: *${one.name}\n`;
    if (anchored.has(one.name) && one.sharing === 2)
      return `${indent}${one.name}:\n${indent}  <<: *${one.name}${remark(one.remark)}\n${says === '' ? '' : `${indent}  ${says}\n`}`;
    const anchor = anchored.has(one.name) ? '' : ` &${one.name}`;
    anchored.add(one.name);
    if (one.isFlow)
      return `${indent}${one.name}:${anchor} {type: string${says === '' ? '' : `, ${says}`}}${remark(one.remark)}\n`;
    return `${indent}${one.name}:${anchor}\n${indent}  type: string\n${says === '' ? '' : `${indent}  ${says}${remark(one.remark)}\n`}`;
  };
  const container = (key: string, list: readonly Shape[] | undefined): string => {
    if (list === undefined || list.length === 0)
      return `    ${key}: ${version === 1 ? '{}' : '{properties: {}}'}\n`;
    if (version === 1) return `    ${key}:\n${list.map((one) => parameter(one, '      ')).join('')}`;
    const required = list.filter(({ isRequired }) => isRequired === true);
    return `    ${key}:\n      properties:\n${list.map((one) => parameter(one, '        ')).join('')}${
      required.length === 0
        ? ''
        : `      required:\n${required.map((one) => `        - ${one.name}${remark(one.remark)}\n`).join('')}`
    }`;
  };
  const functions = Array.from(
    { length: Math.ceil(lists.length / 2) },
    (_, index) =>
      `  f${index}:\n    title: F\n    description: F\n${container('input_parameters', lists[2 * index])}${container('output_parameters', lists[2 * index + 1])}`,
  );
  return `${HEAD}${version === 2 ? '_metadata: {major_version: 2}\n' : ''}functions:\n${functions.join('')}`;
}

describe('convert keeps the meaning (WEB §9)', () => {
  it.each([1, 2] as const)(
    'converts version %i to the other and back without a difference, with any aliases',
    async (version) => {
      const other = version === 1 ? 2 : 1;
      await fc.assert(
        fc.asyncProperty(containers, async (lists) => {
          const text = writeFunctions(lists, version);
          const before = await dataOf(text);
          const there = await convertVersion(text, 'yaml', other);
          const back = await convertVersion(there.text, 'yaml', version);
          const middle = (await dataOf(there.text)) as JsonObject;
          const versionOnly = ['/_metadata', '/_metadata/major_version'];
          expect(
            diffManifests(before, middle).filter(({ pointer }) => !versionOnly.includes(pointer)),
          ).toEqual([]);
          expect(diffManifests(before, await dataOf(back.text))).toEqual([]);
          expect((await convertVersion(there.text, 'yaml', other)).text).toBe(there.text);
        }),
        { numRuns: 80 },
      );
    },
  );

  it('reports exactly the comments that are missing from the result', async () => {
    await fc.assert(
      fc.asyncProperty(containers, fc.constantFrom(1, 2), async (lists, version) => {
        const text = writeFunctions(lists, version as 1 | 2);
        const { text: after, lost } = await convertVersion(text, 'yaml', version === 1 ? 2 : 1);
        const all = commentsIn(await readManifest(text, 'yaml')).map((comment) => comment.text);
        const kept = commentsIn(await readManifest(after, 'yaml')).map((comment) => comment.text);
        expect([...kept, ...lost.map((comment) => comment.text)].sort()).toEqual([...all].sort());
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['version 1', BASE_V1, 2, 1],
    ['version 2', BASE_V2, 1, 2],
  ] as const)(
    'converts a whole manifest of %s to the other version and back, through JSON',
    async (_, data, there, back) => {
      const yaml = yamlText(data as Json);
      const json = printJson(
        (await readManifest((await convertVersion(yaml, 'yaml', there)).text, 'yaml')).tree(),
      );
      const again = printYaml(
        (await readManifest((await convertVersion(json, 'json', back)).text, 'json')).tree(),
      );
      expect(diffManifests(data, await dataOf(again))).toEqual([]);
    },
  );
});

const REMARKED = `${HEAD}functions:
  greet:
    title: Greet
    description: Greets
    input_parameters: # what it takes
      # the person
      who:
        type: string
        is_required: true # must
        # about who
      how:
        type: string
        is_required: false # may
      # the last
    output_parameters: {}
`;

describe('comments in convert (WEB §9)', () => {
  it('are moved to the corresponding place of the other version', async () => {
    const { text, lost } = await convertVersion(REMARKED, 'yaml', 2);
    expect(text).toBe(`${HEAD}functions:
  greet:
    title: Greet
    description: Greets
    input_parameters: # what it takes
      properties:
        # the person
        who:
          type: string
          # about who
        how:
          type: string
          # may
        # the last
      required:
        - who # must
    output_parameters: {properties: {}}
_metadata:
  major_version: 2
`);
    expect(lost).toEqual([]);
    const back = await convertVersion(text, 'yaml', 1);
    expect(back.text).toContain('        is_required: true # must\n');
    expect(back.text).toContain('      # the person\n      who:\n');
    expect(back.lost).toEqual([]);
  });

  async function converted(text: string, flags: string) {
    const machine = freshMachine();
    writeFileSync(machine.path('m.yaml'), text);
    const ran = await machine.orgctl(`manifest convert ${machine.path('m.yaml')} ${flags}`);
    return { ...ran, stderr: ran.stderr.replaceAll(`${machine.home}/`, '') };
  }

  it('are reported if they are lost, which --strict-comments refuses', async () => {
    expect(await converted(REMARKED, '--to-version 2 --strict-comments')).toMatchObject({
      exit: 0,
      stderr: '',
    });
    const inBrackets = REMARKED.replace('{}', '{when: { # what it gives\n        type: string}}');
    expect(await converted(inBrackets, '--to-version 2')).toMatchObject({ exit: 0, stderr: '' });
    // A merge key in brackets is expanded without losing the comment next to it.
    const merged = REMARKED.replace(
      '{}',
      '{when: &when {type: string}, then: { # like it\n        <<: *when, is_required: true}}',
    );
    expect(await converted(merged, '--to-version 2 --strict-comments')).toMatchObject({ exit: 0 });
    const tight = `_metadata: {major_version: 2}\n${HEAD}functions: {greet: {title: G, description: G, output_parameters: {properties: {}}, input_parameters: {properties: { # names
        who: {type: string} # a person
      }, required: [ # those
        who
      ]}}}\n`;
    expect(await converted(tight, '--to-version 1')).toMatchObject({
      exit: 0,
      stderr:
        'm.yaml:3: # names\nm.yaml:4: # a person\nm.yaml:5: # those\nwarning: 3 comments lost: the other version has no place for them\n',
    });
    expect(await converted(tight, '--to-version 1 --strict-comments')).toMatchObject({ exit: 5, stdout: '' });
    const all = await converted(REMARKED, '--to json');
    expect(all.stderr).toContain('m.yaml:11: # about who\n');
    expect(all.stderr).toMatch(/warning: 6 comments lost: JSON has no comments\n$/);
  });

  it('expands and reports an alias whose places need different values', async () => {
    const shared = `_metadata: {major_version: 2}\n${HEAD}functions:
  a:
    title: A
    description: A
    input_parameters:
      properties:
        when: &when {type: string}
      required: [when]
    output_parameters:
      properties:
        when: *when
`;
    const ran = await converted(shared, '--to-version 1');
    expect(ran.stderr).toBe('m.yaml:13: *when was expanded\n');
    expect(
      diffManifests(await dataOf(shared), await dataOf(ran.stdout)).map(({ pointer }) => pointer),
    ).toEqual(['/_metadata']);
    expect((await converted(shared, '--to json')).stderr).toBe('m.yaml:13: *when was expanded\n');
  });

  it('keeps an alias whose places need the same value', async () => {
    const shared = `${HEAD}functions:
  a:
    title: A
    description: A
    input_parameters:
      when: &when {type: string, is_required: true}
    output_parameters:
      when: *when
`;
    const { text, expanded } = await convertVersion(shared, 'yaml', 2);
    expect(expanded).toEqual([]);
    expect(text).toContain('        when: *when\n      required:\n        - when\n');
  });

  it('keeps is_required of a custom type that is also the alias of a parameter', async () => {
    const shared = `${HEAD}types:
  when: &when {type: string, is_required: true}
functions:
  a:
    title: A
    description: A
    input_parameters:
      when: *when
    output_parameters: {}
`;
    const { text } = await convertVersion(shared, 'yaml', 2);
    expect(diffManifests(await dataOf(shared), await dataOf(text)).map(({ pointer }) => pointer)).toEqual([
      '/_metadata',
    ]);
  });

  it('refuses is_required: true without effect in version 2, and warns of parameters in version 1 form', async () => {
    const said = `_metadata: {major_version: 2}\n${HEAD}functions:\n  a: {title: A, description: A, input_parameters: {properties: {who: {type: string, is_required: true}}}, output_parameters: {properties: {}}}\n`;
    expect(await converted(said, '--to-version 1')).toEqual({
      exit: 5,
      stdout: '',
      stderr:
        'error: m.yaml: functions.a.input_parameters.properties.who has is_required: true, which version 2 ignores: the list "required" does not have it\nhint: list it in required first: orgctl manifest lint --fix-suggested\n',
    });
    const mixed = said.replace(
      '{properties: {who: {type: string, is_required: true}}}',
      '{who: {type: string, is_required: true}}',
    );
    const ran = await converted(mixed, '--to-version 1');
    expect(ran.exit).toBe(0);
    expect(ran.stderr).toBe(
      'warning: functions.a.input_parameters already has the form of version 1 and is left unchanged\n',
    );
  });
});
