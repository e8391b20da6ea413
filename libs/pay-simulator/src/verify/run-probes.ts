import { NotProbed, ProbeSession, WrongProbe } from './probe-session.js';
import { runStep } from './probe-steps.js';
import type { Probe, ProbeClass, ProbeRecord, Target, Transcript } from './verify.types.js';

/**
 * Runs the probes one after another, and cancels their orders. The transcript says why a probe stopped.
 *
 * @throws WrongProbe if a probe does not fit the contract
 */
export async function runProbes(
  probes: readonly Probe[],
  target: Target,
  { classes, date }: { classes: readonly ProbeClass[]; date: string },
): Promise<Transcript> {
  const records: ProbeRecord[] = [];
  for (const { id, steps } of probes) {
    const session = new ProbeSession(id, target);
    const start = performance.now();
    let stopped: string | undefined;
    try {
      for (const step of steps) await runStep(session, step);
    } catch (error) {
      if (error instanceof WrongProbe) throw error;
      const message = session.masksText(error instanceof Error ? error.message : String(error));
      stopped = error instanceof NotProbed ? message : `the probe failed: ${message}`;
    } finally {
      if (target.receiver) target.receiver.status = 200;
      await session.cancelOrders();
    }
    const record = { ...session.record, ...(stopped !== undefined && { stopped }) };
    records.push(record);
    if (target.signal?.aborted !== true)
      target.onProbe?.(record, { requests: session.requests, ms: performance.now() - start });
  }
  return { format: 1, target: target.name, date, classes, probes: records };
}
