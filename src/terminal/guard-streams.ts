import { allowedOut, type Leaving } from '../gate/gate.ts';
import { type Streams, terminalWidth } from './streams.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Puts the gate before both output streams, from every source: results, messages, a spinner, a prompt. A
 * terminal has a width behind it also where it does not report one.
 */
export function guardStreams(streams: Streams, env: Environment): Streams {
  const { stdout, stderr } = streams;
  return {
    // Only asked for when it is read: the stream is made then.
    get stdin() {
      return streams.stdin;
    },
    stdout: guarded(stdout, 'data', env),
    stderr: guarded(stderr, 'words', env),
  };
}

/**
 * One gate for a stream, however many commands of one process write to it: who listens to it listens once.
 */
const gates: Readonly<Record<Leaving, WeakMap<object, unknown>>> = {
  data: new WeakMap(),
  words: new WeakMap(),
};

function guarded<Stream extends Streams['stdout']>(stream: Stream, what: Leaving, env: Environment): Stream {
  const known = gates[what].get(stream);
  if (known !== undefined) return known as Stream;
  const gate = gateOf(stream, what, env);
  gates[what].set(stream, gate);
  return gate;
}

/**
 * The same stream in everything but what it writes. A piece that is written holds whole lines or whole
 * results.
 */
function gateOf<Stream extends Streams['stdout']>(stream: Stream, what: Leaving, env: Environment): Stream {
  const bare = stream.write;
  let write: unknown = (content: string | Uint8Array, ...more: unknown[]): unknown =>
    Reflect.apply(bare, stream, [allowedOut(content, what), ...more]);
  return new Proxy(stream, {
    get(target, name) {
      if (name === 'write') return write;
      if (name === 'columns') return terminalWidth(target, env);
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set(target, name, value) {
      // The spinner puts its own function in the place of "write" while it runs; that one calls ours.
      if (name === 'write') write = value;
      else Reflect.set(target, name, value, target);
      return true;
    },
  });
}
