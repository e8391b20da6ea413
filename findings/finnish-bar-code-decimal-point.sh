#!/usr/bin/env bash
# finnish-bank-utils 1.3.3: the bank bar code of an invoice of 1.15 euros is no bar code.
#
# Expected: formatFinnishVirtualBarCode() takes the sum in euros, a number with at most two decimals, and returns false if it cannot
# create the code. The Bank Bar Code Guide of the Finnish banks (5.3, section 9) has 54 digits: six of them are euros, two are cents.
# Happens: the cents are a product of binary fractions (1.15 * 100 - 100) that is never rounded. Of the sums up to 1,000 euros, 9.2 %
# get a text of 68 to 70 characters with a decimal point, without an error: 0.29, 1.15 and 19.99 among them. A printer of bar codes
# refuses it, and parseFinnishVirtualBarCode() of the same package returns false. The examples of the README, 482.99 and 693.80, are
# right.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund finnish-bank-utils@1.3.3 >/dev/null
cat >try.cjs <<'JS'
const utils = require('finnish-bank-utils');
const invoice = { iban: 'FI58 1017 1000 0001 22', reference: '55958 22432 94671', date: '31.1.2012' };
const codeOf = (cents) => utils.formatFinnishVirtualBarCode({ ...invoice, sum: Number((cents / 100).toFixed(2)) });
const rightCode = (cents) => `458101710000001220${String(cents).padStart(8, '0').slice(1)}00000000559582243294671120131`;
const found = [48299, 69380, 29, 115, 1999, 109].map((cents) => {
  const code = codeOf(cents);
  return `${(cents / 100).toFixed(2)} ${code} read as ${utils.parseFinnishVirtualBarCode(code).sum ?? false}`;
});
const count = { right: 0, withPoint: 0, shortest: Infinity, longest: 0 };
for (let cents = 1; cents <= 100_000; cents++) {
  const code = codeOf(cents);
  if (code === rightCode(cents)) {
    count.right++;
    continue;
  }
  if (typeof code !== 'string' || !code.includes('.')) throw new Error(`another result for ${cents} cents: ${code}`);
  count.withPoint++;
  count.shortest = Math.min(count.shortest, code.length);
  count.longest = Math.max(count.longest, code.length);
}
console.log(`finnish-bank-utils 1.3.3\n${found.join('\n')}\nsums from 0.01 to 1,000.00:`, count);
const isSame = found.map((line) => line.split(' read as ')[1]).join(' ') === '482.99 693.8 false false false false';
process.exit(isSame && count.right === 90825 && count.withPoint === 9175 ? 0 : 1);
JS
node try.cjs
