import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StopSignal } from '../../src/failure/interrupted.ts';
import type { HttpResponse, Transport } from '../../src/http/transport.ts';
import { demoOrganization } from '../../src/sandbox/demo-organization.ts';
import { SANDBOX_TOKEN } from '../../src/sandbox/demo-tokens.ts';
import { openSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { freshMachine, type Machine, type Ran } from '../support/run-orgctl.ts';
import { patchFs } from '../support/watched-files.ts';

const URL_OF_SERVICE = 'http://service.example';
const CONNECTION = `--allow-http --scim-url ${URL_OF_SERVICE} --scim-version 2.0 --concurrency 1`;
const env = { ORGCTL_TOKEN: SANDBOX_TOKEN };
const PEOPLE = `userName,email\n${Array.from({ length: 9 }, (_, n) => `u${n},u${n}@x.example`).join('\n')}\n`;

/** A service whose responses can be held back. */
interface Service {
  readonly sandbox: Sandbox;
  /** Responds until the limit of silentAfter is reached. */
  readonly network: Transport;
  /** @param held requests without a response after which `waiting` resolves */
  silentAfter(requests: number, options?: { effect?: 'read' | 'write'; held?: number }): void;
  /** Sends the responses held back. */
  answer(): void;
  /** Resolves when a request waits for its response. */
  waiting(): Promise<void>;
}

async function service(): Promise<Service> {
  const sandbox = await openSandbox({ initial: demoOrganization(), now: Date.now });
  let taken = 0;
  let which = 'write';
  let most = Number.POSITIVE_INFINITY;
  let enough = 1;
  let answer = () => {};
  let answered = Promise.resolve();
  let tell = () => {};
  let waiting = Promise.resolve();
  return {
    sandbox,
    network: async (request): Promise<HttpResponse> => {
      if (request.effect === which) {
        taken += 1;
        if (taken > most) {
          if (taken >= most + enough) tell();
          await answered;
        }
      }
      return sandbox.handle(request);
    },
    silentAfter(requests, { effect = 'write', held = 1 } = {}) {
      taken = 0;
      most = requests;
      enough = held;
      which = effect;
      answered = new Promise((resolve) => {
        answer = resolve;
      });
      waiting = new Promise((resolve) => {
        tell = resolve;
      });
    },
    answer: () => answer(),
    waiting: () => waiting,
  };
}

/** Runs a command whose writes get no response after the given number, and sends it two signals meanwhile. */
async function cutOff(
  machine: Machine,
  at: Service,
  line: string,
  {
    after = 0,
    held = 1,
    signals = ['SIGINT', 'SIGTERM'],
  }: { after?: number; held?: number; signals?: readonly StopSignal[] } = {},
): Promise<Ran & { readonly atOnce: string; readonly next: string }> {
  at.silentAfter(after, { held });
  let deliver: (signal: StopSignal) => void = () => {};
  let written = '';
  const running = machine.orgctl(line, {
    env,
    network: at.network,
    onStart: (send) => {
      deliver = send;
    },
    onStderr: (text) => {
      written = text;
    },
  });
  await at.waiting();
  const [first = 'SIGINT', second = 'SIGINT'] = signals;
  deliver(first);
  await new Promise((resolve) => setImmediate(resolve));
  const before = written.length;
  deliver(second);
  // Nothing was awaited: the process has exited when the signal handler returns.
  const atOnce = written.slice(before);
  at.answer();
  const ran = await running;
  return { ...ran, atOnce, next: / (?:resume|see): orgctl (.*)\n$/.exec(atOnce)?.[1] ?? '' };
}

describe('second signal', () => {
  it.each([
    [
      'bulk apply FILE --yes',
      3,
      /^3 done, 6 left, 1 of them without a response; resume: orgctl .* bulk resume \S+ --yes\n$/,
    ],
    [
      'bulk finish FILE --yes',
      3,
      /^3 done, 6 left, 1 of them without a response; resume: orgctl .* bulk resume \S+ --yes\n$/,
    ],
    [
      'onboard FILE --yes',
      3,
      /^3 done, 6 left, 1 of them without a response; resume: orgctl .* bulk resume \S+ --yes\n$/,
    ],
    [
      'scim users deactivate tomas.rey clara.voss walt.finch --yes',
      1,
      /^1 done, 2 left, 1 of them without a response; resume: orgctl .* --concurrency 1 resume \S+ --yes\n$/,
    ],
    [
      'scim users patch tomas.rey --title VP',
      0,
      /^0 done, 1 left, 1 of them without a response; resume: orgctl .* --concurrency 1 resume \S+\n$/,
    ],
    [
      'offboard tomas.rey --yes',
      0,
      /^0 done, \d+ left, \d of them without a response; resume: orgctl .* --concurrency 1 resume \S+ --yes\n$/,
    ],
  ])('prints the progress and the resume command at once: %s', async (words, after, said) => {
    const machine = freshMachine();
    const at = await service();
    writeFileSync(machine.path('people.csv'), PEOPLE);
    const line = `${CONNECTION} ${words.replace('FILE', machine.path('people.csv'))}`;
    const ran = await cutOff(machine, at, line, { after });
    expect(ran.atOnce).toMatch(said);
    const resumed = await machine.orgctl(ran.next.includes('--yes') ? ran.next : `${ran.next} --yes`, {
      env,
      network: at.sandbox.handle,
    });
    expect(resumed.exit).toBe(0);
  });

  it.each([2, 4])('counts only the requests that were sent: %d at a time', async (calls) => {
    const machine = freshMachine();
    const at = await service();
    writeFileSync(machine.path('people.csv'), PEOPLE);
    const connection = CONNECTION.replace('--concurrency 1', `--concurrency ${calls}`);
    const line = `${connection} bulk apply ${machine.path('people.csv')} --yes`;
    const { atOnce } = await cutOff(machine, at, line, { held: calls });
    expect(atOnce).toMatch(new RegExp(`^0 done, 9 left, ${calls} of them without a response; resume: `));
  });

  it('prints the progress of a resumed run, and of an undo', async () => {
    const machine = freshMachine();
    const at = await service();
    writeFileSync(machine.path('people.csv'), PEOPLE);
    await cutOff(machine, at, `${CONNECTION} bulk apply ${machine.path('people.csv')} --yes`, { after: 3 });
    const resumed = await cutOff(machine, at, `${CONNECTION} bulk resume latest --yes`);
    expect(resumed.atOnce).toMatch(/^4 done, 5 left, 1 of them without a response; resume: /);
    await machine.orgctl(resumed.next, { env, network: at.sandbox.handle });
    const undone = await cutOff(machine, at, `${CONNECTION} undo latest --yes --max-deactivate 100`, {
      after: 2,
    });
    expect(undone.atOnce).toMatch(/^2 done, 7 left, 1 of them without a response; resume: /);
  });
});

it('second signal during migrate apply: prints the progress and the resume command', async () => {
  const machine = freshMachine();
  const at = await service();
  writeFileSync(machine.path('people.csv'), PEOPLE);
  const line = `--allow-http --yes --concurrency 1 migrate apply ${machine.path('people.csv')} new`;
  await machine.orgctl(
    `profile add new --scim-url ${URL_OF_SERVICE} --scim-version 2.0 --allow-http --no-check`,
    { env },
  );
  const ran = await cutOff(machine, at, line, { after: 3 });
  expect(ran.atOnce).toMatch(/^3 done, \d+ left, 1 of them without a response; resume: orgctl -p new /);
});

describe('signal before the first change', () => {
  /** Runs a command that gets no response to a read, and stops it. */
  async function stoppedEarly(machine: Machine, at: Service, line: string, reads = 0) {
    at.silentAfter(reads, { effect: 'read' });
    let deliver: (signal: StopSignal) => void = () => {};
    const running = machine.orgctl(line, {
      env,
      network: at.network,
      onStart: (send) => {
        deliver = send;
      },
    });
    await at.waiting();
    deliver('SIGTERM');
    at.answer();
    return running;
  }

  it.each(['bulk apply FILE --yes', 'bulk plan FILE', 'bulk finish FILE --yes', 'onboard FILE --yes'])(
    'reports that nothing was sent, and prints the command to run again: %s',
    async (words) => {
      const machine = freshMachine();
      const at = await service();
      const file = machine.path('people.csv');
      writeFileSync(file, PEOPLE);
      const line = `${CONNECTION} ${words.replace('FILE', file)}`;
      const ran = await stoppedEarly(machine, at, line);
      expect(ran.stderr).toContain(`stopped; nothing was sent; run it again: orgctl ${line}\n`);
    },
  );

  it.each([
    'scim users deactivate tomas.rey clara.voss --yes',
    'scim users patch tomas.rey --title VP',
    'scim groups members add IT walt.finch',
    'offboard tomas.rey --yes',
  ])('reports that nothing was sent while a single command looks up names: %s', async (words) => {
    const ran = await stoppedEarly(freshMachine(), await service(), `${CONNECTION} ${words}`);
    expect(ran.stderr).toContain(`stopped; nothing was sent; run it again: orgctl ${CONNECTION} ${words}\n`);
  });

  it('reports nothing for a command that only reads', async () => {
    const ran = await stoppedEarly(freshMachine(), await service(), `${CONNECTION} scim users get tomas.rey`);
    expect(ran.stderr).not.toContain('stopped');
  });

  it('prints the progress of a run about to be resumed', async () => {
    const machine = freshMachine();
    const at = await service();
    writeFileSync(machine.path('people.csv'), PEOPLE);
    await cutOff(machine, at, `${CONNECTION} bulk apply ${machine.path('people.csv')} --yes`, { after: 3 });
    const ran = await stoppedEarly(machine, at, `${CONNECTION} bulk resume latest --yes`);
    expect(ran.stderr).toMatch(
      /stopped; nothing was sent; 4 done, 5 left; resume: orgctl .* bulk resume \S+ --yes\n/,
    );
  });

  it('leaves a run that can be resumed if it arrives while the first record is flushed', async () => {
    const machine = freshMachine();
    const { sandbox } = await service();
    const file = machine.path('people.csv');
    writeFileSync(file, PEOPLE);
    let deliver: (signal: StopSignal) => void = () => {};
    const restore = patchFs(
      'fdatasync',
      (bare) => (descriptor: number, done: (error: Error | null) => void) => {
        restore();
        deliver('SIGTERM');
        setTimeout(() => bare(descriptor, done), 30);
      },
    );
    const options = { env, network: sandbox.handle };
    const stopped = await machine.orgctl(`${CONNECTION} bulk apply ${file} --yes`, {
      ...options,
      onStart: (send) => {
        deliver = send;
      },
    });
    expect(stopped.exit).toBe(143);
    expect(stopped.stderr).toMatch(/0 done, 9 left; resume: orgctl .* bulk resume \S+ --yes\n$/);
    expect(stopped.stderr).not.toContain('nothing was sent; run it again');
    const resumed = await machine.orgctl(`${CONNECTION} bulk resume latest --yes`, options);
    expect(resumed.exit).toBe(0);
  });

  it('redacts a secret in the command', async () => {
    const machine = freshMachine();
    const at = await service();
    const file = machine.path(`${SANDBOX_TOKEN}.csv`);
    writeFileSync(file, PEOPLE);
    const ran = await stoppedEarly(machine, at, `${CONNECTION} bulk plan ${file}`);
    expect(ran.stderr).toContain('stopped; nothing was sent; run it again: orgctl ');
    expect(ran.stderr).not.toContain(SANDBOX_TOKEN);
  });
});
