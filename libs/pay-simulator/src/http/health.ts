import type { SimulatorClock } from '../domain/clock.js';
import { jsonReply, type HttpReply } from './reply.js';
import { VERSION } from './version.js';

/** Creates the response to a readiness check: 200 once the state is restored, 503 before. */
export function healthReply(isReady: boolean, clock: Pick<SimulatorClock, 'now'>): HttpReply {
  const health = {
    status: isReady ? 'ready' : 'starting',
    version: VERSION,
    clock: new Date(clock.now()).toISOString(),
  };
  return jsonReply(isReady ? 200 : 503, JSON.stringify(health), { 'cache-control': 'no-store' });
}
