import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Holds the memory of this process down while a long list passes through it. */
export interface SmallMemory {
  /** Says that another page has passed. */
  pagePassed(): void;
  /** Lets V8 do as it does by itself. */
  end(): void;
}

/**
 * What V8 is told, and how it is by itself. The young generation keeps its size: of a list nothing lives long. And the parser of HTTP, one
 * large function of WebAssembly, is not compiled a second time, which takes 20 to 35 MB at once and makes no list faster.
 * Flags that differ would make what is compiled useless to other runs (module.enableCompileCache), so they are set back.
 */
const FLAGS: readonly (readonly [meanwhile: string, usual: string])[] = [
  ['--semi-space-growth-factor=1', '--semi-space-growth-factor=2'],
  ['--no-wasm-tier-up', '--wasm-tier-up'],
  ['--no-wasm-dynamic-tiering', '--wasm-dynamic-tiering'],
];

/** The newest V8 that was seen to know these flags (Node 24); an unknown one would be complained about on stderr. */
const KNOWN_V8 = 13;

/** So few pages are not worth it. */
const FEW_PAGES = 4;

/** Begins to hold the memory down; to be called before the first request. */
export function keepMemorySmall(): SmallMemory {
  const isKnown = Number.parseInt(process.versions.v8, 10) <= KNOWN_V8;
  if (!isKnown) return { pagePassed: () => undefined, end: () => undefined };
  for (const [meanwhile] of FLAGS) setFlagsFromString(meanwhile);
  let passed = 0;
  let collect: (() => void) | undefined;
  return {
    pagePassed: () => {
      passed += 1;
      if (passed <= FEW_PAGES) return;
      collect ??= scavenger();
      collect();
    },
    end: () => {
      for (const [, usual] of FLAGS) setFlagsFromString(usual);
    },
  };
}

/**
 * A function that clears the young generation, in half a millisecond. What arrives from the network lies outside of the heap, so V8 sees
 * no reason to do so until tens of megabytes wait to be given back.
 */
function scavenger(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return () => {
    if (typeof collect === 'function') collect({ type: 'minor' });
  };
}
