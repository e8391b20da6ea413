import { compare, isAbout, shownClaims } from './compare.js';
import { endpointsOutsideDemo } from './demo-hosts.js';
import { PROBES } from './probes.generated.js';
import { startReceiver } from './receiver.js';
import { runProbes } from './run-probes.js';
import { simulatorTarget } from './simulator-target.js';
import { createSimulatorWithHistory } from './simulator-with-history.js';
import type { Probe, ProbeClass, Target, Transcript, VerifyReport } from './verify.types.js';

export interface Verification {
  report: VerifyReport;
  /** Masked record of the service's responses. */
  transcript: Transcript;
}

/** What a run will do, as the simulator showed it. */
export interface Plan {
  probes: number;
  /** Requests at most: a probe that ends early sends fewer. */
  requests: number;
  simulator: Transcript;
}

/**
 * Runs the probes of these classes against a simulator and then against the service, and compares both with the contract.
 *
 * @param options.only - operations whose claims are probed. @default all
 * @param options.onPlan - called before the first request to the service
 * @throws RangeError if an endpoint is neither a host of the demo environment nor on this machine.
 */
export async function verify(
  service: Target,
  classes: readonly ProbeClass[],
  { only, onPlan }: { only?: readonly string[]; onPlan?: (plan: Plan) => void } = {},
): Promise<Verification> {
  const [outside] = endpointsOutsideDemo(service.endpoints);
  if (outside !== undefined)
    throw new RangeError(
      `endpoints.${outside} must be a host of the demo environment or an address on this machine`,
    );
  const run = { classes, date: new Date().toISOString().slice(0, 10) };
  const { transcript: simulator, requests } = await runAgainstSimulator(probesOf(classes), run);
  const chosen = simulator.probes
    .filter((record) => only === undefined || shownClaims(record).some((id) => isAbout(id, only)))
    .map(({ id }) => id);
  const sent = chosen.map((id) => requests.get(id) ?? 0).reduce((sum, count) => sum + count, 0);
  onPlan?.({ probes: chosen.length, requests: sent, simulator });
  const probes = probesOf(classes).filter(({ id }) => chosen.includes(id));
  const transcript = await runProbes(probes, service, run);
  return { report: compare(transcript, simulator, only), transcript };
}

/** Compares an earlier run with the contract and with a simulator, without the service. Probes that are no longer there are left out. */
export async function replay(transcript: Transcript): Promise<VerifyReport> {
  const recorded = new Set(transcript.probes.map(({ id }) => id));
  const probes = probesOf(transcript.classes).filter(({ id }) => recorded.has(id));
  return compare(transcript, (await runAgainstSimulator(probes, transcript)).transcript);
}

const probesOf = (classes: readonly ProbeClass[]): readonly Probe[] =>
  PROBES.filter((probe) => classes.includes(probe.class));

async function runAgainstSimulator(
  probes: readonly Probe[],
  run: { classes: readonly ProbeClass[]; date: string },
): Promise<{ transcript: Transcript; requests: ReadonlyMap<string, number> }> {
  const simulator = await createSimulatorWithHistory();
  const receiver = await startReceiver(0);
  const requests = new Map<string, number>();
  const target: Target = {
    ...simulatorTarget(simulator),
    receiver,
    onProbe: ({ id }, cost) => void requests.set(id, cost.requests),
  };
  try {
    return { transcript: await runProbes(probes, target, run), requests };
  } finally {
    await Promise.all([receiver.close(), simulator.close()]);
  }
}
