#!/usr/bin/env bash
# currency.js 2.0.4, accounting 0.4.1, accounting-js 2.0.3, currency-formatter 1.5.9 and parsecurrency 1.1.1: a refund that
# Intl.NumberFormat wrote in Croatian, Finnish or Swedish is read as a payment.
#
# Expected: the text of a refund keeps its sign when it is read again with the locale's decimal comma, as it does in Greek and German,
# and as NumberParser of @internationalized/number 3.6.9 reads it. A library that does not know a character refuses the text.
# Happens: Unicode's locale data (CLDR) gives Croatian, Estonian, Finnish, Norwegian, Slovenian and Swedish the minus sign U+2212
# instead of the hyphen U+002D. All five libraries know the hyphen only, drop the other sign with the currency, and return the positive
# amount without an error: −15,50 € is 15.5. Each refund makes the total of a day too large by twice its amount.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund currency.js@2.0.4 accounting@0.4.1 accounting-js@2.0.3 currency-formatter@1.5.9 \
  parsecurrency@1.1.1 @internationalized/number@3.6.9 >/dev/null
cat >try.mjs <<'JS'
import { NumberParser } from '@internationalized/number';
import accounting from 'accounting';
import * as accountingJs from 'accounting-js';
import currency from 'currency.js';
import formatter from 'currency-formatter';
import parseCurrency from 'parsecurrency';
const REFUND = -15.5;
const readers = {
  '@internationalized/number': (text, locale, code) => new NumberParser(locale, { style: 'currency', currency: code }).parse(text),
  'currency.js': (text) => currency(text, { decimal: ',', separator: '.' }).value,
  accounting: (text) => accounting.unformat(text, ','),
  'accounting-js': (text) => accountingJs.unformat(text, ','),
  'currency-formatter': (text, locale) => formatter.unformat(text, { locale }),
  parsecurrency: (text) => parseCurrency(text)?.value,
};
const hyphens = { 'el-GR': 'EUR', 'de-DE': 'EUR' };
const minusSigns = { 'hr-HR': 'EUR', 'et-EE': 'EUR', 'fi-FI': 'EUR', 'sl-SI': 'EUR', 'nb-NO': 'NOK', 'sv-SE': 'SEK' };
let isSame = true;
console.log(process.version, 'ICU', process.versions.icu);
for (const [locale, code] of Object.entries({ ...hyphens, ...minusSigns })) {
  const text = new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(REFUND);
  const found = Object.entries(readers).map(([name, read]) => [name, read(text, locale, code)]);
  console.log(locale, text, '->', found.map(([name, amount]) => `${name}: ${amount}`).join(', '));
  for (const [name, amount] of found) {
    isSame &&= amount === (name === '@internationalized/number' || locale in hyphens ? REFUND : -REFUND);
  }
}
process.exit(isSame ? 0 : 1);
JS
node try.mjs
