import { createPaySimulator, type PaySimulator, type PaySimulatorOptions } from '../src/index.js';

const open = new Set<PaySimulator>();

/** Starts a simulator that {@link closeSimulators} closes. */
export async function startSimulator(options: PaySimulatorOptions = {}): Promise<PaySimulator> {
  const simulator = await createPaySimulator({ keepAlive: false, ...options });
  open.add(simulator);
  return simulator;
}

/** Closes a simulator before the end of its test. */
export async function closeSimulator(simulator: PaySimulator): Promise<void> {
  open.delete(simulator);
  await simulator.close();
}

/** Closes all simulators of a test. */
export async function closeSimulators(): Promise<void> {
  await Promise.all([...open].map(closeSimulator));
}
