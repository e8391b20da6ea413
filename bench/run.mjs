// npm run bench: measures the rows of the table on each Node version. See README.md.
import { parseArgs } from 'node:util';
import { closeStub } from './clients.mjs';
import { compare } from './compare.mjs';
import { ROWS } from './rows.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const only = values.only?.split(',');
const rounds = Number(values.rounds);

for (const row of ROWS.filter(({ id }) => only === undefined || only.includes(id))) {
  const results = await compare(row.contestants, (contestant) => row.open(contestant, process.execPath), {
    rounds,
    slices: row.slices,
  });
  process.stdout.write(`${row.title}\n`);
  for (const { name, failed, cost, ratio } of results)
    process.stdout.write(
      failed === undefined
        ? `  ${name.padEnd(26)} ${cost.toFixed(1).padStart(8)} ${row.unit}  ${ratio?.toFixed(2) ?? '–'}\n`
        : `  ${name.padEnd(26)} failed: ${failed}\n`,
    );
}
closeStub();
