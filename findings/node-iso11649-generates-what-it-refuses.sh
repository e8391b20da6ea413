#!/usr/bin/env bash
# node-iso11649 2.1.2: generate() returns a creditor reference that validate() of the same package refuses.
#
# Expected: its page allows at most 21 characters for the reference without RF and check digits, so generate() refuses 22, as
# iso-11649 1.0.1 does.
# Happens: generate() accepts 22 and 23 characters, and returns a reference of 26 or 27 characters without an error. validate() says false.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-iso11649@2.1.2 iso-11649@1.0.1 >/dev/null
cat >try.cjs <<'JS'
const { generate, validate } = require('node-iso11649');
const other = require('iso-11649');
const digits = '12345678901234567890123';
const seen = [21, 22, 23].map((length) => {
  const reference = generate(digits.slice(0, length));
  let opinion;
  try {
    opinion = other.generate(digits.slice(0, length)) === reference ? 'same' : 'different';
  } catch {
    opinion = 'refused';
  }
  return `${length}: ${reference.length} characters, ${validate(reference) ? 'valid' : 'invalid'}, iso-11649 ${opinion}`;
});
console.log('node-iso11649 2.1.2');
console.log(seen.join('\n'));
const expected = ['21: 25 characters, valid, iso-11649 same', '22: 26 characters, invalid, iso-11649 refused', '23: 27 characters, invalid, iso-11649 refused'];
process.exit(seen.join() === expected.join() ? 0 : 1);
JS
node try.cjs
