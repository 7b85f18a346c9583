/**
 * Returns a function that tells whether the time limit of a campaign is over: `TORTURE_MINUTES`, else never.
 */
export function timeIsUp(): () => boolean {
  const minutes = Number(process.env['TORTURE_MINUTES'] ?? Number.POSITIVE_INFINITY);
  const end = performance.now() + minutes * 60_000;
  return () => performance.now() > end;
}
