// Measures clients that create orders at a stub of the service.
import { startContestant } from './contestant.mjs';
import { startServiceStub } from './service-stub.mjs';

const WARM_UP = 4_000;
const NO_COLLECTION = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256'];
let stub;

/** Opens a client. A slice's cost is in `unit` for each call: microseconds of `cpu`, or kilobytes `allocated`. */
export async function openClient({ unit = 'cpu', inFlight = 64, ...contestant }, node) {
  stub ??= await startServiceStub();
  const execArgv = [...(contestant.execArgv ?? []), ...(unit === 'allocated' ? NO_COLLECTION : [])];
  const client = startContestant({ ...contestant, execArgv }, node);
  try {
    await client.ask({ stubUrl: stub.url, mode: contestant.mode ?? 'shared' });
    const measure = (unit, calls) => client.ask({ unit, calls, inFlight });
    await measure('cpu', WARM_UP);
    return { measure: () => measure(unit, 1_000), close: client.close };
  } catch (error) {
    await client.close();
    throw error;
  }
}

export function closeStub() {
  stub?.close();
  stub = undefined;
}
