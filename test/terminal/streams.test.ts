import { Readable, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { guardStreams } from '../../src/terminal/guard-streams.ts';
import { createWriter, hasColor, terminalWidth } from '../../src/terminal/streams.ts';
import { defined } from '../../src/values/defined.ts';

/** A stream that fails with this code from the second write on. */
function failing(code: string): { stream: Writable; text: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk, _, done) {
      if (text !== '') {
        done(Object.assign(new Error(code), { code }));
        return;
      }
      text += String(chunk);
      done();
    },
  });
  return { stream, text: () => text };
}

describe('writing results', () => {
  it('stops silently if the reader has closed the pipe', async () => {
    const { stream, text } = failing('EPIPE');
    const writer = createWriter(stream, 'stdout');
    await writer.write('first');
    expect(writer.isClosed()).toBe(false);
    await writer.write('second');
    await new Promise((resolve) => setImmediate(resolve));
    expect(writer.isClosed()).toBe(true);
    await writer.write('third');
    expect(text()).toBe('first');
  });

  it('adds one error listener to a stream shared by many commands, as in a tour', async () => {
    const { stream } = failing('EPIPE');
    const guardedOnce = () => guardStreams({ stdin: new Readable(), stdout: stream, stderr: stream }, {});
    const writers = Array.from({ length: 12 }, () => createWriter(guardedOnce().stdout, 'stdout'));
    expect(stream.listenerCount('error')).toBe(1);
    await writers[0]?.write('first');
    await writers[1]?.write('second');
    await new Promise((resolve) => setImmediate(resolve));
    expect(writers.map((writer) => writer.isClosed())).toEqual(writers.map(() => true));
  });

  it('opens stdin only when it is read', () => {
    const { stream } = failing('EPIPE');
    let made = 0;
    const bare = {
      get stdin() {
        made += 1;
        return new Readable();
      },
      stdout: stream,
      stderr: stream,
    };
    const guarded = guardStreams(bare, {});
    expect(made).toBe(0);
    expect(guarded.stdin).toBeInstanceOf(Readable);
    expect(made).toBe(1);
  });

  it('fails if the output cannot be written (exit 12)', async () => {
    const { stream } = failing('ENOSPC');
    const writer = createWriter(stream, 'stdout');
    await writer.write('first');
    const fails = async () => {
      for (let time = 0; time < 3; time += 1) {
        await writer.write('more');
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await expect(fails()).rejects.toMatchObject({
      kind: 'storage',
      message: 'cannot write to stdout (ENOSPC)',
    });
  });

  it('waits for a slow reader', async () => {
    let pending: (() => void) | undefined;
    const stream = new Writable({
      write(_chunk, _, done) {
        pending = () => done();
      },
    });
    const writer = createWriter(stream, 'stdout');
    let isWritten = false;
    const written = writer.write('x').then(() => {
      isWritten = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isWritten).toBe(false);
    pending?.();
    await written;
    expect(isWritten).toBe(true);
  });

  it.each([
    ['the columns of the terminal', 100, '60', 100],
    ['COLUMNS if the terminal reports 0', 0, '60', 60],
    ['COLUMNS if the terminal reports nothing', undefined, '60', 60],
    ['80 without COLUMNS', 0, undefined, 80],
    ['80 if COLUMNS is 0', 0, '0', 80],
    ['80 if COLUMNS is not a number', 0, 'wide', 80],
  ])('uses as width %s', (_, columns, told, width) => {
    expect(terminalWidth({ isTTY: true, ...defined({ columns }) }, { COLUMNS: told })).toBe(width);
    expect(terminalWidth(defined({ columns }), { COLUMNS: told })).toBeUndefined();
  });

  // The spinner divides by the number of columns of its stream.
  it.each([
    [{}, 80],
    [{ COLUMNS: '60' }, 60],
  ])('gives both output streams a width if the terminal reports 0 columns: %o', (env, width) => {
    const terminal = () => Object.assign(new Writable(), { isTTY: true, columns: 0 });
    const streams = { stdin: new Readable(), stdout: terminal(), stderr: terminal() };
    const { stdout, stderr } = guardStreams(streams, env);
    expect([stdout.columns, stderr.columns]).toEqual([width, width]);
  });

  it('has a width only on a terminal', () => {
    const stream = (more: object) => Object.assign(new Writable(), more);
    expect(createWriter(stream({}), 'stdout')).toMatchObject({ isTerminal: false, width: undefined });
    expect(createWriter(stream({ isTTY: true, columns: 60 }), 'stdout')).toMatchObject({
      isTerminal: true,
      width: 60,
    });
    expect(createWriter(stream({ isTTY: true }), 'stdout').width).toBe(80);
    expect(createWriter(stream({ isTTY: true, columns: 0 }), 'stdout').width).toBe(80);
  });
});

describe('color precedence: --color > NO_COLOR > FORCE_COLOR > TERM=dumb > terminal', () => {
  it.each<[string, 'auto' | 'always' | 'never', Record<string, string>, boolean, boolean]>([
    ['--color always', 'always', { NO_COLOR: '1', TERM: 'dumb' }, false, true],
    ['--color never', 'never', { FORCE_COLOR: '1' }, true, false],
    ['NO_COLOR', 'auto', { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    ['a terminal if NO_COLOR is empty', 'auto', { NO_COLOR: '' }, true, true],
    ['FORCE_COLOR', 'auto', { FORCE_COLOR: '1', TERM: 'dumb' }, false, true],
    ['FORCE_COLOR=0', 'auto', { FORCE_COLOR: '0' }, true, false],
    ['TERM=dumb', 'auto', { TERM: 'dumb' }, true, false],
    ['a terminal', 'auto', {}, true, true],
    ['a pipe', 'auto', {}, false, false],
  ])('follows %s', (_, choice, env, isTerminal, expected) => {
    expect(hasColor(choice, env, isTerminal)).toBe(expected);
  });
});
