// The rows of the table. The first contestant of a row is its floor, the second is this library.
// A row without a floor has this library alone, and its limit is for the cost. `profile` says why a target is missed.
import { openClient } from './clients.mjs';
import { openCrashes } from './crashes.mjs';
import { openInbox } from './inboxes.mjs';
import {
  bootNest,
  importEntry,
  importPackagesOf,
  openCode,
  openCommand,
  openPackage,
  PAY_MODULE,
} from './start-ups.mjs';
import { openOrders, openPayments } from './simulators.mjs';
import { openServer } from './webhooks.mjs';

export const LIBRARY = 'this library';

const server = (name, file, mode, deliveries) => ({ name, file, mode, deliveries });
const GOLEVELUP = server('@golevelup/nestjs-stripe', 'comparisons/webhook.nestjs-stripe.mjs', '', 'stripe');
const webhook = (platform) => [
  server(`a Nest route on ${platform}`, 'contestants/webhook.nest.mjs', platform.toLowerCase()),
  server(LIBRARY, 'contestants/webhook.pay.mjs', platform.toLowerCase()),
  server(`bare ${platform}`, `contestants/webhook.${platform.toLowerCase()}.mjs`),
];

const clients = (more) =>
  [
    { name: 'bare undici', file: 'contestants/create-order.undici.mjs' },
    { name: LIBRARY, file: 'contestants/create-order.pay.mjs' },
    { name: 'stripe', file: 'comparisons/create-order.stripe.mjs' },
    { name: 'the public SDK', file: 'comparisons/create-order.public-sdk.mjs' },
  ].map((client) => ({ ...client, ...more }));
const HTTP_SERVICE = 'contestants/create-order.http-service.mjs';

