import { createPaySimulator } from 'nestjs-pay/simulator';
import { compare } from './compare.js';
import { PAYMENT } from './probes/payment.probes.js';
import { UNPAID_ORDERS } from './probes/unpaid-orders.probes.js';
import { runProbes } from './run-probes.js';
import { simulatorTarget } from './simulator-target.js';
import type { Probe, ProbeClass, Target, Transcript, VerifyReport } from './verify.types.js';

const PROBES: readonly Probe[] = [...UNPAID_ORDERS, ...PAYMENT];

export interface Verification {
  report: VerifyReport;
  /** Masked record of the service's answers. */
  transcript: Transcript;
}

/** Runs the probes of these classes against the service and against a simulator, and compares both with the contract. */
export async function verify(service: Target, classes: readonly ProbeClass[]): Promise<Verification> {
  const probes = PROBES.filter((probe) => classes.includes(probe.class));
  const run = { classes, date: new Date().toISOString().slice(0, 10) };
  const transcript = await runProbes(probes, service, run);
  const simulator = await createPaySimulator();
  try {
    const report = compare(transcript, await runProbes(probes, simulatorTarget(simulator), run));
    return { report, transcript };
  } finally {
    await simulator.close();
  }
}
