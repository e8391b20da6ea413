// Compares exact parsing of responses with JSON.parse.
import { parseExactJson } from '../dist/libs/pay/core/values/exact-json.js';
import { median } from './contestant.mjs';

const row = (at) => ({
  OrderCode: 1272214778972604 + at,
  TransactionId: 'c90d4902-6245-449f-b2b0-51d99cd09cfe',
  Amount: 10.5,
  InsDate: '2026-01-31T10:00:00.000+02:00',
  StatusId: 'F',
  CardNumber: '414746XXXXXX0133',
  MerchantTrns: 'order-77',
  Tags: ['a', 'b'],
  Customer: { Email: 'john@example.com', FullName: 'John Doe', Phone: null },
});
const ANSWERS = {
  'an order code (30 bytes)': { orderCode: 1272214778972604 },
  'one transaction (0.3 kB)': row(0),
  'fifty transactions (15 kB)': {
    Success: true,
    Transactions: Array.from({ length: 50 }, (_, at) => row(at)),
  },
};

export function measureExactJson({ rounds }) {
  return Object.entries(ANSWERS).map(([name, answer]) => {
    const text = JSON.stringify(answer);
    const times = { parse: [], exact: [] };
    for (let round = 0; round < rounds * 5; round++) {
      times.parse.push(cpuOf(() => JSON.parse(text), text.length));
      times.exact.push(cpuOf(() => parseExactJson(text), text.length));
    }
    return { name, parse: median(times.parse), exact: median(times.exact) };
  });
}

function cpuOf(work, bytes) {
  const times = Math.ceil(4_000_000 / (bytes + 100));
  const cpu = process.cpuUsage();
  for (let at = 0; at < times; at++) work();
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / times;
}
