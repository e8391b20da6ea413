// graphile-worker with a job for each delivery and a task that does nothing. The mode names its settings.
import { createRequire } from 'node:module';
import { measureInbox, runInFlight } from '../measure-inbox.mjs';

const { makeWorkerUtils, run } = createRequire(import.meta.url)('graphile-worker');

const logger = { scope: () => logger, error: console.error, warn() {}, info() {}, debug() {} };
const LOCAL_QUEUE = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
/** `ordered` handles the events of one order one after another, as the inbox does. */
const MODES = {
  defaults: { concurrentJobs: 8 },
  busy: { concurrentJobs: 24 },
  batches: { concurrentJobs: 24, ...LOCAL_QUEUE },
  ordered: { concurrentJobs: 24, ordered: true, ...LOCAL_QUEUE },
};
const { ordered = false, ...worker } = MODES[process.argv[2]];

measureInbox(async ({ pool, schema }) => {
  for (const event of ['error', 'connect']) pool.on(event, () => undefined);
  let left = 0;
  let done;
  const options = { pgPool: pool, preset: { worker: { schema: `${schema}_jobs`, logger, ...worker } } };
  const utils = await makeWorkerUtils(options);
  await utils.migrate();
  const runner = await run({
    ...options,
    noHandleSignals: true,
    taskList: { event: () => void (--left === 0 && done()) },
  });
  return {
    run: async (deliveries, inFlight) => {
      left = deliveries.length;
      const handled = new Promise((resolve) => (done = resolve));
      await runInFlight(deliveries, inFlight, (delivery) =>
        utils.addJob('event', delivery, ordered ? { queueName: delivery.event.data.OrderCodeText } : {}),
      );
      await handled;
    },
    close: async () => {
      await runner.stop();
      await utils.release();
      // The schema stays, because completions in batches may still be running.
    },
  };
});
