import type { PaySimulator } from '../index.js';
import type { Target } from './verify.types.js';

/** A simulator as a target. It does itself what a person does at the service. */
export function simulatorTarget(simulator: PaySimulator): Target {
  const { credentials, endpoints } = simulator;
  const { merchant } = credentials;
  const pair = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
    id: clientId,
    secret: clientSecret,
  });
  simulator.terminals.configure({ customer: 'waits' });
  return {
    name: 'simulator',
    endpoints,
    credentials: {
      checkout: pair(merchant),
      basic: { id: merchant.merchantId, secret: merchant.apikey },
      terminal: pair(credentials.cloudTerminal),
      dataServices: pair(credentials.dataServices),
      accountTransactions: pair(credentials.accountTransactions),
    },
    person: {
      pay: ({ orderCode }) => {
        simulator.pay(orderCode);
        return Promise.resolve();
      },
      useTerminal: async (terminalId, what) => {
        await simulator.clock.advance('5 seconds');
        if (what === 'present a card') simulator.terminals.insertCard(terminalId);
        await simulator.clock.advance('5 seconds');
      },
      registerWebhook: async (url, eventTypeIds) => {
        await simulator.webhooks.register({ url, eventTypeIds });
      },
      waitForRetry: () => simulator.clock.advance('1 hour'),
    },
    terminalId: simulator.terminals.list()[0]?.terminalId ?? '',
    wait: { everyMs: 10, atMostMs: 5000 },
    timeoutMs: 10_000,
  };
}
