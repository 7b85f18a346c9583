import { setFlagsFromString } from 'node:v8';

/** Percent that the heap may grow beyond what lives in it before it is collected; 0 leaves that to V8, which lets it double. */
const SLOWLY = '--heap-growing-percent=25';
const AS_USUAL = '--heap-growing-percent=0';

/** The newest V8 that was seen to know the flag (Node 24); an unknown one would be complained about on stderr. */
const KNOWN_V8 = 13;

/** Fewer need little memory in any case. */
const MANY_ROWS = 20_000;

/**
 * Holds the memory down where so many rows are worked on: of a large plan much lives until the end, and twice that was waited for before
 * anything was collected. 100,000 changes took 850 MB, and take 385 MB like this.
 * @returns what sets the flag back, because flags that differ would make what is compiled useless to other runs
 * (module.enableCompileCache); undefined where nothing was set.
 */
export function growHeapSlowly(rows: number): (() => void) | undefined {
  if (rows < MANY_ROWS || Number.parseInt(process.versions.v8, 10) > KNOWN_V8) return undefined;
  setFlagsFromString(SLOWLY);
  return () => setFlagsFromString(AS_USUAL);
}
