// Measures the CPU of a server for each signed delivery, 64 in flight.
import { startContestant } from './contestant.mjs';
import { connectTo, signDeliveries } from './deliver.mjs';

const IN_FLIGHT = 64;
const WARM_UP = 4_000;
const SLICE = 1_500;
let seed = 0;

/** Opens a server. A slice's cost is in microseconds for each delivery. */
export async function openServer(contestant, node) {
  const server = startContestant(contestant, node);
  try {
    const { url } = await server.next();
    const sign = (count) => signDeliveries(contestant.deliveries ?? 'pay', `d${seed++}`, count);
    const measure = async (count) => {
      const deliveries = sign(count);
      const connections = await connectTo(url, IN_FLIGHT);
      // The cost of opening the connections is not measured.
      await connections.post(sign(IN_FLIGHT));
      await server.ask('start');
      await connections.post(deliveries);
      const { cpu } = await server.ask('stop');
      connections.close();
      return cpu / count;
    };
    await measure(WARM_UP);
    return { measure: () => measure(SLICE), close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}
