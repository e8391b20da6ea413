#!/usr/bin/env bash
# jsqr 1.4.0, @zxing/library 0.21.3, zxing-wasm 3.1.6 and qr 0.7.0: a SEPA QR code in one of the older character sets.
#
# Expected: EPC069-12 allows eight character sets, and line 3 names the one of the code: 1 is UTF-8, 2 is ISO 8859-1 (Western European),
# 6 is ISO 8859-7 (Greek). A QR reader does not know this line. It reads the bytes as ISO 8859-1, the default of QR codes, or as UTF-8,
# or says that it does not know the characters.
# Happens: the name ΚΑΦΕ ΟΔΕΟΝ in ISO 8859-7 is Japanese in both zxing libraries, ﾊﾁﾖﾅ ﾏﾄﾅﾏﾍ, and replacement characters in qr. In small letters,
# it is Western European in zxing-wasm. jsqr returns an empty text for the whole code, with the IBAN and the amount, and does so for
# Müller in ISO 8859-1, too. @zxing/library takes Müller for an invalid code. Only the bytes are right, `binaryData` of jsqr and
# `bytes` of zxing-wasm: an app that reads line 3 from them can decode the rest.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund qrcode@1.5.4 pngjs@7.0.0 iconv-lite@0.7.0 jsqr@1.4.0 @zxing/library@0.21.3 zxing-wasm@3.1.6 \
  qr@0.7.0 >/dev/null
cat >try.mjs <<'JS'
import { readFileSync } from 'node:fs';
import iconv from 'iconv-lite';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import decodeQr from 'qr/decode.js';
import QRCode from 'qrcode';
import * as zxing from '@zxing/library';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
const wasm = readFileSync('node_modules/zxing-wasm/dist/reader/zxing_reader.wasm');
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
const readJsqr = jsqr.default ?? jsqr;
const codes = [
  ['1', 'utf8', 'ΚΑΦΕ ΟΔΕΟΝ', 'ΚΑΦΕ ΟΔΕΟΝ', 'ΚΑΦΕ ΟΔΕΟΝ', 'ΚΑΦΕ ΟΔΕΟΝ', 'ΚΑΦΕ ΟΔΕΟΝ'],
  ['6', 'iso88597', 'ΚΑΦΕ ΟΔΕΟΝ', '', 'ﾊﾁﾖﾅ ﾏﾄﾅﾏﾍ', 'ﾊﾁﾖﾅ ﾏﾄﾅﾏﾍ', '���� �����'],
  ['6', 'iso88597', 'Ταβέρνα Ο Νίκος', '', 'FormatException', 'ÔáâÝñíá Ï Íßêïò', '������� � �����'],
  ['2', 'latin1', 'Müller & Söhne', '', 'FormatException', 'Müller & Söhne', 'M�ller & S�hne'],
];
let isSame = true;
for (const [set, encoding, name, ...expected] of codes) {
  const bytes = iconv.encode(['BCD', '002', set, 'SCT', '', name, 'GR1601101250000000012300695', 'EUR12.00'].join('\n'), encoding);
  const png = PNG.sync.read(await QRCode.toBuffer([{ data: new Uint8ClampedArray(bytes), mode: 'byte' }], { scale: 6 }));
  const { width, height } = png;
  const data = new Uint8ClampedArray(png.data);
  const fromJsqr = readJsqr(data, width, height);
  const [fromWasm] = await readBarcodes({ data, width, height, colorSpace: 'srgb' }, { formats: ['QRCode'] });
  const gray = Uint8ClampedArray.from({ length: width * height }, (_, index) => data[index * 4]);
  const bitmap = new zxing.BinaryBitmap(new zxing.HybridBinarizer(new zxing.RGBLuminanceSource(gray, width, height)));
  let fromLibrary;
  try {
    fromLibrary = new zxing.QRCodeReader().decode(bitmap).getText();
  } catch (error) {
    fromLibrary = error.constructor.name;
  }
  const texts = [fromJsqr.data, fromLibrary, fromWasm.text, decodeQr({ width, height, data })];
  const names = texts.map((text) => text.split('\n')[5] ?? text);
  console.log(`${name} (${encoding})`);
  ['jsqr', '@zxing/library', 'zxing-wasm', 'qr'].forEach((library, index) => console.log(`  ${library}: ${JSON.stringify(names[index])}`));
  isSame &&= names.join('|') === expected.join('|') && bytes.equals(Buffer.from(fromJsqr.binaryData)) && bytes.equals(Buffer.from(fromWasm.bytes));
}
process.exit(isSame ? 0 : 1);
JS
node try.mjs
