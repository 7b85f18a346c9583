import { appendFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resetState } from '../../src/sandbox/state-file.ts';
import { account, everyKindOfAccount, organizationOf, team } from '../support/organization-world.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import {
  attributes,
  bodyOf,
  newGroup,
  newUser,
  openTestSandbox,
  outcome,
  type TestService,
} from '../support/test-sandbox.ts';

const FORMAT = '{"format":"orgctl-sandbox","version":1}\n';
const USERS = [account('ada'), account('bo')];

const newFile = (): string => join(temporaryFolder(), 'state', 'organization.ndjson');
const open = (stateFile: string, users = USERS): Promise<TestService> =>
  openTestSandbox({ stateFile, users, groups: [team('ada')] });
const everybody = async (service: TestService): Promise<string> =>
  (await service.get('/Users?count=1000')).text;
const retitle = (service: TestService, title: string) =>
  service.patch('/Users/WADA', attributes('1.1', { title }));

describe('state file of one sandbox', () => {
  it('contains the organization from the start and is readable only by its owner', async () => {
    const file = newFile();
    await open(file);
    const [first, ...changes] = readFileSync(file, 'utf8').trimEnd().split('\n');
    expect(`${first}\n`).toBe(FORMAT);
    expect(changes.map((line) => Object.keys(JSON.parse(line))[0])).toEqual([
      'settings',
      'user',
      'user',
      'group',
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('restores the same organization if reopened', async () => {
    const file = newFile();
    const first = await open(file, [...everyKindOfAccount(), ...USERS]);
    const photos = [{ value: 'https://x.example/new.png' }];
    await first.post('/Users', newUser('1.1', 'new', { locale: 'sv', photos }));
    await first.delete('/Users/WGUS');
    await retitle(first, 'Countess');
    expect(await everybody(await open(file, []))).toBe(await everybody(first));
  });

  it('keeps the stored organization over the initial one', async () => {
    const file = newFile();
    await open(file);
    expect(await (await open(file, [account('zoe')])).read('/Users')).toMatchObject({ totalResults: 2 });
  });

  it('appends one line per change and none for a read or a refusal', async () => {
    const file = newFile();
    const service = await open(file);
    const before = statSync(file).size;
    await everybody(service);
    expect(outcome(await service.post('/Users', newUser('1.1', 'ada')))).toBe('409 username_taken');
    expect(statSync(file).size).toBe(before);
    await retitle(service, 'Countess');
    const added = readFileSync(file, 'utf8').slice(before);
    expect(JSON.parse(added)).toMatchObject({ user: { id: 'WADA', values: { title: 'Countess' } } });
    expect(added.endsWith('\n')).toBe(true);
  });

  it('is initialized if the file is empty', async () => {
    const file = join(temporaryFolder(), 'empty');
    writeFileSync(file, '');
    expect(await (await open(file)).read('/Users')).toMatchObject({ totalResults: 2 });
  });
});

describe('SCIM §2.2: groups in a state file', () => {
  const everyGroup = async (service: TestService) => (await service.get('/Groups?count=100')).text;
  const add = (service: TestService, ...ids: readonly string[]) =>
    service.patch('/Groups/S1', attributes('1.1', { members: ids.map((value) => ({ value })) }));

  it('restores created, changed, renamed and deleted groups if reopened', async () => {
    const file = newFile();
    const service = await open(file);
    await add(service, 'WBO');
    await service.patch(
      '/Groups/S1',
      attributes('1.1', { members: [{ value: 'WADA', operation: 'delete' }] }),
    );
    const created = bodyOf(await service.post('/Groups', newGroup('1.1', 'Gone', ['WADA'])));
    await service.put('/Groups/S1', newGroup('1.1', 'Cooks', ['WBO', 'WADA']));
    await service.delete(`/Groups/${created['id']}`);
    const again = await open(file, []);
    expect(await everyGroup(again)).toBe(await everyGroup(service));
    expect(await everybody(again)).toBe(await everybody(service));
    const next = bodyOf(await again.post('/Groups', newGroup('1.1', 'Next')));
    expect(next['id']).not.toBe(created['id']);
  });

  it('writes only the changed member instead of the whole group', async () => {
    const file = newFile();
    const crowd = Array.from({ length: 1000 }, (_, index) => account(`p${index}`));
    const service = await openTestSandbox({
      stateFile: file,
      users: [...USERS, ...crowd],
      groups: [team(...crowd.map(({ values }) => values.userName))],
    });
    const before = statSync(file).size;
    await add(service, 'WBO');
    const added = readFileSync(file, 'utf8').slice(before);
    expect(JSON.parse(added)).toEqual({ membership: { group: 'S1', removed: [], added: ['WBO'] } });
  });
});

describe('damaged state file', () => {
  it('drops a torn last line and keeps the rest', async () => {
    const file = newFile();
    const service = await open(file);
    await retitle(service, 'Countess');
    const whole = readFileSync(file, 'utf8');
    const before = await everybody(service);
    appendFileSync(file, '{"user":{"id":"WTORN","val');
    expect(await everybody(await open(file))).toBe(before);
    expect(readFileSync(file, 'utf8')).toBe(whole);
  });

  it('drops a torn line while open and writes the next change on its own line', async () => {
    const file = newFile();
    const service = await open(file);
    appendFileSync(file, '{"user":');
    await retitle(service, 'Countess');
    expect(await (await open(file)).read('/Users/WADA')).toMatchObject({ title: 'Countess' });
  });

  it.each([
    ['not json', ''],
    ['7', ': expected an object with one change'],
    ['{"user":', ''],
    ['{"user":{"id":"WBO"}}', ': user.created: expected an RFC 3339 time'],
    ['{"deletedGroup":7}', ': deletedGroup: expected a string'],
    ['{"membership":{}}', ': membership.group: expected a string'],
    [
      '{"membership":{"group":"S1","removed":[],"added":["W1",2]}}',
      ': membership.added[1]: expected a string',
    ],
  ])(
    'is refused with %s between its lines, naming the line and path, and stays unchanged',
    async (line, why) => {
      const file = newFile();
      const service = await open(file);
      await retitle(service, 'Countess');
      const before = await everybody(service);
      const added = `{"membership":{"group":"S1","removed":[],"added":["WBO"]}}\n`;
      appendFileSync(file, `${added}${line}\n${readFileSync(file, 'utf8').split('\n')[2]}\n`);
      const damaged = readFileSync(file, 'utf8');
      const failure = {
        kind: 'storage',
        message: `${file} is damaged in line 8${why}`,
        // "sandbox reset" would not replace this file, but the built-in sandbox.
        hint: 'name another file, or start the built-in sandbox over: orgctl sandbox reset',
      };
      await expect(service.get('/Users')).rejects.toMatchObject(failure);
      await expect(service.get('/Users')).rejects.toMatchObject(failure);
      await expect(open(file)).rejects.toMatchObject(failure);
      expect(readFileSync(file, 'utf8')).toBe(damaged);
      // Lines before the damage must not be applied twice once the damage is removed.
      writeFileSync(file, damaged.slice(0, damaged.indexOf(added)));
      expect(await everybody(service)).toBe(before);
    },
  );

  it.each(['buy milk', 'buy milk\nand bread', '{"format":"orgctl-sandbox","version":2}\n', '\n'])(
    'refuses a file of another format and leaves it unchanged: %j',
    async (text) => {
      const file = join(temporaryFolder(), 'notes.txt');
      writeFileSync(file, text);
      await expect(open(file)).rejects.toMatchObject({
        kind: 'storage',
        message: `${file} is not a sandbox of this version`,
      });
      expect(readFileSync(file, 'utf8')).toBe(text);
    },
  );

  it('is read from the start if it was truncated', async () => {
    const file = newFile();
    const service = await open(file);
    const size = statSync(file).size;
    await retitle(service, 'Countess');
    truncateSync(file, size);
    expect(await service.read('/Users/WADA')).toMatchObject({ title: '' });
  });

  it('fails with a storage error if the file is gone', async () => {
    const file = newFile();
    const service = await open(file);
    rmSync(file);
    await expect(service.get('/Users')).rejects.toMatchObject({
      kind: 'storage',
      message: `cannot read ${file}: no such file or folder`,
    });
  });
});

describe('two sandboxes on one state file', () => {
  it('see users that the other one creates, changes and deactivates', async () => {
    const file = newFile();
    const one = await open(file);
    const other = await open(file);
    const { id } = bodyOf(await one.post('/Users', newUser('1.1', 'new')));
    expect(await other.read(`/Users/${id}`)).toMatchObject({ userName: 'new', active: true });
    await other.delete(`/Users/${id}`);
    expect(await one.read(`/Users/${id}`)).toMatchObject({ active: false });
    await retitle(one, 'First');
    await retitle(other, 'Second');
    expect(await everybody(one)).toBe(await everybody(other));
  });

  it('assign each userName, email and ID only once', async () => {
    const file = newFile();
    const services = [await open(file), await open(file)];
    const answers = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) =>
        services[index % 2]?.post('/Users', newUser('1.1', `user${index >> 1}`)),
      ),
    );
    const created = answers.flatMap((answer) => (answer?.status === 201 ? [answer.body] : []));
    expect(created).toHaveLength(3);
    expect(new Set(created.map((body) => body?.['id'])).size).toBe(3);
    expect(await services[0]?.read('/Users')).toMatchObject({ totalResults: 5 });
  });

  it('see a reset by a third sandbox and none of the former users', async () => {
    const file = newFile();
    const service = await open(file);
    for (const name of ['x', 'y', 'z']) bodyOf(await service.post('/Users', newUser('1.1', name)));
    await resetState(file, organizationOf({ users: USERS }));
    expect(await everybody(service)).toBe(await everybody(await openTestSandbox({ users: USERS })));
    expect(outcome(await service.post('/Users', newUser('1.1', 'x')))).toBe('201');
  });

  it('see each of several resets, even to a file of the same size', async () => {
    const file = newFile();
    const service = await open(file);
    for (const name of ['cat', 'dan', 'eve', 'fay']) {
      await resetState(file, organizationOf({ users: [account('zoe')] }));
      await resetState(file, organizationOf({ users: [account(name)] }));
      expect(await service.read('/Users')).toMatchObject({ Resources: [{ userName: name }] });
    }
  });
});

describe('compaction of the state file', () => {
  /** Makes the file long enough for the next call to compact it. */
  function makeLong(file: string): void {
    const line = readFileSync(file, 'utf8').split('\n').at(-2);
    appendFileSync(file, `${line}\n`.repeat(20_001));
  }
  const lines = (file: string): number => readFileSync(file, 'utf8').split('\n').length;

  it('keeps all users and their latest state', async () => {
    const file = newFile();
    const service = await open(file, [...everyKindOfAccount(), ...USERS]);
    await retitle(service, 'Countess');
    const before = await everybody(service);
    makeLong(file);
    await everybody(service);
    expect(lines(file)).toBeLessThan(20);
    expect(await everybody(service)).toBe(before);
    expect(await everybody(await open(file))).toBe(before);
    await retitle(service, 'Lady');
    expect(await (await open(file)).read('/Users/WADA')).toMatchObject({
      title: 'Lady',
      groups: [{ value: 'S1' }],
    });
  });

  it('is noticed by another open sandbox, even after userNames changed owners', async () => {
    const file = newFile();
    const one = await open(file);
    const other = await open(file);
    const rename = (id: string, userName: string) =>
      one.patch(`/Users/${id}`, attributes('1.1', { userName }));
    for (const [id, name] of [
      ['WADA', 'free'],
      ['WBO', 'ada'],
      ['WADA', 'bo'],
    ] as const) {
      expect(outcome(await rename(id, name))).toBe('200');
    }
    makeLong(file);
    await rename('WADA', 'bo');
    await everybody(one);
    expect(await everybody(other)).toBe(await everybody(one));
    for (const name of ['ada', 'bo']) {
      const emails = [{ value: 'x@example.com' }];
      expect(outcome(await other.post('/Users', newUser('1.1', name, { emails })))).toBe(
        '409 username_taken',
      );
    }
  });
});
