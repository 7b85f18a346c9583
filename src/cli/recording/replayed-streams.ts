import { Readable } from 'node:stream';
import type { Recording } from '../../recording/recording.ts';
import type { Host } from '../host.ts';

/**
 * The streams of this process with the terminal properties of the recorded ones, so that a table has the same
 * width even in a pipe.
 * @param shown replaces what only this replay has, such as its temporary folder, in the output
 */
export function replayedStreams(
  streams: Host['streams'],
  { header, stdin }: Recording,
  shown: (text: string) => string,
): Host['streams'] {
  const { terminal } = header;
  const shaped = <Stream extends object>(stream: Stream, columns: number | undefined): Stream =>
    new Proxy(stream, {
      get(target, name) {
        if (name === 'isTTY') return columns === undefined ? undefined : true;
        if (name === 'columns') return columns;
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'write') return value.bind(target);
        return (chunk: unknown, ...rest: unknown[]): unknown =>
          value.call(target, typeof chunk === 'string' ? shown(chunk) : chunk, ...rest);
      },
      set: (target, name, value) => Reflect.set(target, name, value, target),
    });
  const input: Host['streams']['stdin'] = Readable.from(stdin === undefined ? [] : [Buffer.from(stdin)]);
  return {
    stdin: Object.assign(input, terminal.stdin === undefined ? {} : { isTTY: true }),
    stdout: shaped(streams.stdout, terminal.stdout),
    stderr: shaped(streams.stderr, terminal.stderr),
  };
}
