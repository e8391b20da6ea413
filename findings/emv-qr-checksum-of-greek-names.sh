#!/usr/bin/env bash
# emv-qrcps 0.0.7, emvco-qr-sdk 1.0.0 and emvqr 0.0.5: the checksum of an EMV QR code whose merchant has a Greek name.
#
# Expected: the code of one library is valid for the others. EMVCo has a template (ID 64) for the merchant's name in the local
# language, the code contains it in UTF-8, and the checksum (ID 63) is a CRC of the bytes.
# Happens: emv-qrcps creates such a code, and emvqr decodes it. emvco-qr-sdk counts the UTF-16 code units of the JavaScript text, so it
# calls the code invalid. With a Latin name, all three agree, so tests with a Latin name do not find it.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund emv-qrcps@0.0.7 emvco-qr-sdk@1.0.0 emvqr@0.0.5 >/dev/null
cat >try.cjs <<'JS'
const { Merchant } = require('emv-qrcps');
const { CRC } = require('emvco-qr-sdk');
const emvqr = require('emvqr');
function codeOf(name, city) {
  const code = Merchant.buildEMVQR();
  code.setPayloadFormatIndicator('01');
  code.setPointOfInitiationMethod('12');
  code.setMerchantCategoryCode('5812');
  code.setTransactionCurrency('978');
  code.setTransactionAmount('12.30');
  code.setCountryCode('GR');
  code.setMerchantName('MARIA');
  code.setMerchantCity('ATHENS');
  const local = Merchant.buildMerchantInformationLanguageTemplate();
  local.setLanguagePreference('EL');
  local.setMerchantName(name);
  local.setMerchantCity(city);
  code.setMerchantInformationLanguageTemplate(local);
  return code.generatePayload();
}
/** CRC-16/CCITT-FALSE of bytes. */
function checksum(bytes) {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
function decodes(code) {
  try {
    return emvqr.decode(code)['63'].data === code.slice(-4);
  } catch {
    return false;
  }
}
const found = [['MARIA', 'ATHENS'], ['ΜΑΡΙΑ', 'ΑΘΗΝΑ']].map(([name, city]) => {
  const code = codeOf(name, city);
  const [body, crc] = [code.slice(0, -4), code.slice(-4)];
  const isRight = checksum(Buffer.from(body, 'utf8')) === crc;
  const [ofSdk, ofEmvqr] = [new CRC(crc).validate(body), decodes(code)];
  console.log(code, '- CRC of the bytes:', isRight, '- emvco-qr-sdk:', ofSdk, '- emvqr:', ofEmvqr);
  return [isRight, ofSdk, ofEmvqr].join();
});
process.exit(found.join(' ') === 'true,true,true true,false,true' ? 0 : 1);
JS
node try.cjs
