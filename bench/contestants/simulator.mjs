// The simulator with its request log and state as by default. The first argument is another build to measure.
import { measureServer } from '../measure-server.mjs';

const { createPaySimulator } = await import(process.argv[2] || 'pay-simulator');
const { url } = await createPaySimulator(JSON.parse(process.argv[3] ?? '{}'));
measureServer(url);
