import { beforeAll, describe, expect, it } from 'vitest';
import { atEndOfTest } from '../support/end-of-test.ts';
import { organizationOf, TOKENS } from '../support/organization-world.ts';
import {
  flagOf,
  type ProgramWithRows,
  programWithRows,
  RANKED,
  ROWS,
  SLOTS,
  startWith,
  TYPED,
} from '../support/program-with-rows.ts';
import { newUser, serviceOf } from '../support/test-sandbox.ts';

let program: ProgramWithRows['run'];
let openSandbox: ProgramWithRows['openSandbox'];
beforeAll(async () => {
  ({ run: program, openSandbox } = await programWithRows());
});

describe.each(['1.1', '2.0'])('attribute added for another entry of a list, SCIM %s', (version) => {
  const start = () => startWith(program, version);

  it('is set and cleared without changing the other entries of the list', async () => {
    const { createEva, patchEva, valuesOfEva } = start();
    const ranked = {
      phone: '08 1',
      mobilePhone: '070 1',
      secondaryEmail: 'eva@home.example',
      role: 'Chair',
    };
    const all = [...Object.entries(ranked), ...SLOTS.map((name) => [name, ROWS[name].value] as const)];
    const flags = all.flatMap(([name, value]) => [flagOf(name), value]);
    await createEva(...flags);
    const shown = async () => (await valuesOfEva(all.map(([name]) => name).join())).split(',');
    const values = all.map(([, value]) => value);
    expect(await shown()).toEqual(values);
    // Clears entries between others that are kept, and several entries of each kind.
    for (const half of [
      ['secondaryEmail', 'mobilePhone', 'role'],
      Object.keys(ranked),
      TYPED,
      RANKED,
      SLOTS,
    ]) {
      const isCleared = (name: string) => half.some((one) => one === name);
      await patchEva(...half.flatMap((name) => ['--clear', name]));
      expect(await shown()).toEqual(all.map(([name, value]) => (isCleared(name) ? '' : value)));
      const again = all.filter(([name]) => isCleared(name)).flatMap(([name, value]) => [flagOf(name), value]);
      await patchEva(...again);
      expect(await shown()).toEqual(values);
    }
  });

  it('keeps the other entry if two phones have the same number and one is cleared', async () => {
    const { createEva, patchEva, valuesOfEva } = start();
    await createEva('--phone', '08 1', '--probe-phone', '08 1');
    const shown = () => valuesOfEva('phone,probePhone');
    await patchEva('--clear', 'phone');
    expect(await shown()).toBe(',08 1');
    await patchEva('--phone', '08 1', '--clear', 'probePhone');
    expect(await shown()).toBe('08 1,');
  });

  it('keeps the other entries if several roles are the same and one is cleared', async () => {
    const { createEva, patchEva, valuesOfEva } = start();
    await createEva('--role', 'Chair', '--second-role', 'Chair', '--deputy-role', 'Chair');
    const shown = () => valuesOfEva('role,secondRole,deputyRole');
    await patchEva('--clear', 'role');
    expect(await shown()).toBe(',Chair,Chair');
    await patchEva('--role', 'Chair', '--clear', 'secondRole');
    expect(await shown()).toBe('Chair,,Chair');
  });

  it('is set and deleted by a file with request attributes', async () => {
    const { createEva, patchEvaByFile, valuesOfEva } = start();
    await createEva();
    const listed = (...values: readonly string[]) =>
      values.map((value, place) => ({ value, primary: place === 0 }));
    await patchEvaByFile({
      emails: listed('eva@x.example', 'eva@home.example', 'eva@boat.example'),
      phoneNumbers: listed('08 1', '070 1', '031 1'),
      roles: listed('Chair', 'Archivist'),
      photos: listed('https://x.example/1.png', 'https://x.example/2.png'),
    });
    expect(await valuesOfEva('email,secondaryEmail,thirdEmail')).toBe(
      'eva@x.example,eva@home.example,eva@boat.example',
    );
    expect(await valuesOfEva('phone,mobilePhone,thirdPhone')).toBe('08 1,070 1,031 1');
    expect(await valuesOfEva('role,secondRole')).toBe('Chair,Archivist');
    expect(await valuesOfEva('photo,secondPhoto')).toBe('https://x.example/1.png,https://x.example/2.png');
    await patchEvaByFile({
      emails: [{ value: 'eva@boat.example', operation: 'delete' }],
      phoneNumbers: [{ value: '031 1', operation: 'delete' }],
      roles: [{ value: 'Archivist', operation: 'delete' }],
    });
    expect(await valuesOfEva('secondaryEmail,thirdEmail,mobilePhone,thirdPhone,role,secondRole')).toBe(
      'eva@home.example,,070 1,,Chair,',
    );
  });
});

