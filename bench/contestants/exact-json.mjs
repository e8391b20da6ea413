// Parses the response with one transaction, by the parser that the first argument names.
import { parse as losslessParse } from 'lossless-json';
import { parseExactJson } from '../../dist/libs/pay/core/values/exact-json.js';

const PARSERS = {
  native: (text) => JSON.parse(text),
  pay: parseExactJson,
  lossless: (text) => losslessParse(text),
};
const parse = PARSERS[process.argv[2]];
const TEXT = JSON.stringify({
  OrderCode: 1272214778972604,
  TransactionId: 'c90d4902-6245-449f-b2b0-51d99cd09cfe',
  Amount: 10.5,
  InsDate: '2026-01-31T10:00:00.000+02:00',
  StatusId: 'F',
  CardNumber: '414746XXXXXX0133',
  MerchantTrns: 'order-77',
  Tags: ['a', 'b'],
  Customer: { Email: 'john@example.com', FullName: 'John Doe', Phone: null },
});

process.on('disconnect', () => process.exit());
process.on('message', (times) => {
  let last;
  const cpu = process.cpuUsage();
  for (let at = 0; at < times; at++) last = parse(TEXT);
  const { user, system } = process.cpuUsage(cpu);
  if (typeof last !== 'object') throw new Error('a response was not parsed');
  process.send((user + system) / times);
});
