import { SimulatorClock } from './clock.js';
import { Ids } from './ids.js';
import { merchantAccount } from './merchant.js';
import { Refusal } from './refusal.js';
import { createSend, type Send } from '../deliveries/send.js';
import { createServices, type Services } from '../services/services.js';

/** Creates services with a manual clock and an opening balance of 2000 for property tests. */
export function startServices(seed: string, send: Send = createSend()): Services {
  return createServices({
    account: merchantAccount({ openingBalance: 2000 }),
    clock: new SimulatorClock({ mode: 'manual', now: new Date('2026-02-03T10:00:00Z') }),
    ids: new Ids(seed, 'mixed'),
    successUrl: 'https://shop.example/ok',
    failureUrl: 'https://shop.example/fail',
    send,
  });
}

/** Picks an item of a list by any number. */
export function pickFrom<T>(list: readonly T[], pick: number): T | undefined {
  return list[pick % Math.max(list.length, 1)];
}

/** Runs a step and ignores a rejection by the service. Other errors are thrown. */
export function ignoreRefusal(run: () => void): void {
  try {
    run();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}
