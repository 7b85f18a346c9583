import { describe, expect, it } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { openSandbox } from '../../src/sandbox/sandbox.ts';
import { inParallel } from '../../src/values/in-parallel.ts';
import { acmeMachine } from '../support/acme-machine.ts';

const NAMES = ['tomas.rey', 'clara.voss', 'walt.finch', 'mei.tanaka', 'samir.aziz', 'ines.harbour'];

/**
 * A service that responds to lookups only after the given number has arrived; a command that sends lookups
 * one after the other waits forever.
 */
async function serviceThatWaitsFor(count: number) {
  const sandbox = await openSandbox({ initial: demoOrganization(), now: Date.now });
  let [inProgress, most] = [0, 0];
  let isOpen = false;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const network: Transport = async (request, signal) => {
    const isLookUp = /\/Users[/?]/.test(request.url) && request.method === 'GET';
    if (!isLookUp) return sandbox.handle(request, signal);
    inProgress += 1;
    most = Math.max(most, inProgress);
    if (most >= count) {
      isOpen = true;
      open();
    }
    if (!isOpen) await opened;
    const answer = await sandbox.handle(request, signal);
    inProgress -= 1;
    return answer;
  };
  return { network, most: () => most };
}

describe('several names on a command line', () => {
  it.each([
    `scim groups members add IT ${NAMES.join(' ')} -n`,
    `scim groups members remove IT ${NAMES.join(' ')} -n`,
    `scim groups members set IT ${NAMES.join(' ')} -n`,
    `scim users deactivate ${NAMES.join(' ')} -n --max-deactivate 9`,
    `scim users get ${NAMES.join(' ')}`,
    `who ${NAMES.join(' ')}`,
  ])('are looked up in parallel as --concurrency sets: %s', async (line) => {
    const { network, most } = await serviceThatWaitsFor(3);
    const machine = await acmeMachine('https://scim.example');
    const ran = await machine.orgctl(`${line} --concurrency 3`, { network });
    expect(ran.stderr).not.toContain('error');
    expect(most()).toBe(3);
  });

  it('keep their order, including unknown names', async () => {
    const { network } = await serviceThatWaitsFor(1);
    const { orgctl } = await acmeMachine('https://scim.example');
    const names = ['nobody.one', ...NAMES, 'nobody.two'].join(' ');
    const read = await orgctl(`scim users get ${names} -o csv --columns userName --no-header`, { network });
    expect(read.stdout.trim().split('\n')).toEqual(NAMES);
    expect(read.stderr).toMatch(/nobody\.one[\s\S]*nobody\.two/);
    const added = await orgctl(`scim groups members add IT ${names} -n`, { network });
    expect(added.stderr).toMatch(/nobody\.one[\s\S]*nobody\.two/);
    expect((await orgctl(`who ${NAMES.join(' ')} --query '[].userName' -o csv`, { network })).exit).toBe(0);
  });
});

describe('inParallel', () => {
  it('starts no item after a failure, and throws the error of the first item', async () => {
    const begun: number[] = [];
    const failing = inParallel([0, 1, 2, 3, 4], 2, async (item) => {
      begun.push(item);
      if (item === 0) await new Promise((resolve) => setImmediate(resolve));
      throw new Error(`item ${item}`);
    });
    await expect(failing).rejects.toThrow('item 0');
    expect(begun).toEqual([0, 1]);
  });

  it.each([0, 1, 2, 9])('returns the results of %s items in order', async (count) => {
    const items = Array.from({ length: count }, (_, index) => index);
    expect(await inParallel(items, 3, async (item) => item * 2)).toEqual(items.map((item) => item * 2));
  });
});
