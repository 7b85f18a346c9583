/** Returns a function that does its work once, when it is first called, and tells whether it was. */
export function once<T>(make: () => Promise<T>): (() => Promise<T>) & { wasCalled(): boolean } {
  let made: Promise<T> | undefined;
  const get = () => {
    made ??= make();
    return made;
  };
  return Object.assign(get, { wasCalled: () => made !== undefined });
}
