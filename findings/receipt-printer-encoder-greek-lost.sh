#!/usr/bin/env bash
# @point-of-sale/receipt-printer-encoder 4.0.1: Greek letters become question marks, also with codepage('auto').
#
# Expected: codepage('auto') chooses code pages that have the letters of a text. If the printer has none, the encoder says so.
# Happens: without a code page, and with 'auto' for some of its printer models, it sends "?" for Greek letters, without an error.
# The letters that CP437 has for mathematics, such as capital theta, stay. For other models, 'auto' sends all letters.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . '@point-of-sale/receipt-printer-encoder@4.0.1' >/dev/null
cat >try.mjs <<'JS'
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
const TEXT = 'ΑΘΗΝΑ';
const lost = (encoder) => [...Buffer.from(encoder.text(TEXT).encode()).toString('latin1')].filter((letter) => letter === '?').length;
const plain = lost(new ReceiptPrinterEncoder().initialize());
const auto = (printerModel) => lost(new ReceiptPrinterEncoder({ printerModel }).initialize().codepage('auto'));
const models = ['citizen-ct-s310ii', 'fujitsu-fp1000', 'metapace-t1', 'epson-tm-t88vi'];
const found = [plain, ...models.map(auto)];
console.log(`${TEXT}: question marks without a code page: ${found[0]}; with 'auto' for ${models.map((model, index) => `${model}: ${found[index + 1]}`).join(', ')}`);
process.exit(found.join(' ') === '4 4 4 4 0' ? 0 : 1);
JS
node try.mjs
