import { expect, it } from 'vitest';
import { QUIRKS, type Quirks, WRITE_QUIRKS } from '../../src/sandbox/quirks/quirk-table.ts';
import { probedService } from '../support/probed-service.ts';

const REFUSED = '400 invalid_request_payload';
const NO_PATHS = {
  'patch-path': REFUSED,
  'patch-op-case': REFUSED,
  'patch-filter-path': REFUSED,
  'clear-space': REFUSED,
  'clear-empty': REFUSED,
  'clear-null': REFUSED,
  'clear-remove': REFUSED,
  'second-email': REFUSED,
  'phone-slots': REFUSED,
  'photo-delay': REFUSED,
};

/** Every answer of a probe that writes which a quirk changes, and no other. */
const SHOWN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'patchPaths refused': NO_PATHS,
  'patchValues refused': { 'patch-value': REFUSED },
  'filterPaths refused': { 'patch-filter-path': REFUSED },
  'opCase lower': { 'patch-op-case': REFUSED },
  'patchAttributes refused': { 'patch-attributes': REFUSED },
  'clearBySpace ignored': { 'clear-space': 'ignored' },
  'clearByEmpty ignored': { 'clear-empty': 'ignored' },
  'patchV1 refused': { 'patch-v1': REFUSED },
  'clearByRemove ignored': { 'clear-remove': 'ignored' },
  'clearByNull ignored': { 'clear-null': 'ignored' },
  'putOmits keeps': { 'put-omitted': 'stays' },
  'secondEmail ignored': { 'second-email': 'ignored' },
  'secondEmail replaces': { 'second-email': 'replaces the first' },
  'secondPhone ignored': { 'phone-slots': 'ignored' },
  'memberRemoval bare': { 'member-remove-quoted': REFUSED, 'member-remove-value': REFUSED },
  'memberRemoval quoted': { 'member-remove-bare': REFUSED, 'member-remove-value': REFUSED },
  'memberRemoval value': { 'member-remove-bare': REFUSED, 'member-remove-quoted': REFUSED },
  'photoShows at once': { 'photo-delay': 'in the answer' },
};

const CASES = WRITE_QUIRKS.flatMap((name) =>
  QUIRKS[name].slice(1).map((word): [string, Quirks] => [`${name} ${word}`, { [name]: word }]),
);

async function written(quirks: Quirks, user: string) {
  const { orgctl } = await probedService({ quirks });
  const plain = async (line: string) => (await orgctl(`-p acme ${line}`)).stdout.split('\n').sort();
  const state = async () => [await plain('scim users export'), await plain('scim groups export')];
  const before = await state();
  const ran = await orgctl(`probe acme --write --user ${user} --group IT --yes -o json`);
  expect({ quirks, exit: ran.exit, stderr: ran.exit === 0 ? '' : ran.stderr }).toEqual({
    quirks,
    exit: 0,
    stderr: '',
  });
  expect(await state()).toEqual(before);
  const { answers } = JSON.parse(ran.stdout);
  return Object.fromEntries(
    answers.map((one: { id: string; state: string; value?: unknown }) => [
      one.id,
      JSON.stringify(one.value ?? one.state),
    ]),
  );
}

let usual: Promise<Readonly<Record<string, unknown>>> | undefined;

it.each(CASES)(
  '%s: a probe that writes finds it, finds everything else as it is, and puts all back',
  async (name, quirks) => {
    usual ??= written({}, 'clara.voss');
    const without = await usual;
    const shown = await written(quirks, 'clara.voss');
    const changed = Object.fromEntries(Object.entries(shown).filter(([id, value]) => value !== without[id]));
    expect(changed).toEqual(
      Object.fromEntries(Object.entries(SHOWN[name] ?? {}).map(([id, value]) => [id, JSON.stringify(value)])),
    );
  },
);

it.each(CASES)(
  '%s: everything is put back of a user with few values, who is in the group',
  async (_, quirks) => {
    await written(quirks, 'aroha.ngata');
  },
);
