/** Whether long tests run in full size: `npm test -- --full` sets this. */
export const isFullSize = process.env['PAY_TEST_FULL'] === '1';

/** Returns the number of runs of a slow property test: all of them in full size, a third otherwise. */
export const propertyRuns = (full: number): number => (isFullSize ? full : Math.ceil(full / 3));
