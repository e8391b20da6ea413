#!/usr/bin/env bash
# swiftmessageparser 1.2.1, mt940-js 1.0.0 and mt940js 1.3.5: a slash in the reference of an MT940 line hides what follows.
#
# Expected: the line :61: ends with [16x][//16x][34x]: the customer's reference, after two slashes the bank's reference, and on the
# next line the details. SWIFT's characters x include the slash, and a reference of the format 16x only has no two slashes in a row, and
# none at its ends. So INV/2026/17//BANKREF1 is the reference INV/2026/17 and the bank's reference BANKREF1. An amount has the decimals
# of its currency: 1,234 Kuwaiti dinars are 1.234.
# Happens: all three cut the reference at its first slash without an error, and swiftmessageparser and mt940js lose the bank's reference
# and the details, too. The invoices INV/2026/17 and INV/2026/18 have one reference, INV. swiftmessageparser also rounds each amount to
# two decimals: two lines of 1,234 dinars are 1.23 each, so its option `validate` refuses a statement that adds up.
#
# The script installs tslib, because mt940-js loads it without declaring it as a dependency.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund swiftmessageparser@1.2.1 mt940-js@1.0.0 mt940js@1.3.5 tslib@2.8.1 >/dev/null
cat >try.cjs <<'JS'
const swift = require('swiftmessageparser');
const { read } = require('mt940-js');
const { Parser } = require('mt940js');
const statement = (currency, opening, lines, closing) =>
  [':20:STMT1', ':25:GR1601101250000000012300695', ':28C:1/1', `:60F:C261127${currency}${opening}`, ...lines, `:62F:C261128${currency}${closing}`, '']
    .join('\r\n');
const line = (reference) => `:61:2611281128C12,50NTRF${reference}//BANKREF1\r\nDETAILS`;
(async () => {
  const found = [];
  for (const reference of ['INV-2026-17', 'INV/2026/17']) {
    const text = statement('EUR', '100,00', [line(reference)], '112,50');
    const [first] = swift.parse({ type: 'mt940', data: text, validate: true })[0].transactions;
    const [second] = (await read(Buffer.from(text)))[0].transactions;
    const [third] = new Parser().parse(text)[0].transactions;
    found.push(`${reference}: swiftmessageparser ${first.reference}, ${first.bankReference || '-'}, ${first.extraDetails || '-'}`);
    found.push(`${reference}: mt940-js ${second.customerReference}`);
    found.push(`${reference}: mt940js ${third.reference}, ${third.bankReference || '-'}, ${third.extraDetails || '-'}`);
  }
  const dinars = statement('KWD', '0,', [':61:2611281128C1,234NTRFINV-1', ':61:2611281128C1,234NTRFINV-2'], '2,468');
  const [{ transactions, closingBalance }] = swift.parse({ type: 'mt940', data: dinars });
  found.push(`dinars: ${transactions.map(({ amount }) => amount).join(' + ')} = ${closingBalance}`);
  try {
    swift.parse({ type: 'mt940', data: dinars, validate: true });
  } catch (error) {
    found.push(`validated: ${error.message}`);
  }
  console.log(found.join('\n'));
  const expected = [
    'INV-2026-17: swiftmessageparser INV-2026-17, BANKREF1, DETAILS',
    'INV-2026-17: mt940-js INV-2026-17',
    'INV-2026-17: mt940js INV-2026-17, BANKREF1, DETAILS',
    'INV/2026/17: swiftmessageparser INV, -, -',
    'INV/2026/17: mt940-js INV',
    'INV/2026/17: mt940js INV, -, -',
    'dinars: 1.23 + 1.23 = 2.47',
    'validated: Sum of lines (2.46) != turnover (2.47) in group 1',
  ];
  process.exit(found.join('\n') === expected.join('\n') ? 0 : 1);
})();
JS
node try.cjs
