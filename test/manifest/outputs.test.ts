import { readFileSync, writeFileSync } from 'node:fs';
import Ajv, { type ValidateFunction } from 'ajv';
import { describe, expect, it } from 'vitest';
import { diffManifests } from '../../src/manifest/diff.ts';
import { manifestSchema } from '../../src/manifest/json-schema.ts';
import type { Json } from '../../src/spec/protocol-types.ts';
import { freshMachine } from '../support/run-orgctl.ts';
import { within } from '../support/working-folder.ts';
import { BASE_HOSTED, BASE_V1, BASE_V2, withValue } from './support/base-manifests.ts';

const BROKEN =
  'display_information:\n  name: "A & B <c>, 100%: 🌊"\n  backgroundcolor: "#fff"\nsettings:\n  socket_mode_enabled: yes\n';

async function report(format: string) {
  const machine = freshMachine();
  writeFileSync(machine.path('manifest.yaml'), BROKEN);
  const { stdout } = await machine.orgctl(
    `manifest validate ${machine.path('manifest.yaml')} --format ${format}`,
  );
  return stdout.replaceAll(`${machine.home}/`, '');
}

/**
 * The parts of the SARIF 2.1.0 schema that are used (OASIS, §3.13, §3.14, §3.19, §3.27, §3.30, §3.49, §3.55).
 */
