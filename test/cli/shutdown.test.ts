import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createShutdown } from '../../src/cli/shutdown.ts';
import { sleepAtLeast } from '../../src/cli/sleep-at-least.ts';
import { sleepUnlessStopped } from '../../src/cli/sleep-unless-stopped.ts';
import type { StopSignal } from '../../src/failure/interrupted.ts';

function watched() {
  let send: (signal: StopSignal) => void = () => {};
  const stopped: StopSignal[] = [];
  const shutdown = createShutdown(
    (listener) => {
      send = listener;
      return () => {
        send = () => {};
      };
    },
    (signal) => stopped.push(signal),
  );
  return { shutdown, stopped, send: (signal: StopSignal) => send(signal) };
}

describe('stop signals', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'end the process at once if no work is draining: %s',
    (signal) => {
      const { shutdown, stopped, send } = watched();
      expect(shutdown.signal.aborted).toBe(false);
      send(signal);
      expect({ stopped, aborted: shutdown.signal.aborted, cause: shutdown.cause() }).toEqual({
        stopped: [signal],
        aborted: true,
        cause: signal,
      });
    },
  );

  it('let work drain, and end the process at the second signal', () => {
    const { shutdown, stopped, send } = watched();
    shutdown.drain();
    send('SIGTERM');
    expect({ stopped: [...stopped], aborted: shutdown.signal.aborted }).toEqual({
      stopped: [],
      aborted: true,
    });
    send('SIGINT');
    expect(stopped).toEqual(['SIGINT']);
    // The exit code is that of the first signal.
    expect(shutdown.cause()).toBe('SIGTERM');
  });

  it('end the process at once after all work has drained', () => {
    const { shutdown, stopped, send } = watched();
    const [one, other] = [shutdown.drain(), shutdown.drain()];
    one.done();
    send('SIGINT');
    expect(stopped).toEqual([]);
    const again = watched();
    again.shutdown.drain().done();
    again.send('SIGINT');
    expect(again.stopped).toEqual(['SIGINT']);
    other.done();
  });

  it('have one listener per waiting request, removed after its wait, without a leak warning', async () => {
    const { shutdown } = watched();
    const warned: string[] = [];
    const warn = ({ name }: Error) => void warned.push(name);
    process.on('warning', warn);
    const world = {
      argv: [],
      env: {},
      streams: { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
      now: Date.now,
      clock: () => performance.now(),
      random: () => 0,
      sleep: sleepAtLeast,
      onStopSignal: () => () => {},
    };
    const waits = Array.from({ length: 160 }, () => sleepUnlessStopped(world, shutdown, 1));
    expect(getEventListeners(shutdown.signal, 'abort')).toHaveLength(160);
    await Promise.all(waits);
    // Warnings are emitted in the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warn);
    expect({ warned, left: getEventListeners(shutdown.signal, 'abort') }).toEqual({ warned: [], left: [] });
  });

  it('are ignored after the run', () => {
    const { shutdown, stopped, send } = watched();
    shutdown.unlisten();
    send('SIGINT');
    expect({ stopped, aborted: shutdown.signal.aborted }).toEqual({ stopped: [], aborted: false });
  });
});
