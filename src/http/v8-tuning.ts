import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * All V8 flags that are set, for as long as they are needed. Flags that differ would make the compile cache
 * useless to other runs (module.enableCompileCache), so they are set back; and an unknown flag would be
 * complained about on stderr, so none is given to a V8 that is newer than those that were tried: 11 (Node
 * 20), 12 (Node 22), 13 (Node 24).
 */
const TUNINGS = {
  /**
   * undici parses HTTP with one large function of WebAssembly. The V8 of Node 20 compiles it a second time
   * after a single response, which takes 20 to 35 MB and a third of the processor time of a run with one
   * request; 10,000 creates are no faster for it (bench/get.mjs, bench/throughput.mjs). Newer ones wait
   * longer before they do so.
   */
  parseWithOneCompilation: {
    newest: 11,
    flags: [
      ['--no-wasm-tier-up', '--wasm-tier-up'],
      ['--no-wasm-dynamic-tiering', '--wasm-dynamic-tiering'],
    ],
  },
  /**
   * The same while a long list is read, when newer ones do so, too: the memory of a list stays 20 MB lower
   * (bench/listing.mjs).
   */
  listWithOneCompilation: {
    newest: 13,
    flags: [
      ['--no-wasm-tier-up', '--wasm-tier-up'],
      ['--no-wasm-dynamic-tiering', '--wasm-dynamic-tiering'],
    ],
  },
  /**
   * Of called functions V8 puts a third as much into each one that it compiles as it would by itself:
   * compiling takes a third of the processor time of 10,000 creates, 6 % less of it in this way, and 60,000
   * creates and a long list are no slower (bench/throughput.mjs, bench/listing.mjs).
   */
  sendWithSmallerFunctions: {
    newest: 11,
    flags: [['--max-inlined-bytecode-size-cumulative=300', '--max-inlined-bytecode-size-cumulative=920']],
  },
  /**
   * The young generation keeps its size while a long list is read: nothing of it lives long
   * (bench/listing.mjs).
   */
  smallYoungGeneration: {
    newest: 13,
    flags: [['--semi-space-growth-factor=1', '--semi-space-growth-factor=2']],
  },
  /**
   * The heap may grow by a quarter beyond what lives in it before it is collected, not to twice of it: of a
   * large plan much lives until the end. 100,000 changes take 385 MB instead of 850 MB (bench/bulk.mjs).
   */
  slowHeapGrowth: { newest: 13, flags: [['--heap-growing-percent=25', '--heap-growing-percent=0']] },
} as const;
type Tuning = keyof typeof TUNINGS;

const V8 = Number.parseInt(process.versions.v8, 10);

/** How many need a flag now; it is set back when nobody does. */
const holders = new Map<string, number>();

/** Tunes V8. @returns what ends that */
function tune(tuning: Tuning): () => void {
  const { newest, flags } = TUNINGS[tuning];
  if (V8 > newest) return () => undefined;
  for (const [flag] of flags) {
    if (!holders.has(flag)) setFlagsFromString(flag);
    holders.set(flag, (holders.get(flag) ?? 0) + 1);
  }
  return () => {
    for (const [flag, usual] of flags) {
      const left = (holders.get(flag) ?? 1) - 1;
      if (left > 0) holders.set(flag, left);
      else if (holders.delete(flag)) setFlagsFromString(usual);
    }
  };
}

let areRequestsTuned = false;

/** To be called before the first request; lasts as long as the process. */
export function tuneRequests(): void {
  if (areRequestsTuned) return;
  tune('parseWithOneCompilation');
  tune('sendWithSmallerFunctions');
  areRequestsTuned = true;
}

/** With fewer rows little memory is needed in any case. */
const MANY_ROWS = 20_000;

/**
 * Limits memory when many rows are processed. @returns a function that ends it; undefined when nothing was
 * changed.
 */
export function growHeapSlowly(rows: number): (() => void) | undefined {
  return rows < MANY_ROWS ? undefined : tune('slowHeapGrowth');
}

/** Holds the memory of this process down while a long list passes through it. */
export interface SmallMemory {
  /** Says that another page has passed. */
  pagePassed(): void;
  /** Lets V8 do as it does by itself. */
  end(): void;
}

/** So few pages are not worth a collection. */
const FEW_PAGES = 4;
/**
 * A collection behind every page takes a tenth of the processor time of a list; behind every fourth the
 * memory grows (bench/listing.mjs).
 */
const PAGES_A_COLLECTION = 2;

/** To be called before the first request. */
export function keepMemorySmall(): SmallMemory {
  const ends = [tune('listWithOneCompilation'), tune('smallYoungGeneration')];
  let passed = 0;
  let collect: (() => void) | undefined;
  return {
    pagePassed: () => {
      passed += 1;
      const isTime = passed > FEW_PAGES && passed % PAGES_A_COLLECTION === 0;
      if (!isTime || V8 > TUNINGS.smallYoungGeneration.newest) return;
      collect ??= scavenger();
      collect();
    },
    end: () => {
      for (const end of ends.splice(0)) end();
    },
  };
}

/**
 * Returns what clears the young generation, in half a millisecond. What arrives from the network lies outside
 * of the heap, so V8 sees no reason to do so until tens of megabytes wait to be given back.
 */
function scavenger(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return () => {
    if (typeof collect === 'function') collect({ type: 'minor' });
  };
}