export const ROWS = [
  {
    id: 'webhook-fastify',
    title: 'Webhook on Fastify, CPU per delivery',
    unit: 'µs',
    atMost: 1.4,
    profile:
      'The guard of Nest, the checks, the key of the delivery, the inbox and the handler take 12 µs more than the plain route. Responses of one iteration of the event loop leave together, which wakes the sender less often.',
    contestants: webhook('Fastify'),
    open: openServer,
    slices: 4,
  },
  {
    id: 'webhook-express',
    title: 'Webhook on Express, CPU per delivery',
    unit: 'µs',
    atMost: 1.2,
    notAbove: GOLEVELUP.name,
    profile:
      'The guard of Nest, the checks, the key of the delivery, the inbox and the handler take 12 µs more than the plain route. Responses of one iteration of the event loop leave together, which wakes the sender less often. @golevelup/nestjs-stripe checks the signature only.',
    contestants: [...webhook('Express'), GOLEVELUP],
    open: openServer,
    slices: 4,
  },
  {
    id: 'create-order-64',
    title: '`createOrder`, shared token, 64 in flight, CPU per call',
    unit: 'µs',
    atMost: 1.5,
    profile:
      'On Node 22, the library takes three tenths. No function takes more than one thirtieth. undici and Node take a sixth each, the garbage collector a twelfth.',
    contestants: clients(),
    open: openClient,
    slices: 4,
  },
  {
    id: 'create-order-1',
    title: '`createOrder`, shared token, 1 in flight, CPU per call',
    unit: 'µs',
    atMost: 1.6,
    contestants: clients({ inFlight: 1 }),
    open: openClient,
    slices: 4,
  },
  {
    id: 'allocated',
    title: '`createOrder`, memory allocated per call',
    unit: 'kB',
    atMost: 28,
    limits: 'cost',
    contestants: clients({ unit: 'allocated' }),
    open: openClient,
    slices: 1,
  },
  {
    id: 'create-order-nest',
    title: '`createOrder` in Nest, 64 in flight, CPU per call',
    unit: 'µs',
    atMost: 1.15,
    profile:
      'axios takes a quarter: it merges its configuration and headers for each call. The library takes a fifth, with no function above one fortieth. undici takes a tenth, the garbage collector as much.',
    contestants: [
      { name: '`HttpService` on undici', file: HTTP_SERVICE, mode: 'undici' },
      { name: LIBRARY, file: 'contestants/create-order.pay-nest.mjs' },
      { name: '@nestjs/axios', file: HTTP_SERVICE, mode: 'axios' },
    ],
    open: openClient,
    slices: 4,
  },
  {
    id: 'import-client',
    title: "`import 'nestjs-pay/client'`, CPU",
    unit: 'ms',
    atMost: 1.15,
    contestants: [
      { name: 'import of its dependencies', code: importPackagesOf('client') },
      { name: LIBRARY, code: importEntry('client') },
    ],
    open: openCode,
    slices: 6,
  },
  {
    id: 'import',
    title: "`import 'nestjs-pay'`, CPU",
    unit: 'ms',
    atMost: 1.15,
    contestants: [
      { name: 'import of its dependencies', code: importPackagesOf('index') },
      { name: LIBRARY, code: importEntry('index') },
    ],
    open: openCode,
    slices: 6,
  },
  {
    id: 'boot',
    title: 'Boot of a Nest application with `PayModule`, CPU',
    unit: 'ms',
    atMost: 1.1,
    profile:
      'Node takes three quarters of the time to find, read and compile files. The functions of the library itself take one fiftieth.',
    contestants: [
      {
        name: 'the same without it, importing its dependencies',
        code: importPackagesOf('index') + bootNest('[]'),
      },
      { name: LIBRARY, code: importPackagesOf('index') + bootNest(PAY_MODULE) },
    ],
    open: openCode,
    slices: 6,
  },
  {
    id: 'size',
    title: 'Installed size, all formats, without source maps',
    unit: 'MB',
    atMost: 1.8,
    limits: 'cost',
    profile:
      'CommonJS takes 0.80 MB, the declarations take 0.47 MB, and the ES modules take 0.34 MB, because they share the code without Nest with CommonJS.',
    contestants: [{ name: LIBRARY }],
    open: openPackage,
    slices: 1,
  },
  {
    id: 'events',
    title: 'Events stored and handled on PostgreSQL, per second',
    unit: 'events/s',
    atLeast: 4,
    contestants: [
      { name: 'graphile-worker', file: 'comparisons/inbox.graphile-worker.mjs', mode: 'defaults' },
      { name: LIBRARY, file: 'contestants/inbox.pay-handled.mjs' },
      { name: 'graphile-worker in batches', file: 'comparisons/inbox.graphile-worker.mjs', mode: 'batches' },
    ],
    open: openInbox,
    slices: 1,
  },
  {
    id: 'events-bullmq',
    title: 'Events stored and handled with BullMQ, per second',
    unit: 'events/s',
    atLeast: 0.4,
    contestants: [
      { name: 'one BullMQ job for each event', file: 'contestants/inbox.bullmq.mjs', server: 'redis' },
      { name: LIBRARY, file: 'contestants/inbox.pay-bullmq.mjs', server: 'redis' },
    ],
    open: openInbox,
    slices: 1,
  },
  {
    id: 'crashes',
    title: 'Age of 99 of 100 healthy events beside events that end their process',
    unit: 's',
    atMost: 10,
    limits: 'cost',
    profile:
      'An event that ran beside one that ended its process waits for the lease (6 s), then runs alone. On a busy machine, processes also take longer to start again.',
    contestants: [{ name: LIBRARY }],
    open: openCrashes,
    slices: 1,
  },
  {
    id: 'start-demo',
    title: '`npm start` shows its addresses',
    unit: 's',
    atMost: 8,
    limits: 'cost',
    profile: 'Compiling the library, the simulator and the demo takes a third of the time.',
    contestants: [{ name: LIBRARY, command: ['npm', 'start'] }],
    open: openCommand,
    slices: 1,
  },
  {
    id: 'simulator-order',
    title: 'Simulator: `createOrder`, 16 in flight, CPU per call',
    unit: 'µs',
    atMost: 3,
    profile:
      'A quarter of the time is the write to the socket, which the plain server needs as well. The order, its archive and the checks of its fields take another quarter.',
    contestants: [
      { name: 'a plain `node:http` server', file: 'contestants/simulator.plain.mjs' },
      { name: LIBRARY, file: 'contestants/simulator.mjs' },
    ],
    open: openOrders,
    slices: 4,
  },
  {
    id: 'simulator-payment',
    title: 'Simulator: token, order, payment, webhook and read, 16 in flight, CPU per payment',
    unit: 'µs',
    atMost: 900,
    limits: 'cost',
    profile: 'Five HTTP exchanges take most of the time.',
    contestants: [{ name: LIBRARY, file: 'contestants/simulator.mjs' }],
    open: openPayments,
    slices: 4,
  },
  {
    id: 'start-simulator',
    title: '`npx pay-simulator` responds',
    unit: 's',
    atMost: 1,
    limits: 'cost',
    profile: 'Most of the time is that of `npx` itself.',
    contestants: [
      { name: LIBRARY, command: ['npx', 'pay-simulator', '--port', '0'], installed: true },
      {
        name: 'without npx',
        command: ['node', 'node_modules/.bin/pay-simulator', '--port', '0'],
        installed: true,
      },
    ],
    open: openCommand,
    slices: 1,
  },
];
