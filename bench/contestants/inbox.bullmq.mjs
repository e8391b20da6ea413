// BullMQ with one job for each delivery, which is handled once without a check, and a handler that does nothing.
import { Queue, Worker } from 'bullmq';
import { connectRedis, measureInbox, runInFlight } from '../measure-inbox.mjs';

measureInbox(async ({ connection, queueName }) => {
  let left = 0;
  let done;
  const defaultJobOptions = { attempts: 15, removeOnComplete: { count: 1_000 } };
  const queue = new Queue(queueName, { connection, defaultJobOptions });
  const handle = async () => undefined;
  const worker = new Worker(queueName, handle, { connection, concurrency: 8 });
  worker.on('completed', () => void (--left === 0 && done()));
  return {
    run: async (deliveries, inFlight) => {
      left = deliveries.length;
      const handled = new Promise((resolve) => (done = resolve));
      await runInFlight(deliveries, inFlight, (delivery) => queue.add('event', { delivery }));
      await handled;
    },
    close: async () => {
      await worker.close();
      await queue.close();
    },
  };
}, connectRedis);