const SARIF = {
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    version: { const: '2.1.0' },
    $schema: { type: 'string' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool'],
        properties: {
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                properties: {
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      properties: {
                        shortDescription: { $ref: '#/definitions/text' },
                        fullDescription: { $ref: '#/definitions/text' },
                        help: { $ref: '#/definitions/text' },
                        defaultConfiguration: { properties: { level: { $ref: '#/definitions/level' } } },
                      },
                    },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              properties: {
                level: { $ref: '#/definitions/level' },
                ruleIndex: { type: 'integer', minimum: -1 },
                message: { $ref: '#/definitions/text' },
                partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
                locations: {
                  type: 'array',
                  items: {
                    properties: {
                      physicalLocation: {
                        properties: {
                          artifactLocation: {
                            properties: { uri: { type: 'string', pattern: '^[^\\s<>]+$' } },
                          },
                          region: { $ref: '#/definitions/region' },
                        },
                      },
                    },
                  },
                },
                fixes: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['artifactChanges'],
                    properties: {
                      artifactChanges: {
                        type: 'array',
                        minItems: 1,
                        items: {
                          type: 'object',
                          required: ['artifactLocation', 'replacements'],
                          properties: {
                            replacements: {
                              type: 'array',
                              minItems: 1,
                              items: { type: 'object', required: ['deletedRegion'] },
                            },
                          },
                        },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
  definitions: {
    level: { enum: ['none', 'note', 'warning', 'error'] },
    text: { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
    region: {
      type: 'object',
      properties: {
        startLine: { type: 'integer', minimum: 1 },
        startColumn: { type: 'integer', minimum: 1 },
        endLine: { type: 'integer', minimum: 1 },
        endColumn: { type: 'integer', minimum: 1 },
      },
    },
  },
};

describe('output formats of findings (WEB §2.6)', () => {
  it('writes a SARIF log that is valid in its schema', async () => {
    const log = JSON.parse(await report('sarif'));
    const validate = new Ajv({ strict: false }).compile(SARIF);
    expect(validate(log) ? [] : validate.errors).toEqual([]);
    const [run] = log.runs;
    for (const { ruleId, ruleIndex } of run.results) expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
    expect(run.results.map(({ ruleId }: { ruleId: string }) => ruleId)).toEqual([
      'unknown-key',
      'yaml-boolean',
    ]);
    expect(run.results[1].fixes[0].artifactChanges[0].replacements).toEqual([
      {
        deletedRegion: { startLine: 5, startColumn: 24, endLine: 5, endColumn: 27 },
        insertedContent: { text: 'true' },
      },
    ]);
  });

  it('counts columns in UTF-16 code units in SARIF, as the log declares', async () => {
    const machine = freshMachine();
    const text = `display_information: {name: Tides}\nsettings: {"🌊🌊": 1, socket_mode_enabled: yes}\n`;
    writeFileSync(machine.path('manifest.yaml'), text);
    const ran = await machine.orgctl(`manifest validate ${machine.path('manifest.yaml')} --format sarif`);
    const line = text.split('\n')[1] ?? '';
    const regionOf = (words: string) => ({
      startLine: 2,
      startColumn: line.indexOf(words) + 1,
      endLine: 2,
      endColumn: line.indexOf(words) + 1 + words.length,
    });
    const [unknown, yes] = JSON.parse(ran.stdout).runs[0].results;
    expect([unknown.ruleId, yes.ruleId]).toEqual(['unknown-key', 'yaml-boolean']);
    expect(unknown.locations[0].physicalLocation.region).toEqual(regionOf('"🌊🌊"'));
    expect(yes.locations[0].physicalLocation.region).toEqual(regionOf('yes'));
    expect(yes.fixes[0].artifactChanges[0].replacements[0].deletedRegion).toEqual(regionOf('yes'));
  });

  it('writes GitHub annotations', async () => {
    expect(await report('github')).toBe(
      '::error file=manifest.yaml,line=3,col=3,endLine=3,endColumn=18,title=unknown-key::unknown key "backgroundcolor" in display_information; did you mean "background_color"?\n' +
        '::error file=manifest.yaml,line=5,col=24,endLine=5,endColumn=27,title=yaml-boolean::socket_mode_enabled is yes, which only YAML 1.1 reads as true; write true\n',
    );
  });

  it('writes JUnit XML with one failure for each finding', async () => {
    const xml = await report('junit');
    expect(xml).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="[^"]+" tests="2" failures="2" errors="0"/,
    );
    expect(xml.match(/<failure /g)).toHaveLength(2);
    expect(xml.replace(/"[^"<]*"/g, '""')).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/);
  });

  it('writes one JSON object per line, and a GitLab Code Quality report', async () => {
    const lines = (await report('ndjson'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).rule);
    expect(lines).toEqual(['unknown-key', 'yaml-boolean']);
    const issues = JSON.parse(await report('gitlab'));
    expect(issues.map(({ location }: { location: Json }) => location)).toEqual([
      { path: 'manifest.yaml', lines: { begin: 3, end: 3 } },
      { path: 'manifest.yaml', lines: { begin: 5, end: 5 } },
    ]);
    expect(new Set(issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint)).size).toBe(2);
  });
});

describe('a GitLab Code Quality report', () => {
  it('has a path in the repository, however the file is named, and a fingerprint for each finding', async () => {
    const machine = freshMachine();
    const text = 'display_information: {name: X}\nsettings: {}\nsettings: {}\nsettings: {}\n';
    writeFileSync(machine.path('manifest.yaml'), text);
    const issuesOf = async (file: string) =>
      within(machine.home, async () => {
        const { stdout } = await machine.orgctl(`manifest validate ${file} --format gitlab`);
        return JSON.parse(stdout) as { fingerprint: string; location: { path: string } }[];
      });
    const issues = await issuesOf('manifest.yaml');
    expect(issues.map(({ location }) => location.path)).toEqual(['manifest.yaml', 'manifest.yaml']);
    expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(2);
    expect(await issuesOf('./manifest.yaml')).toEqual(issues);
    expect(await issuesOf(machine.path('manifest.yaml'))).toEqual(issues);
  });
});

describe('a finding whose message lists what the manifest has', () => {
  it.each([
    ['gitlab', (report: string) => JSON.parse(report)[0].fingerprint],
    ['sarif', (report: string) => JSON.parse(report).runs[0].results[0].partialFingerprints],
  ] as const)('keeps its fingerprint in %s when the list grows', async (format, fingerprintIn) => {
    const machine = freshMachine();
    const fingerprints = [];
    for (const scopes of ['chat:write', 'chat:write, channels:read']) {
      const text = `display_information: {name: X}\noauth_config: {scopes: {bot: [${scopes}]}}\n`;
      writeFileSync(machine.path('manifest.yaml'), text.replaceAll(/[a-z]+:[a-z]+/g, '"$&"'));
      const { stdout } = await machine.orgctl(
        `manifest validate ${machine.path('manifest.yaml')} --format ${format}`,
      );
      expect(stdout).toContain('no features.bot_user');
      fingerprints.push(fingerprintIn(stdout));
    }
    expect(fingerprints[0]).toBeDefined();
    expect(fingerprints[1]).toEqual(fingerprints[0]);
  });
});

describe('JSON Schema for editors (WEB §2.6, §9)', () => {
  const compiled = new Map<1 | 2 | 'all', ValidateFunction>();
  /** Compiled once for all tests: that takes most of a second. */
  const compile = (version: 1 | 2 | 'all') => {
    const ajv = new Ajv({ strict: true, allErrors: true, strictTypes: false, strictRequired: false });
    const validate = compiled.get(version) ?? ajv.compile(manifestSchema(version, 'service'));
    compiled.set(version, validate);
    return validate;
  };

  it.each([
    ['all', BASE_V1],
    ['all', BASE_V2],
    ['all', BASE_HOSTED],
    [1, BASE_V1],
    [2, BASE_V2],
  ] as const)('version %s accepts a correct manifest', (version, data) => {
    const validate = compile(version);
    expect(validate(data) ? [] : validate.errors).toEqual([]);
  });

  it.each([
    [['display_information', 'name'], 'x'.repeat(36)],
    [['display_information', 'name'], undefined],
    [['settings', 'socket_mode_enabled'], 'yes'],
    [['features', 'quux'], 1],
    [['features', 'shortcuts', 0, 'type'], 'other'],
    [['settings', 'event_subscriptions', 'request_url'], 'http://a.example'],
  ] as const)('gives one error besides that of the version for a wrong value at %j', (path, value) => {
    const validate = compile('all');
    expect(validate(withValue(BASE_V1, path, value))).toBe(false);
    expect(validate.errors?.filter(({ keyword }) => keyword !== 'if')).toHaveLength(1);
  });
});

describe('impact of a difference (WEB §2.6)', () => {
  const marks = (before: Json, after: Json) =>
    diffManifests(before, after).map(({ kind, pointer, impact }) => [kind, pointer, impact]);
  const scopes = ['oauth_config', 'scopes', 'bot'];
  const bot = (BASE_V1['oauth_config'] as { scopes: { bot: string[] } }).scopes.bot;

  it('finds no difference if only the form differs', () => {
    expect(marks(BASE_V1, structuredClone(BASE_V1))).toEqual([]);
    expect(marks(BASE_V1, withValue(BASE_V1, scopes, [...bot].reverse()))).toEqual([]);
    expect(marks(BASE_V1, Object.fromEntries(Object.entries(BASE_V1).reverse()))).toEqual([]);
    expect(marks(BASE_V1, { ...BASE_V1, $schema: 'x' })).toEqual([]);
    const { workflows: _, _metadata: __, ...one } = BASE_V1;
    const { workflows: ___, _metadata: ____, ...two } = BASE_V2;
    expect(marks(one, two)).toEqual([]);
  });

  it.each([
    [
      'a removed datastore',
      ['datastores'],
      undefined,
      [['removed', '/datastores/tides', 'deletes-live-data']],
    ],
    [
      'a removed attribute',
      ['datastores', 'tides', 'attributes', 'time'],
      undefined,
      [['removed', '/datastores/tides/attributes/time', 'deletes-live-data']],
    ],
    [
      'a different primary key',
      ['datastores', 'tides', 'primary_key'],
      'time',
      [['changed', '/datastores/tides/primary_key', 'breaking']],
    ],
    ['a removed function', ['functions'], {}, [['removed', '/functions/next_tide', 'deletes-live-data']]],
    [
      'a removed workflow',
      ['workflows', 'morning'],
      undefined,
      [['removed', '/workflows/morning', 'deletes-live-data']],
    ],
    [
      'an added scope',
      scopes,
      [...bot, 'pins:read'],
      [['added', '/oauth_config/scopes/bot/pins:read', 'needs-new-approval']],
    ],
    [
      'a removed scope',
      scopes,
      bot.slice(1),
      [['removed', '/oauth_config/scopes/bot/app_mentions:read', 'changes-behavior']],
    ],
    [
      'a different request URL',
      ['settings', 'event_subscriptions', 'request_url'],
      'https://b.example',
      [['changed', '/settings/event_subscriptions/request_url', 'needs-verification']],
    ],
    [
      'a removed color',
      ['display_information', 'background_color'],
      undefined,
      [['removed', '/display_information/background_color', 'cannot-remove']],
    ],
    [
      'a different color',
      ['display_information', 'background_color'],
      '#fff',
      [['changed', '/display_information/background_color', 'harmless']],
    ],
    [
      'an added required input',
      ['functions', 'next_tide', 'input_parameters', 'wind'],
      { type: 'string', is_required: true },
      [['added', '/functions/next_tide/input_parameters/wind', 'breaking']],
    ],
    [
      'an added optional input',
      ['functions', 'next_tide', 'input_parameters', 'wind'],
      { type: 'string' },
      [['added', '/functions/next_tide/input_parameters/wind', 'harmless']],
    ],
    [
      'an input that becomes required',
      ['functions', 'next_tide', 'input_parameters', 'day', 'is_required'],
      true,
      [['changed', '/functions/next_tide/input_parameters/day/is_required', 'breaking']],
    ],
    [
      'a removed output',
      ['functions', 'next_tide', 'output_parameters', 'time'],
      undefined,
      [['removed', '/functions/next_tide/output_parameters/time', 'breaking']],
    ],
    [
      'a different type',
      ['functions', 'next_tide', 'input_parameters', 'harbour', 'type'],
      'number',
      [['changed', '/functions/next_tide/input_parameters/harbour/type', 'breaking']],
    ],
    [
      'a different description',
      ['display_information', 'description'],
      'New',
      [['changed', '/display_information/description', 'harmless']],
    ],
    [
      'a removed command',
      ['features', 'slash_commands', 0],
      undefined,
      [['removed', '/features/slash_commands/~1tide', 'changes-behavior']],
    ],
    [
      'an added event',
      ['settings', 'event_subscriptions', 'user_events'],
      ['reaction_added', 'team_join'],
      [['added', '/settings/event_subscriptions/user_events/team_join', 'harmless']],
    ],
    [
      'a changed boolean setting',
      ['settings', 'socket_mode_enabled'],
      true,
      [['changed', '/settings/socket_mode_enabled', 'changes-behavior']],
    ],
    [
      'a different workflow title',
      ['workflows', 'morning', 'title'],
      'Noon',
      [['changed', '/workflows/morning/title', 'harmless']],
    ],
  ] as const)('classifies %s', (_, path, value, expected) => {
    expect(marks(BASE_V1, withValue(BASE_V1, path, value as Json | undefined))).toEqual(expected);
  });
});

describe('orgctl manifest init (WEB §2.6)', () => {
  it.each(
    ['socket', 'remote', 'hosted', 'steps'].flatMap((template) =>
      ['1', '2'].flatMap((version) => ['json', 'yaml'].map((format) => [template, version, format] as const)),
    ),
  )('%s, version %s, %s gives no finding', async (template, version, format) => {
    const machine = freshMachine();
    const file = machine.path(`app.${format}`);
    const more =
      template === 'remote' ? '--url https://a.example --events message.im,team_join --commands /tide' : '';
    const made = await machine.orgctl(
      `manifest init --template ${template} --version ${version} --name "Tide Table" ${more} --out ${file}`,
    );
    expect(made.exit).toBe(0);
    const checked = await machine.orgctl(`manifest validate ${file} --fail-on info --format human`);
    expect(checked).toMatchObject({ exit: 0, stdout: '' });
    expect((await machine.orgctl(`manifest init --template ${template} --name X --out ${file}`)).exit).toBe(
      2,
    );
  });

  it.each([
    ['', '--template is required'],
    ['--template socket', '--name is required'],
    [`--template socket --name ${'x'.repeat(36)}`, '--name: name is 36 characters; the limit is 35'],
    ['--template remote --name X --url http://a.example', 'expected a URL that begins with https://'],
  ])('names the missing or wrong flag: %s', async (flags, words) => {
    const ran = await freshMachine().orgctl(`manifest init ${flags} --out -`);
    expect(ran.exit).toBe(2);
    expect(ran.stderr).toContain(words);
  });

  it('prints a hint that completes the typed command', async () => {
    const machine = freshMachine();
    const file = machine.path('app.yaml');
    const first = await machine.orgctl(`manifest init --out ${file} --name 'Night Watch'`);
    expect(first).toEqual({
      exit: 2,
      stdout: '',
      stderr:
        'error: --template is required: socket, remote, hosted, steps\n' +
        `hint: orgctl manifest init --out ${file} --name 'Night Watch' --template socket\n`,
    });
    const [, line = ''] = /hint: orgctl (.*)/.exec(first.stderr) ?? [];
    expect(await machine.orgctl(line)).toMatchObject({ exit: 0 });
    expect(readFileSync(file, 'utf8')).toContain('name: Night Watch');
  });

  it('accepts the file as an argument, but not two files', async () => {
    const machine = freshMachine();
    const file = machine.path('app.json');
    const flags = '--template socket --name Night';
    const two = await machine.orgctl(`manifest init ${file} ${flags} --out other.yaml`);
    expect(two.stderr).toBe(
      `error: two output files are given: ${file} and --out other.yaml\nhint: give only one\n`,
    );
    expect(two.exit).toBe(2);
    expect(await machine.orgctl(`manifest init ${file} ${flags} --out ${file}`)).toMatchObject({ exit: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ display_information: { name: 'Night' } });
    expect((await machine.orgctl(`manifest init ${file} ${flags}`)).stderr).toContain(`${file} exists`);
  });

  it('writes the format of the file name, and refuses another one', async () => {
    const machine = freshMachine();
    const file = machine.path('app.JSON');
    const flags = '--template socket --name "Café Olé"';
    const both = await machine.orgctl(`manifest init ${file} ${flags} --format yaml`);
    expect(both).toMatchObject({ exit: 2 });
    expect(both.stderr).toContain(`--format yaml and ${file} ask for different formats`);
    expect(await machine.orgctl(`manifest init ${file} ${flags}`)).toMatchObject({ exit: 0 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      display_information: { name: 'Café Olé' },
      features: { bot_user: { display_name: 'cafe-ole' } },
    });
  });

  it.each([
    ['--template hosted', '--events app_mention', 'socket or remote'],
    ['--template steps', '--commands /tide', 'socket or remote'],
    ['--template socket', '--url https://a.example', 'remote'],
  ])('refuses with %s a flag that it does not use: %s', async (template, flag, others) => {
    const ran = await freshMachine().orgctl(`manifest init ${template} --name X ${flag} --out -`);
    const [name = ''] = flag.split(' ');
    expect(ran).toMatchObject({ exit: 2, stdout: '' });
    expect(ran.stderr).toContain(`has no use for ${name}\nhint: omit ${name}, or use --template ${others}\n`);
  });

  it('accepts such a flag from a variable, which may be meant for another command', async () => {
    const ran = await freshMachine().orgctl('manifest init --template steps --name X --out -', {
      env: { ORGCTL_EVENTS: 'run.ndjson' },
    });
    expect(ran.exit).toBe(0);
  });

  it('prompts on a terminal only for values that the template needs', async () => {
    const machine = freshMachine();
    const ran = await machine.orgctl(`manifest init --template hosted --out ${machine.path('m.yaml')}`, {
      terminal: 80,
      env: { NO_COLOR: '1' },
      answers: [
        ['Name of the app', 'Tides\r'],
        ['What does it do', '\r'],
      ],
    });
    expect(ran.exit).toBe(0);
    expect(ran.stderr).not.toContain('events');
  });
});
