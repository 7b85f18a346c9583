/** Calls a function with this folder as the working folder. */
export async function within<T>(folder: string, act: () => Promise<T>): Promise<T> {
  const before = process.cwd();
  process.chdir(folder);
  try {
    return await act();
  } finally {
    process.chdir(before);
  }
}
