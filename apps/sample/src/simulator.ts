import { PayEventType } from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import type { PaySimulator, PaySimulatorOptions } from 'pay-simulator';

/** Starts the simulator and sets the variables that a .env file has for an account of the service. */
export async function startSimulator(options: PaySimulatorOptions): Promise<PaySimulator> {
  const simulator = await createPaySimulator(options);
  Object.assign(process.env, simulator.environment);
  return simulator;
}

/** Registers return addresses and webhook, as you do in the service's banking app. */
export async function registerSample(simulator: PaySimulator, url: string): Promise<void> {
  simulator.sources.save({ code: 'Default', successUrl: `${url}/return`, failureUrl: `${url}/return` });
  for (const { id } of simulator.webhooks.list()) simulator.webhooks.remove(id); // of an earlier start
  await simulator.webhooks.register({
    url: `${url}/pay/webhook`,
    eventTypeIds: [PayEventType.TransactionPaymentCreated, PayEventType.TransactionReversalCreated],
  });
}
