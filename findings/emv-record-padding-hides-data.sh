#!/usr/bin/env bash
# node-emv 1.0.23 and node-tlv 1.5.14: bytes of padding in the record of a chip card hide the data that follows.
#
# Expected: inside a template, such as the record of a card (tag 70), EMV allows bytes 00 without a meaning before, between and after the
# data objects (Book 3, annex B, and Specification Update 69). A reader skips them, as ber-tlv 0.9.2 does: the record has the card number
# (5A), the date of expiry (5F24) and the usage control (9F07).
# Happens: after one byte of padding, both read another object. node-tlv takes the next byte for the length of an object with the tag 00,
# which swallows the rest of the record. node-emv takes a single zero for a tag, so everything moves by a digit: a card with one byte
# of padding in front has no card number, and one with two bytes behind the number has the tag 5 instead of a date. There is no error.
# An even number of bytes does no harm in node-tlv, and three bytes do none in node-emv.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-emv@1.0.23 node-tlv@1.5.14 ber-tlv@0.9.2 >/dev/null
cat >try.cjs <<'JS'
const { TlvFactory } = require('ber-tlv');
const emv = require('node-emv');
const TLV = require('node-tlv');
const number = '5A084761739001010010';
const rest = '5F24033112319F0702FF00';
const record = (value) => `70${(value.length / 2).toString(16).toUpperCase()}${value}`;
const right = '5A 5F24 9F07';
const expected = {
  'no padding': [record(number + rest), right, right],
  '1 byte in front': [record(`00${number}${rest}`), '0 0 0 F2', '00'],
  '1 byte between': [record(`${number}00${rest}`), '5A 0 19', '5A 00'],
  '2 bytes between': [record(`${number}0000${rest}`), '5A 0 5', '5A 00 5F24 9F07'],
  '3 bytes between': [record(`${number}000000${rest}`), '5A 0 0 5F24 9F07', '5A 00 00'],
};
let isSame = true;
for (const [name, [input, emvTags, tlvTags]] of Object.entries(expected)) {
  let template;
  emv.parse(input, ([first]) => (template = first));
  const found = {
    'ber-tlv': TlvFactory.parse(input)[0].items.map(({ tag }) => tag).join(' '),
    'node-emv': template.value.map(({ tag }) => tag).join(' '),
    'node-tlv': TLV.parse(input).child.map((object) => object.getTag('string')).join(' '),
  };
  console.log(name, input, found);
  isSame &&= Object.values(found).join('|') === [right, emvTags, tlvTags].join('|');
}
process.exit(isSame ? 0 : 1);
JS
node try.cjs
