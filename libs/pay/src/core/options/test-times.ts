/** Key of the times that tests shorten. It is no option, and no entry exports it. */
export const TEST_TIMES = Symbol.for('nestjs-pay:test-times');

/** Returns constant times. Tests replace them under {@link TEST_TIMES}, beside the options. */
export function timesOf<Times extends object>(times: Times, options: object): Times {
  return { ...times, ...(options as { [TEST_TIMES]?: Partial<Times> })[TEST_TIMES] };
}
