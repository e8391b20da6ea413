import { NOTHING_COMES, type ComingKind } from '../domain/coming-kinds.js';
import { comingWork } from './coming-work.js';
import type { Services } from './services.js';

/**
 * Moves the clock forward to the next work of a kind, and waits for it. Earlier work of other kinds runs, too.
 *
 * @throws RangeError if the kind is unknown or no work of the kind is planned. The message says so.
 */
export async function jumpTo(services: Services, kind: ComingKind): Promise<void> {
  if (!Object.hasOwn(NOTHING_COMES, kind))
    throw new RangeError(`to: expected one of ${Object.keys(NOTHING_COMES).join(', ')}`);
  const { clock, deliveries } = services;
  // A delivery in progress may need a retry.
  await deliveries.settled();
  const next = comingWork(services).find((work) => work.kind === kind);
  if (!next) throw new RangeError(`to: ${NOTHING_COMES[kind]}`);
  await clock.advance(Math.max(0, next.at - clock.now()));
}
