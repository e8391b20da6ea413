// The inbox on BullMQ with workers and a handler that does nothing.
import { bullmqInbox } from 'nestjs-pay/bullmq';
import { measureHandled } from '../measure-handled.mjs';
import { connectRedis } from '../measure-inbox.mjs';

measureHandled({ createInbox: bullmqInbox, connect: connectRedis });
