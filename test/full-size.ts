/** Whether long tests run in full size: `npm test -- --full` sets this. */
export const isFullSize = process.env['PAY_TEST_FULL'] === '1';

/** Returns the number of runs of a slow property test: a third of them in `npm test`, and all of them in `npm test -- --rest`. */
export const propertyRuns = (full: number): number =>
  isFullSize || process.env['PAY_TEST_REST'] === '1' ? full : Math.ceil(full / 3);
