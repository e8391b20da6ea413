/** Whether long tests run in full size: `npm run test:full`, `npm run chaos` and `npm run hostile` set this. */
export const isFullSize = process.env['PAY_TEST_FULL'] === '1';
