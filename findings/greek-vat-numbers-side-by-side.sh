#!/usr/bin/env bash
# validator 13.15.35, jsvat 2.5.4 and stdnum 1.12.0: one Greek VAT number, three opinions.
#
# Expected: packages that validate VAT numbers agree about a Greek one, with EL (the prefix of the European Union) and with GR (its
# country code), and verify its check digit.
# Happens: isVAT of validator knows the country as EL only, raises an error for its ISO code GR, and verifies no check digit: it
# accepts a number with a wrong one. Its isTaxID (el-GR) verifies the digit and refuses both prefixes. jsvat refuses the prefix GR and
# the number alone. stdnum accepts all forms. isVAT, isTaxID and stdnum also accept nine zeros, which is no number of anybody.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund validator@13.15.35 jsvat@2.5.4 stdnum@1.12.0 >/dev/null
cat >try.mjs <<'JS'
import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const validator = require('validator');
const { checkVAT, greece } = require('jsvat');
const { stdnum } = require('stdnum');
const opinionOf = (read) => {
  try {
    return read() ? 'yes' : 'no';
  } catch (error) {
    return error.message;
  }
};
// The number of the example with its right and with a wrong check digit, and nine zeros.
const rows = ['EL090000045', 'GR090000045', '090000045', 'EL090000046', '000000000'].map((number) => [
  number,
  opinionOf(() => validator.isVAT(number, 'EL')),
  opinionOf(() => validator.isVAT(number, 'GR')),
  opinionOf(() => validator.isTaxID(number, 'el-GR')),
  opinionOf(() => checkVAT(number, [greece]).isValid),
  opinionOf(() => stdnum.GR.vat.validate(number).isValid),
]);
console.log('validator 13.15.35, jsvat 2.5.4, stdnum 1.12.0');
console.log('number, isVAT EL, isVAT GR, isTaxID el-GR, jsvat, stdnum');
for (const row of rows) console.log(row.join(', '));
const opinions = rows.map(([, ...row]) => row.map((one) => (one === 'yes' || one === 'no' ? one[0] : '!')).join('')).join(' ');
console.log(opinions);
process.exit(opinions === process.env.SEEN ? 0 : 1);
JS
SEEN='y!nyy n!nny y!yny y!nnn y!yny' node try.mjs
