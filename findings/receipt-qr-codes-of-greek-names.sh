#!/usr/bin/env bash
# Five packages for receipt printers: the QR code of a bank transfer to a Greek company, printed on a bill.
#
# Expected: the code of a SEPA credit transfer (EPC069-12) contains UTF-8, with the character set 1. ESC/POS stores its data with GS ( k,
# function 180, whose length counts bytes. So the printer gets the 93 bytes of this text, and a banking app reads the name ΚΑΦΕ ΟΔΕΟΝ.
# Happens: none of them sends these bytes, and none raises an error. node-thermal-printer sends UTF-8, but counts characters: the code ends
# 17 bytes early, without the end of the payment's reference, and the printer prints these bytes as text below. receipt-printer-encoder
# and react-thermal-printer encode the code's data in a code page of the printer's text: the name is question marks.
# escpos-buffer and xml-escpos-helper send the lower byte of each letter, which is no UTF-8. A text of ASCII is right in all of them.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-thermal-printer@4.6.1 @point-of-sale/receipt-printer-encoder@4.0.1 \
  react-thermal-printer@0.22.0 react@19.3.1 react-dom@19.3.1 escpos-buffer@4.1.0 @tillpos/xml-escpos-helper@0.3.1 >/dev/null
cat >try.mjs <<'JS'
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { createRequire } from 'node:module';
import { createElement } from 'react';
import { Printer, QRCode, render } from 'react-thermal-printer';
const require = createRequire(import.meta.url);
const { BufferBuilder } = require('@tillpos/xml-escpos-helper');
const { InMemory, Printer: BufferPrinter } = require('escpos-buffer');
const { PrinterTypes, ThermalPrinter } = require('node-thermal-printer');
const libraries = {
  'node-thermal-printer 4.6.1': (text) => {
    const printer = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: 'tcp://127.0.0.1' });
    printer.printQR(text);
    return printer.getBuffer();
  },
  'receipt-printer-encoder 4.0.1': (text) => new ReceiptPrinterEncoder({ language: 'esc-pos' }).initialize().qrcode(text).encode(),
  'react-thermal-printer 0.22.0': (text) =>
    render(createElement(Printer, { type: 'epson', width: 42 }, createElement(QRCode, { content: text }))),
  'escpos-buffer 4.1.0': async (text) => {
    const connection = new InMemory();
    await (await BufferPrinter.CONNECT('TM-T20', connection)).qrcode(text);
    return connection.buffer();
  },
  'xml-escpos-helper 0.3.1': (text) => {
    const builder = new BufferBuilder();
    builder.printQRcode(text, 1, 6, 49);
    return builder.build();
  },
};
const transfer = (name, text) =>
  ['BCD', '002', '1', 'SCT', '', name, 'GR1601101250000000012300695', 'EUR12.30', '', '', text].join('\n');
/** Returns what function 180 of GS ( k stores, by the length that the command states. */
function storedData(bytes) {
  const start = bytes.indexOf(Buffer.from('1P0'));
  return bytes.subarray(start + 3, start + bytes.readUInt16LE(start - 2));
}
const expected = {
  'node-thermal-printer 4.6.1': 'ASCII true, Greek false: ΚΑΦΕ ΟΔΕΟΝ, Α',
  'receipt-printer-encoder 4.0.1': 'ASCII true, Greek false: ???? ?????, ???????? 17',
  'react-thermal-printer 0.22.0': 'ASCII true, Greek false: ??�? ?????, ???????? 17',
  'escpos-buffer 4.1.0': 'ASCII true, Greek false: ���� �����, �������� 17',
  'xml-escpos-helper 0.3.1': 'ASCII true, Greek false: ���� �����, �������� 17',
};
let isSame = true;
for (const [library, print] of Object.entries(libraries)) {
  const check = async (text) => {
    const data = storedData(Buffer.from(await print(text)));
    return [data.equals(Buffer.from(text, 'utf8')), data.toString('utf8').split('\n')];
  };
  const [isRight] = await check(transfer('CAFE ODEON', 'BILL 17'));
  const [isGreekRight, lines] = await check(transfer('ΚΑΦΕ ΟΔΕΟΝ', 'ΑΠΟΔΕΙΞΗ 17'));
  const found = `ASCII ${isRight}, Greek ${isGreekRight}: ${lines[5]}, ${lines[10]}`;
  console.log(`${library}: ${found}`);
  isSame &&= found === expected[library];
}
process.exit(isSame ? 0 : 1);
JS
node try.mjs
