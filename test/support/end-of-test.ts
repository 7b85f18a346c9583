type Act = () => void | Promise<void>;

const acts: Act[] = [];

/** Calls the function at the end of the current test, or of the first one if none is running. */
export function atEndOfTest(act: Act): void {
  acts.push(act);
}

/** Calls the registered functions, the latest first. */
export async function endTest(): Promise<void> {
  for (const act of acts.splice(0).reverse()) await act();
}
