import { compare } from './compare.js';
import { PAYMENT } from './probes/payment.probes.js';
import { READ_ONLY } from './probes/read-only.probes.js';
import { RECEIVER } from './probes/receiver.probes.js';
import { TERMINAL } from './probes/terminal.probes.js';
import { endpointsOutsideDemo } from './demo-hosts.js';
import { UNPAID_ORDERS } from './probes/unpaid-orders.probes.js';
import { startReceiver } from './receiver.js';
import { runProbes } from './run-probes.js';
import { simulatorTarget } from './simulator-target.js';
import { createSimulatorWithHistory } from './simulator-with-history.js';
import type { Probe, ProbeClass, Target, Transcript, VerifyReport } from './verify.types.js';

const PROBES: readonly Probe[] = [...READ_ONLY, ...UNPAID_ORDERS, ...PAYMENT, ...RECEIVER, ...TERMINAL];

export interface Verification {
  report: VerifyReport;
  /** Masked record of the service's answers. */
  transcript: Transcript;
}

/**
 * Runs the probes of these classes against the service and against a simulator, and compares both with the contract.
 *
 * @throws RangeError if an endpoint is neither a host of the demo environment nor on this machine.
 */
export async function verify(service: Target, classes: readonly ProbeClass[]): Promise<Verification> {
  const [outside] = endpointsOutsideDemo(service.endpoints);
  if (outside !== undefined)
    throw new RangeError(
      `endpoints.${outside} must be a host of the demo environment or an address on this machine`,
    );
  const run = { classes, date: new Date().toISOString().slice(0, 10) };
  const transcript = await runProbes(probesOf(classes), service, run);
  return { report: await replay(transcript), transcript };
}

/** Compares an earlier run with the contract and with a simulator, without the service. Probes that are no longer there are left out. */
export async function replay(transcript: Transcript): Promise<VerifyReport> {
  const recorded = new Set(transcript.probes.map(({ id }) => id));
  const probes = probesOf(transcript.classes).filter(({ id }) => recorded.has(id));
  return compare(transcript, await runAgainstSimulator(probes, transcript));
}

const probesOf = (classes: readonly ProbeClass[]): readonly Probe[] =>
  PROBES.filter((probe) => classes.includes(probe.class));

async function runAgainstSimulator(
  probes: readonly Probe[],
  run: { classes: readonly ProbeClass[]; date: string },
): Promise<Transcript> {
  const simulator = await createSimulatorWithHistory();
  const receiver = await startReceiver(0);
  try {
    return await runProbes(probes, { ...simulatorTarget(simulator), receiver }, run);
  } finally {
    await Promise.all([receiver.close(), simulator.close()]);
  }
}
