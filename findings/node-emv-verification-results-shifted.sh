#!/usr/bin/env bash
# node-emv 1.0.23: tvr() and tsi() describe other bits of a card payment than the card terminal set.
#
# Expected: EMV Book 3 (annex C) names each bit of the Terminal Verification Results (tag 95, 5 bytes) and of the Transaction
# Status Information (tag 9B, 2 bytes). The example of the README, 8000048000, is described correctly.
# Happens: tvr() drops the leading zero bits, so the first bit that is set moves to the first place. 0000008000 (the payment exceeds
# the floor limit) is described as "Offline data authentication was not performed". Only values that begin with a set bit are right.
# auc() does the same to the Application Usage Control (tag 9F07). tsi() calls tvr(), so it says "was not performed" for the bit
# that means "was performed".
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-emv@1.0.23 >/dev/null
cat >try.cjs <<'JS'
const emv = require('node-emv');
const { isDeepStrictEqual } = require('node:util');
const cases = [
  // [function, value, what EMV Book 3 says, what the library says]
  ['tvr', '8000048000', ['Offline data authentication was not performed', 'Online PIN entered', 'Transaction exceeds floor limit'], 'the same'],
  ['tvr', '0000008000', ['Transaction exceeds floor limit'], ['Offline data authentication was not performed']],
  ['tvr', '0000048000', ['Online PIN entered', 'Transaction exceeds floor limit'], ['Offline data authentication was not performed', 'Card appears on terminal exception file']],
  ['tvr', '0400000000', ['CDA failed'], ['Offline data authentication was not performed']],
  ['auc', '2900', ['Valid for domestic goods', 'Valid for domestic services', 'Valid at terminals other than ATMs'],
    ['Valid for domestic cash transactions', 'Valid for domestic goods', 'Valid for international services']],
  ['tsi', 'E800', ['Offline data authentication was performed', 'Cardholder verification was performed', 'Card risk management was performed',
    'Terminal risk management was performed'],
    ['Offline data authentication was not performed', 'SDA failed', 'ICC data missing', 'DDA failed']],
];
console.log('node-emv 1.0.23');
let isSame = true;
for (const [name, value, meaning, described] of cases) {
  let found = [];
  emv[name](value, (bytes) => (found = bytes.flat().filter((bit) => bit.value === '1').map((bit) => bit.description)));
  console.log(`${name} ${value}\n  means: ${meaning.join(', ')}\n  found: ${found.join(', ')}`);
  isSame &&= isDeepStrictEqual(found, described === 'the same' ? meaning : described);
}
process.exit(isSame ? 0 : 1);
JS
node try.cjs
