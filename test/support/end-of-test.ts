type Act = () => void | Promise<void>;

const acts: Act[] = [];

/** Does this when the test has ended that runs now, or the first one when none runs yet. */
export function atEndOfTest(act: Act): void {
  acts.push(act);
}

/** Does what was asked for, the latest first. */
export async function endTest(): Promise<void> {
  for (const act of acts.splice(0).reverse()) await act();
}
