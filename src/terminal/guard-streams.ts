import { type OutputKind, redactOutput } from '../gate/gate.ts';
import { type Streams, terminalWidth } from './streams.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Wraps both output streams so that everything written to them passes through the gate, whatever the source:
 * results, messages, a spinner, a prompt. A wrapped terminal always reports a width.
 */
export function guardStreams(streams: Streams, env: Environment): Streams {
  const { stdout, stderr } = streams;
  return {
    // A getter, because accessing `process.stdin` creates the stream.
    get stdin() {
      return streams.stdin;
    },
    stdout: guarded(stdout, 'data', env),
    stderr: guarded(stderr, 'words', env),
  };
}

/**
 * One wrapper per stream, however many commands of one process write to it. Otherwise each command would add
 * its own listeners.
 */
const gates: Readonly<Record<OutputKind, WeakMap<object, unknown>>> = {
  data: new WeakMap(),
  words: new WeakMap(),
};

function guarded<Stream extends Streams['stdout']>(
  stream: Stream,
  what: OutputKind,
  env: Environment,
): Stream {
  const known = gates[what].get(stream);
  if (known !== undefined) return known as Stream;
  const gate = gateOf(stream, what, env);
  gates[what].set(stream, gate);
  return gate;
}

/**
 * Returns a proxy that differs from the stream only in `write` and `columns`. Each written chunk holds whole
 * lines or whole results.
 */
function gateOf<Stream extends Streams['stdout']>(
  stream: Stream,
  what: OutputKind,
  env: Environment,
): Stream {
  const bare = stream.write;
  let write: unknown = (content: string | Uint8Array, ...more: unknown[]): unknown =>
    Reflect.apply(bare, stream, [redactOutput(content, what), ...more]);
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'write') return write;
      if (name === 'columns') return terminalWidth(target, env);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set(target, name, value) {
      // The spinner replaces `write` with its own function while it runs; that function calls ours.
      if (name === 'write') write = value;
      else Reflect.set(target, name, value, target);
      return true;
    },
  });
}
