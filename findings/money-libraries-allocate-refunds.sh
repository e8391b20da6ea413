#!/usr/bin/env bash
# js-money 0.6.3, ts-money 0.4.8 and @easymoney/money 1.0.2: a divided refund does not take back what the divided payment gave.
#
# Expected: a payment is divided among sellers with allocate(), and its full refund, the same amount with a minus sign, with the same
# shares. Each seller gives back what the seller got, as with dinero.js 2.0.2 and @dintero/money 1.1.12. A seller whose share is 0 gets
# nothing.
# Happens: all three round each part down, which is away from 0 for a negative amount, and then add the missing cents to the first
# parts. Of 1.00 divided by 3, the first seller gets 0.34 and gives back 0.33, and the last one gets 0.33 and gives back 0.34. With
# shares of 30 and 70, the first seller gets 0.02 of 0.05 and gives back 0.01. In js-money and ts-money, a first seller with share 0
# gets 0.01 of the payment, and another 0.01 of the refund.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-money@0.6.3 ts-money@0.4.8 @easymoney/money@1.0.2 dinero.js@2.0.2 @dintero/money@1.1.12 >/dev/null
cat >try.cjs <<'JS'
const { dinero, allocate, toSnapshot } = require('dinero.js');
const { EUR } = require('dinero.js/currencies');
const JsMoney = require('js-money');
const { Money: TsMoney } = require('ts-money');
const { createMoney } = require('@easymoney/money');
const { Money: DinteroMoney } = require('@dintero/money');
const libraries = {
  'js-money': (cents, shares) => new JsMoney(cents, 'EUR').allocate(shares).map((part) => part.amount),
  'ts-money': (cents, shares) => new TsMoney(cents, 'EUR').allocate(shares).map((part) => part.amount),
  '@easymoney/money': (cents, shares) =>
    createMoney({ amount: cents, currency: 'EUR' }).allocate(shares).map((part) => Number(part.getAmount())),
  'dinero.js': (cents, shares) => allocate(dinero({ amount: cents, currency: EUR }), shares).map((part) => toSnapshot(part).amount),
  '@dintero/money': (cents, shares) =>
    DinteroMoney.of(cents / 100, 'EUR').distributeBy(shares).map((part) => Math.round(part.toNumber() * 100)),
};
const cases = [[100, [1, 1, 1]], [5, [30, 70]], [100, [0, 1, 1, 1]]];
const expected = `js-money: 34,33,33 and -33,-33,-34; 2,3 and -1,-4; 1,33,33,33 and 1,-33,-34,-34
ts-money: 34,33,33 and -33,-33,-34; 2,3 and -1,-4; 1,33,33,33 and 1,-33,-34,-34
@easymoney/money: 34,33,33 and -33,-33,-34; 2,3 and -1,-4; 0,34,33,33 and 0,-33,-33,-34
dinero.js: 34,33,33 and -34,-33,-33; 1,4 and -1,-4; 0,34,33,33 and 0,-34,-33,-33
@dintero/money: 34,33,33 and -34,-33,-33; 1,4 and -1,-4; 0,34,33,33 and 0,-34,-33,-33`;
const divide = (parts, cents, shares) => {
  const found = parts(cents, shares);
  if (found.reduce((sum, part) => sum + part, 0) !== cents) throw new Error(`${found} is not ${cents}`);
  return found.join();
};
const found = Object.entries(libraries).map(([name, parts]) => {
  const results = cases.map(([cents, shares]) => `${divide(parts, cents, shares)} and ${divide(parts, -cents, shares)}`);
  return `${name}: ${results.join('; ')}`;
});
console.log(`cents of a payment and of its refund, by the shares ${cases.map(([, shares]) => shares.join(':')).join(', ')}`);
console.log(found.join('\n'));
process.exit(found.join('\n') === expected ? 0 : 1);
JS
node try.cjs
