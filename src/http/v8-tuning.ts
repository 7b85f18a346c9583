import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * All V8 flags, set only while they are needed. They are reset, because different flags invalidate the
 * compile cache for other runs (module.enableCompileCache). An unknown flag would print a warning on stderr,
 * so flags are set only in tested V8 versions: 11 (Node 20), 12 (Node 22), 13 (Node 24).
 */
const TUNINGS = {
  /**
   * undici parses HTTP with one large WebAssembly function. The V8 of Node 20 compiles it again after one
   * response, which takes 20 to 35 MB and a third of the processor time of a run with one request, without
   * making 10,000 creates faster (bench/get.mjs, bench/throughput.mjs). Newer versions recompile later.
   */
  parseWithOneCompilation: {
    newest: 11,
    flags: [
      ['--no-wasm-tier-up', '--wasm-tier-up'],
      ['--no-wasm-dynamic-tiering', '--wasm-dynamic-tiering'],
    ],
  },
  /**
   * The same flags for newer versions, while a long list is read: they save 20 MB of memory
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
   * Limits inlining to a third of V8's default. Compiling takes a third of the processor time of 10,000
   * creates; the limit saves 6 %, without slowing down 60,000 creates or a long list (bench/throughput.mjs,
   * bench/listing.mjs).
   */
  sendWithSmallerFunctions: {
    newest: 11,
    flags: [['--max-inlined-bytecode-size-cumulative=300', '--max-inlined-bytecode-size-cumulative=920']],
  },
  /**
   * Optimizes a function after a third of the bytecode that V8 runs by default before it does: a run of a few
   * seconds otherwise ends soon after its functions are fast. 10,000 creates take 6 % less time
   * (bench/throughput.mjs); a long list would take longer (bench/listing.mjs).
   */
  sendWithEarlyOptimization: {
    newest: 11,
    flags: [['--interrupt-budget=20000', '--interrupt-budget=67584']],
  },
  /**
   * Keeps the young generation small while a long list is read, because its objects are short-lived
   * (bench/listing.mjs).
   */
  smallYoungGeneration: {
    newest: 13,
    flags: [['--semi-space-growth-factor=1', '--semi-space-growth-factor=2']],
  },
  /**
   * Lets the heap grow by a quarter before a collection, because much of a large plan stays in use. 100,000
   * changes take 385 MB instead of 850 MB (bench/bulk.mjs).
   */
  slowHeapGrowth: { newest: 13, flags: [['--heap-growing-percent=25', '--heap-growing-percent=0']] },
  /**
   * Lets the heap at most double before a collection, instead of quadrupling. A list of 1,000,000 users as
   * CSV takes 105 MB instead of 137 MB (bench/listing.mjs). A quarter saves 10 MB more, but a query that
   * keeps the whole list takes a third longer.
   */
  listHeapGrowth: { newest: 13, flags: [['--heap-growing-percent=100', '--heap-growing-percent=0']] },
} as const;
type Tuning = keyof typeof TUNINGS;

const V8 = Number.parseInt(process.versions.v8, 10);

/** Number of users of each flag; at zero the flag is reset. */
const holders = new Map<string, number>();

/**
 * Sets flags of V8.
 * @returns a function that resets them
 */
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
    // Another tuning may still hold another value of the same flag.
    for (const flag of holders.keys()) setFlagsFromString(flag);
  };
}

let areRequestsTuned = false;

/** Tunes V8 for requests until the process ends. Call before the first request. */
export function tuneRequests(): void {
  if (areRequestsTuned) return;
  tune('parseWithOneCompilation');
  tune('sendWithSmallerFunctions');
  areRequestsTuned = true;
}

/** Minimum number of rows to tune for; fewer need little memory anyway. */
const MANY_ROWS = 20_000;

/** Minimum number of changes to tune for; a shorter run ends before this pays off. */
const MANY_CHANGES = 500;

/**
 * Makes a run of many changes faster.
 * @returns a function that ends this; undefined if nothing was changed.
 */
export function optimizeEarly(changes: number): (() => void) | undefined {
  return changes < MANY_CHANGES ? undefined : tune('sendWithEarlyOptimization');
}

/**
 * Limits memory while many rows are processed.
 * @returns a function that ends this; undefined if nothing was changed.
 */
export function growHeapSlowly(rows: number): (() => void) | undefined {
  return rows < MANY_ROWS ? undefined : tune('slowHeapGrowth');
}

/** Limits the memory of this process while it reads a long list. */
export interface SmallMemory {
  /** Reports that another page was processed. */
  pagePassed(): void;
  /** Restores V8's defaults. */
  end(): void;
}

/** Number of pages before the first collection. */
const FEW_PAGES = 4;
/**
 * Pages per collection. A collection after every page takes a tenth of the processor time of a list; after
 * every fourth page the memory grows (bench/listing.mjs).
 */
const PAGES_A_COLLECTION = 2;

/** Starts limiting memory. Call before the first request. */
export function limitMemory(): SmallMemory {
  const ends = [tune('listWithOneCompilation'), tune('smallYoungGeneration'), tune('listHeapGrowth')];
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
 * Returns a function that collects the young generation, in half a millisecond. Network buffers are outside
 * the heap, so V8 would not collect until tens of megabytes are garbage.
 */
function scavenger(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return () => {
    if (typeof collect === 'function') collect({ type: 'minor' });
  };
}
