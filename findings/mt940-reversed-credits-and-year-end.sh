#!/usr/bin/env bash
# mt940-js 1.0.0 and mt940js 1.3.5: the mark RC and the entry date of an MT940 statement line.
#
# Expected: RC in field :61: is the reversal of a credit, so it takes money from the account, and the lines of a statement add up from
# its opening to its closing balance. The entry date has no year: for a value date of 31 December, an entry on 2 January is of the
# next year.
# Happens: mt940-js reports the reversal as `isCredit: true` with the positive amount, and every line as `isExpense: true`, so its
# lines do not add up. mt940js gives the reversal its sign. Both take the year of the value date for the entry date: a line of the
# turn of the year is entered a year too early, or a year too late.
#
# mt940-js also loads tslib without declaring it as a dependency.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund mt940-js@1.0.0 tslib@2.8.1 mt940js@1.3.5 >/dev/null
cat >try.mjs <<'JS'
import { createRequire } from 'node:module';
import * as streaming from 'mt940-js';
const { Parser } = createRequire(import.meta.url)('mt940js');
const statement = [
  ':20:STATEMENT',
  ':25:GR1601101250000000012300695',
  ':28C:1/1',
  ':60F:C241230EUR1000,00',
  ':61:2412310102C10,50NTRFNONREF//ONE',
  ':86:Sale',
  ':61:2501021231RC3,00NTRFNONREF//TWO',
  ':86:Reversal of a credit',
  ':62F:C250102EUR1007,50',
  '-',
].join('\r\n');
const [one] = await streaming.read(Buffer.from(statement));
const [two] = new Parser().parse(statement);
const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 1000);
const added = {
  'mt940-js': sum(one.transactions.map(({ isCredit, amount }) => (isCredit ? amount : -amount))),
  mt940js: sum(two.transactions.map(({ amount }) => amount)),
};
const entered = {
  'mt940-js': one.transactions.map(({ valueDate, entryDate }) => `${valueDate} entered ${entryDate}`),
  mt940js: two.transactions.map(({ date, entryDate }) => [date, entryDate].map((day) => day.toISOString().slice(0, 10)).join(' entered ')),
};
console.log('mt940-js 1.0.0, mt940js 1.3.5; closing balance 1007.50');
console.log('added up:', added, 'expenses:', one.transactions.map(({ isExpense }) => isExpense));
console.log(entered);
const years = ['2024-12-31 entered 2024-01-02', '2025-01-02 entered 2025-12-31'].join();
const isSame = added['mt940-js'] === 1013.5 && added.mt940js === 1007.5;
process.exit(isSame && entered['mt940-js'].join() === years && entered.mt940js.join() === years ? 0 : 1);
JS
node try.mjs
