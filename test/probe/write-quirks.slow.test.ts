import { expect, it } from 'vitest';
import { QUIRKS, type Quirks, WRITE_QUIRKS } from '../../src/sandbox/quirks/quirk-table.ts';
import { probedService } from '../support/probed-service.ts';
import { SHOWN_BY_WRITING } from '../support/write-answers.ts';

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
  '%s: probe --write changes only the expected answers and restores all values',
  async (name, quirks) => {
    usual ??= written({}, 'clara.voss');
    const without = await usual;
    const shown = await written(quirks, 'clara.voss');
    const changed = Object.fromEntries(Object.entries(shown).filter(([id, value]) => value !== without[id]));
    expect(changed).toEqual(
      Object.fromEntries(
        Object.entries(SHOWN_BY_WRITING[name] ?? {}).map(([id, value]) => [id, JSON.stringify(value)]),
      ),
    );
  },
);

it.each(CASES)(
  '%s: probe --write restores a user with few values who is a group member',
  async (_, quirks) => {
    await written(quirks, 'aroha.ngata');
  },
);
