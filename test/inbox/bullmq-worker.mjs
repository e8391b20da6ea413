// A process with the workers of a BullMQ inbox, which the chaos test kills. Handlers add their event to a list in Redis.
import { Redis } from 'ioredis';
import { bullmqInbox } from 'nestjs-pay/bullmq';

const { PAY_TEST_REDIS, PAY_TEST_QUEUE } = process.env;
const redis = new Redis(PAY_TEST_REDIS, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
redis.on('error', () => undefined);
const inbox = bullmqInbox({
  connection: redis,
  queueName: PAY_TEST_QUEUE,
  job: { attempts: 50, backoff: { type: 'fixed', delay: 50 } },
  worker: { concurrency: 8, maxStalledCount: 5, lockDuration: 1_500, stalledInterval: 500 },
});
await inbox.start({
  logger: { error: () => undefined },
  confirm: async (delivery) =>
    delivery.event.data.forged
      ? { outcome: 'denied', reason: 'the service has other values' }
      : { outcome: 'confirmed', delivery, isConfirmed: true },
  handlersOf: ({ key, event }) => ({
    needsTransaction: false,
    run: async () => {
      if (event.data.poison) process.exit(1);
      if (Math.random() < 0.1) throw new Error('a handler failed');
      await redis.rpush(`${PAY_TEST_QUEUE}:handled`, key);
    },
  }),
});
process.send('ready');
