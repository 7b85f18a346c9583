/** Number of examples of a property test: the given one, or a thousand in `npm run test:long`. */
export function runsOf(usual: number): number {
  return Number(process.env['ORGCTL_TEST_RUNS'] ?? usual);
}
