/** Returns a function that checks whether TORTURE_MINUTES have passed; never without the variable. */
export function timeIsUp(): () => boolean {
  const minutes = Number(process.env['TORTURE_MINUTES'] ?? Number.POSITIVE_INFINITY);
  const end = performance.now() + minutes * 60_000;
  return () => performance.now() > end;
}
