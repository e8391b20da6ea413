#!/usr/bin/env bash
# react-thermal-printer 0.22.0 and node-thermal-printer 4.6.1: Greek character sets of receipt printers.
#
# Expected: each Greek character set that a package offers prints the Greek capitals, or is refused before anything is printed.
# Happens: react-thermal-printer selects the printer's table 11 for 'pc851_greek', but encodes the text in the Portuguese table 860: the
# printer gets question marks for 16 of 18 letters, without an error. Its 'pc737_greek' prints the capitals, and a question mark for
# ΐ and ΰ. node-thermal-printer offers five Greek sets for every printer type. With STAR, two of them raise an error at the first
# line, and PC737_GREEK an error of JavaScript at the letter ΐ. 'wpc1253_greek' and WPC1253_GREEK for EPSON have every letter.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund react-thermal-printer@0.22.0 react@19.3.1 node-thermal-printer@4.6.1 iconv-lite@0.6.3 >/dev/null
cat >try.mjs <<'JS'
import { createRequire } from 'node:module';
import iconv from 'iconv-lite';
import { createElement } from 'react';
import { Printer, Text, render } from 'react-thermal-printer';
const { ThermalPrinter, PrinterTypes, CharacterSet } = createRequire(import.meta.url)('node-thermal-printer');
const text = 'ΑΠΟΔΕΙΞΗ ΛΙΑΝΙΚΗΣ ΐ';
const marks = (bytes) => bytes.filter((byte) => byte === 0x3f).length;
const lost = {};
for (const characterSet of ['pc851_greek', 'pc737_greek', 'wpc1253_greek']) {
  const bytes = await render(createElement(Printer, { type: 'epson', width: 42, characterSet }, createElement(Text, null, text)));
  lost[characterSet] = marks(bytes);
}
const GREEK = ['PC737_GREEK', 'PC851_GREEK', 'PC869_GREEK', 'ISO8859_7_GREEK', 'WPC1253_GREEK'];
const printed = (type, set, line = 'ΑΠΟΔΕΙΞΗ') => {
  try {
    const printer = new ThermalPrinter({ type: PrinterTypes[type], interface: 'tcp://127.0.0.1', characterSet: CharacterSet[set] });
    printer.println(line);
    return printer.getBuffer();
  } catch (error) {
    return error.message;
  }
};
const star = GREEK.map((set) => [set, printed('STAR', set)]).map(([set, one]) => `${set}: ${typeof one === 'string' ? one : 'printed'}`);
const windows = iconv.decode(printed('EPSON', 'WPC1253_GREEK', text), 'win1253');
console.log('react-thermal-printer 0.22.0, question marks for 18 letters:', lost);
console.log('node-thermal-printer 4.6.1, STAR:', star);
const accented = printed('STAR', 'PC737_GREEK', text);
console.log('node-thermal-printer 4.6.1, STAR with PC737_GREEK and ΐ:', accented);
console.log('node-thermal-printer 4.6.1, EPSON with WPC1253_GREEK:', windows.includes(text) ? 'every letter' : windows);
const isSame = lost.pc851_greek === 16 && lost.pc737_greek === 1 && lost.wpc1253_greek === 0;
const isRefused =
  star.filter((line) => line.includes('Code page not recognized')).length === 2 && /^Cannot read properties/.test(accented);
process.exit(isSame && isRefused && windows.includes(text) ? 0 : 1);
JS
node try.mjs
