#!/usr/bin/env bash
# sepa-qr 0.0.2, sepa-payment-code 1.0.3 and sepa-payment-qr-code 2.0.2: the QR code of a SEPA credit transfer (EPC069-12).
#
# Expected: the three libraries write one payload for one payment. Line 10 is the structured creditor reference, line 11 the free
# text, and line 12 a note to the payer. The amount has at most two decimals.
# Happens: sepa-qr has no line for the reference, so its free text (`remittance`, in its README 'Invoice 123456789') is in line 10, as
# a creditor reference, and its note is in line 11. A banking app reads an invalid reference. sepa-qr and sepa-payment-code write the
# number as JavaScript prints it: 0.1 + 0.2 is EUR0.30000000000000004. sepa-payment-qr-code writes EUR0.30.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sepa-qr@0.0.2 sepa-payment-code@1.0.3 sepa-payment-qr-code@2.0.2 pngjs@7.0.0 jsqr@1.4.0 >/dev/null
cat >try.cjs <<'JS'
const createSepaQr = require('sepa-qr');
const { PaymentCode } = require('sepa-payment-code');
const payload = require('sepa-payment-qr-code');
const { PNG } = require('pngjs');
const jsQR = require('jsqr');
const name = 'Nikos';
const iban = 'GR1601101250000000012300695';
const amount = 0.1 + 0.2;
const text = 'Invoice 123456789';
(async () => {
  const chunks = [];
  for await (const chunk of createSepaQr({ name, iban, amount, remittance: text, type: 'png', size: 8 })) chunks.push(chunk);
  const { data, width, height } = PNG.sync.read(Buffer.concat(chunks));
  const codes = {
    'sepa-qr 0.0.2': jsQR(new Uint8ClampedArray(data), width, height).data,
    'sepa-payment-code 1.0.3': new PaymentCode(name, iban, amount, undefined, text).getPayload(),
    'sepa-payment-qr-code 2.0.2': payload({ name, iban, amount, unstructuredReference: text }),
  };
  const found = Object.entries(codes).map(([library, code]) => {
    const lines = code.split('\n');
    console.log(library, '- amount:', lines[7], '- reference (line 10):', JSON.stringify(lines[9]), '- text (line 11):', JSON.stringify(lines[10]));
    return [lines[7], lines[9], lines[10]].join('|');
  });
  const long = 'EUR0.30000000000000004';
  process.exit(found.join() === [`${long}|${text}|`, `${long}||${text}`, `EUR0.30||${text}`].join() ? 0 : 1);
})();
JS
node try.cjs
