// Measures the memory of a process after many calls. A leak shows as growth between the rows.
import { withContestant } from './contestant.mjs';
import { startServiceStub } from './service-stub.mjs';

const SLICES = 10;

/** @param scale Factor for the number of calls: 10 gives a million. */
export async function measureMemory({ scale }) {
  const calls = 10_000 * scale;
  const stub = await startServiceStub();
  try {
    const contestant = { file: 'contestants/create-order.pay.mjs', execArgv: ['--expose-gc'] };
    return await withContestant(contestant, async (next, send) => {
      send({ stubUrl: stub.url, mode: 'shared' });
      await next();
      const rows = [];
      for (let slice = 1; slice <= SLICES; slice++) {
        send({ calls, inFlight: 64, measuresMemory: true });
        rows.push({ calls: slice * calls, ...(await next()) });
      }
      return rows;
    });
  } finally {
    stub.close();
  }
}
