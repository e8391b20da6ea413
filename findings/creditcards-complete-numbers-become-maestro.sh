#!/usr/bin/env bash
# creditcards 5.0.0: a UnionPay card is UnionPay until its last digits are typed, and Maestro then.
#
# Expected: the README of its creditcards-types 4.0.0 lists UnionPay and Dankort as card types with unique patterns. card.type() names
# the type of a complete number, and with `eager` the type of its first digits. Both agree, as in payment 2.4.7.
# Happens: the first type that matches is taken. Maestro is the second in the list, and its pattern for complete numbers matches nearly
# every number that begins with 6, 50 or 56 to 59. Its eager pattern does not. So each complete UnionPay and Dankort number is Maestro,
# and card.isValid() says yes to both types. A shop that shows the logo while the customer types, and routes the payment by the
# complete number, takes two networks for one card.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund creditcards@5.0.0 creditcards-types@4.0.0 payment@2.4.7 >/dev/null
cat >try.cjs <<'JS'
const { card } = require('creditcards');
const { fns: payment } = require('payment');
// Test numbers of payment services.
const numbers = [
  ['UnionPay', '6200000000000005'],
  ['UnionPay', '6205500000000000004'],
  ['Dankort', '5019717010103742'],
  ['Maestro', '6759649826438453'],
  ['Visa', '4242424242424242'],
];
const expected = [
  'UnionPay, complete Maestro; valid as UnionPay true, as Maestro true; payment unionpay',
  'UnionPay, complete Maestro; valid as UnionPay true, as Maestro true; payment unionpay',
  'Dankort, complete Maestro; valid as Dankort true, as Maestro true; payment dankort',
  'Maestro, complete Maestro; valid as Maestro true, as Maestro true; payment maestro',
  'Visa, complete Visa; valid as Visa true, as Maestro false; payment visa',
];
console.log('creditcards 5.0.0');
const found = numbers.map(([name, number]) => {
  const first = card.type(number.slice(0, -1), true);
  const valid = [name, 'Maestro'].map((type) => `as ${type} ${card.isValid(number, type)}`).join(', ');
  const line = `${first}, complete ${card.type(number)}; valid ${valid}; payment ${payment.cardType(number)}`;
  console.log(`${number} without its last digit ${line}`);
  return line;
});
process.exit(found.join('\n') === expected.join('\n') ? 0 : 1);
JS
node try.cjs
