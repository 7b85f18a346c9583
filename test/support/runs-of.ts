/**
 * How many examples a property is tried with: as many as it is given here, a thousand in `npm run test:long`.
 */
export function runsOf(usual: number): number {
  return Number(process.env['ORGCTL_TEST_RUNS'] ?? usual);
}
