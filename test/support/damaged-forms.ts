/** Yields copies of an object, each with one value replaced at any depth; the path begins with a dot. */
export function* damagedForms(
  whole: object,
  wrong: unknown,
): Generator<readonly [path: string, damaged: unknown]> {
  function* within(
    value: unknown,
    path: string,
    put: (value: unknown) => unknown,
  ): Generator<readonly [string, unknown]> {
    if (path !== '') yield [path, put(wrong)];
    if (Array.isArray(value))
      for (const [at, one] of value.entries())
        yield* within(one, `${path}[${at}]`, (other) => put(value.with(at, other)));
    else if (typeof value === 'object' && value !== null)
      for (const [name, one] of Object.entries(value))
        yield* within(one, `${path}.${name}`, (other) => put({ ...value, [name]: other }));
  }
  yield* within(whole, '', (value) => value);
}