describe('PatchOp operations on an added list entry', () => {
  const add = (path: string, value: unknown) => ({ Operations: [{ op: 'add', path, value }] });
  const replace = (path: string, value: unknown) => ({ Operations: [{ op: 'replace', path, value }] });

  it('adds an e-mail to the free entry and selects it by its value', async () => {
    const { createEva, patchEvaByFile, valuesOfEva } = startWith(program, '2.0');
    const emails = () => valuesOfEva('email,secondaryEmail,thirdEmail');
    await createEva('--secondary-email', 'eva@home.example');
    await patchEvaByFile(add('emails', [{ value: 'eva@boat.example', primary: false }]));
    expect(await emails()).toBe('eva@x.example,eva@home.example,eva@boat.example');
    await patchEvaByFile(add('emails', [{ value: 'eva@full.example' }]));
    expect(await emails()).toBe('eva@x.example,eva@home.example,eva@boat.example');
    await patchEvaByFile(replace('emails[value eq "eva@boat.example"].value', 'eva@lake.example'));
    expect(await emails()).toBe('eva@x.example,eva@home.example,eva@lake.example');
    await patchEvaByFile(replace('emails[value eq "eva@lake.example"].primary', true));
    expect(await emails()).toBe('eva@lake.example,eva@home.example,eva@x.example');
    await patchEvaByFile(replace('emails[primary eq false].value', 'eva@pier.example'));
    expect(await emails()).toBe('eva@lake.example,eva@pier.example,eva@x.example');
    await patchEvaByFile({ Operations: [{ op: 'remove', path: 'emails[value eq "eva@pier.example"]' }] });
    expect(await emails()).toBe('eva@lake.example,,eva@x.example');
    await patchEvaByFile(add('emails', [{ value: 'eva@new.example', primary: true }]));
    expect(await emails()).toBe('eva@new.example,eva@lake.example,eva@x.example');
    await patchEvaByFile(add('emails', [{ value: 'eva@x.example', primary: true }]));
    expect(await emails()).toBe('eva@x.example,eva@lake.example,eva@new.example');
  });

  it.each([
    ['phoneNumbers', 'phone,mobilePhone,thirdPhone', ['08 1', '070 1'], '031 1', '031 2'],
    ['roles', 'role,secondRole', ['Chair'], 'Archivist', 'Editor'],
    [
      'photos',
      'photo,secondPhoto',
      ['https://x.example/1.png'],
      'https://x.example/2.png',
      'https://x.example/3.png',
    ],
  ])('adds a value of %s to the free entry', async (list, names, before, value, next) => {
    const { createEva, patchEvaByFile, valuesOfEva } = startWith(program, '2.0');
    const flags = names.split(',').flatMap((name, place) => {
      const given = before[place];
      return given === undefined ? [] : [flagOf(name), given];
    });
    await createEva(...flags);
    await patchEvaByFile(add(list, [{ value }]));
    expect(await valuesOfEva(names)).toBe([...before, value].join());
    await patchEvaByFile(add(list, [{ value: next }]));
    expect(await valuesOfEva(names)).toBe([...before, value].join());
    await patchEvaByFile(replace(`${list}[value eq "${value}"].value`, next));
    expect(await valuesOfEva(names)).toBe([...before, next].join());
    await patchEvaByFile({ Operations: [{ op: 'remove', path: `${list}[value eq "${next}"]` }] });
    expect(await valuesOfEva(names)).toBe([...before, ''].join());
  });

  it('finds a user by an e-mail that is not primary', async () => {
    const sandbox = await openSandbox({ initial: organizationOf({}), now: Date.now });
    atEndOfTest(() => sandbox.close());
    const service = serviceOf(sandbox, '2.0', TOKENS.primaryOwner);
    const emails = ['x', 'home', 'boat'].map((host) => ({ value: `eva@${host}.example` }));
    await service.post('/Users', newUser('2.0', 'eva', { emails }));
    const found = async (primary: boolean, address: string) => {
      const filter = `emails[primary eq ${primary}].value eq "${address}"`;
      return (await service.read(`/Users?filter=${encodeURIComponent(filter)}`))['totalResults'];
    };
    expect(await found(false, 'eva@home.example')).toBe(1);
    expect(await found(false, 'eva@boat.example')).toBe(1);
    expect(await found(true, 'eva@boat.example')).toBe(0);
  });
});
