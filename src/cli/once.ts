/**
 * Returns a function that calls `make` once, on its first call; `wasCalled` reports whether that happened.
 */
export function once<T>(make: () => Promise<T>): (() => Promise<T>) & { wasCalled(): boolean } {
  let made: Promise<T> | undefined;
  const get = () => {
    made ??= make();
    return made;
  };
  return Object.assign(get, { wasCalled: () => made !== undefined });
}
