// Writes what `nestjs-pay trigger` posts: the contract's sample of each event. A test compares the two.
import { readFileSync, writeFileSync } from 'node:fs';

const CONTRACT = new URL('../contract/webhook-events.json', import.meta.url);
const TARGET = new URL('../libs/pay/src/cli/trigger/samples.generated.ts', import.meta.url);

const { events } = JSON.parse(readFileSync(CONTRACT, 'utf8'));
const samples = Object.fromEntries(
  events.map(({ eventTypeId, samplePayload }) => [eventTypeId, samplePayload]),
);
// Files are fetched from the service: an address of its own would be one that a handler may ask.
const text = JSON.stringify(samples, null, 2).replaceAll(
  /https:\/\/api\.[a-z]+\.com\//g,
  'https://service.example/',
);

writeFileSync(
  TARGET,
  `// Generated from contract/webhook-events.json by scripts/event-samples.mjs: do not edit.
import type { PayEventType } from '../../webhooks/event-types.js';

/** The body of a delivery of each event type, as the service writes it. @see contract/webhook-events.json */
export const EVENT_SAMPLES: Readonly<Record<PayEventType, Readonly<Record<string, unknown>>>> = ${text};
`,
);
