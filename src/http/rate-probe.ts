/** Accepted requests for each refusal when the rate is right, roughly: 0.4 % are refused where refusals are regular, 1.1 % at random. */
export const USUAL_SPAN = 170;
/** The growth is flat at first and steep when the refusal that was expected did not come. */
const SHAPE = 4;
/** A rate at most doubles before its growth begins anew. */
const MOST_GROWTH = Math.LN2;

/**
 * Returns how much a rate has grown, as a logarithm, after `quiet` accepted requests without a refusal. After a span it has
 * grown by what one refusal in a span takes away; after three and a third it has doubled.
 */
export function growth(quiet: number, span: number): number {
  return Math.min(MOST_GROWTH, (quiet / span) ** SHAPE / span);
}

/** Whether a rate has grown as far as it may. */
export function isGrown(quiet: number, span: number): boolean {
  return growth(quiet, span) >= MOST_GROWTH;
}
