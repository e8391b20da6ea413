// The rows of the table. The first contestant of a row is its floor, the second is this library.
import { openClient } from './clients.mjs';
import { openServer } from './webhooks.mjs';

const server = (name, file, mode, deliveries) => ({ name, file, mode, deliveries });
const BARE_FASTIFY = server('bare Fastify', 'contestants/webhook.fastify.mjs');
const BARE_EXPRESS = server('bare Express', 'contestants/webhook.express.mjs');
const GOLEVELUP = server('@golevelup/nestjs-stripe', 'comparisons/webhook.nestjs-stripe.mjs', '', 'stripe');

const webhook = (platform) => [
  server(`a Nest route on ${platform}`, 'contestants/webhook.nest.mjs', platform.toLowerCase()),
  server('this library', 'contestants/webhook.pay.mjs', platform.toLowerCase()),
];

const client = (name, file, mode) => ({ name, file, mode });
const CLIENTS = [
  client('bare undici', 'contestants/create-order.undici.mjs'),
  client('this library', 'contestants/create-order.pay.mjs'),
  client('stripe', 'comparisons/create-order.stripe.mjs'),
  client('public SDK', 'comparisons/create-order.public-sdk.mjs'),
];

export const ROWS = [
  {
    id: 'webhook-fastify',
    title: 'Webhook on Fastify, CPU for each delivery',
    unit: 'µs',
    atMost: 1.6,
    contestants: [...webhook('Fastify'), BARE_FASTIFY],
    open: openServer,
    slices: 4,
  },
  {
    id: 'webhook-express',
    title: 'Webhook on Express, CPU for each delivery',
    unit: 'µs',
    atMost: 1.2,
    contestants: [...webhook('Express'), BARE_EXPRESS, GOLEVELUP],
    notAbove: GOLEVELUP.name,
    open: openServer,
    slices: 4,
  },
  {
    id: 'create-order-64',
    title: '`createOrder` with a shared token, 64 in flight, CPU',
    unit: 'µs',
    atMost: 1.5,
    contestants: CLIENTS,
    open: openClient,
    slices: 4,
  },
  {
    id: 'create-order-1',
    title: '`createOrder` with a shared token, 1 in flight, CPU',
    unit: 'µs',
    atMost: 1.6,
    contestants: CLIENTS.map((client) => ({ ...client, inFlight: 1 })),
    open: openClient,
    slices: 4,
  },
];
