// Stands for vitest where a bench uses the support of tests: what is done after each test is done at the end.
export const afterEach = (clean) => process.on('exit', clean);
