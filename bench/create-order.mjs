// Creates orders with every client, with one token for all calls and with a token for each call.
import { medians, withContestant } from './contestant.mjs';
import { warmUpOf } from './measure-client.mjs';
import { startServiceStub } from './service-stub.mjs';

const CLIENTS = [
  ['bare undici', 'contestants/create-order.undici.mjs', 'shared'],
  ['this library', 'contestants/create-order.pay.mjs', 'shared'],
  ['this library in Nest', 'contestants/create-order.pay-nest.mjs', 'shared'],
  ['bare axios, keep-alive', 'contestants/create-order.axios.mjs', 'shared'],
  ['`stripe` (its own call, no token)', 'comparisons/create-order.stripe.mjs', 'shared'],
  ['bare undici, a token per call', 'contestants/create-order.undici.mjs', 'per-call'],
  ['this library, a token per call', 'contestants/create-order.pay.mjs', 'per-call'],
  ['this library in Nest, a token per call', 'contestants/create-order.pay-nest.mjs', 'per-call'],
  ['the public SDK of the service (a token per call)', 'comparisons/create-order.public-sdk.mjs', 'per-call'],
];

/** @param scale Factor for the number of calls. */
export async function measureOrders({ rounds, scale }) {
  const scenarios = [
    { inFlight: 64, latency: 0, calls: 3_000 * scale },
    { inFlight: 1, latency: 0, calls: 1_000 * scale },
    { inFlight: 64, latency: 20, calls: 2_000 * scale },
    { inFlight: 1, latency: 20, calls: 100 * scale },
  ];
  const stub = await startServiceStub();
  const runs = new Map();
  // The clients alternate, so that changes in the load of a shared machine affect all of them.
  for (let round = 0; round < rounds; round++) {
    for (const [name, file, mode] of CLIENTS) {
      const measured = await measureClient({ file, mode }, stub, scenarios);
      if (measured !== null) runs.set(name, [...(runs.get(name) ?? []), measured]);
    }
  }
  stub.close();
  return scenarios.map((scenario, at) => ({
    scenario,
    rows: [...runs].map(([name, rounds]) => ({ name, ...medians(rounds.map((all) => all[at])) })),
  }));
}

async function measureClient(contestant, stub, scenarios) {
  const connect = async (next, send) => {
    send({ stubUrl: stub.url, mode: contestant.mode });
    await next();
  };
  const measured = await withContestant(contestant, async (next, send) => {
    await connect(next, send);
    const results = [];
    for (const scenario of scenarios) {
      await stub.startCounting(scenario.latency);
      send(scenario);
      const result = await next();
      const sent = await stub.startCounting(0);
      results.push({ ...result, requests: sent / (scenario.calls + warmUpOf(scenario.calls)) });
    }
    return results;
  });
  if (measured === null) return null;
  const { bytes } = await withContestant(
    { ...contestant, execArgv: ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'] },
    async (next, send) => {
      await connect(next, send);
      send({ calls: 500, inFlight: 64, measuresAllocations: true });
      return next();
    },
  );
  return measured.map((result) => ({ ...result, bytes }));
}
