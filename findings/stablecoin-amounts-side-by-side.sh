#!/usr/bin/env bash
# web3-utils 4.3.3, viem 2.57.20 and ethers 6.17.0: amounts of a stablecoin with six decimals (USDC, EURC), as text and as integers.
#
# Expected: the three libraries convert one amount into the same integer or refuse it, and write a negative amount, for example the
# difference of a refund, with its sign in front. parseUnits() and toWei() take texts, so no binary fraction is involved.
# Happens: fromWei() of web3-utils puts the zeros before the sign: -50000 (minus five cents) is the text "0.-5", and -1500 is "0.0-15".
# parseFloat() reads both as 0, so a report loses them without an error. Amounts from -0.10 downward have their sign in front.
# A conversion of 19.9999999, the equivalent of a price in another currency, is 20000000 in viem, 19999999 in web3-utils, and an
# error in ethers. A rest below half a unit (0.0000004) is 0 in viem, and an empty text in web3-utils.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund web3-utils@4.3.3 viem@2.57.20 ethers@6.17.0 >/dev/null
cat >try.mjs <<'JS'
import * as ethers from 'ethers';
import * as viem from 'viem';
import { fromWei, toWei } from 'web3-utils';
const DECIMALS = 6;
const attempt = (convert) => {
  try {
    return String(convert());
  } catch (error) {
    return `error: ${error.message.split(' (')[0]}`;
  }
};
let isSame = true;
const compare = (input, answers, right) => {
  console.log(String(input), '->', answers.map((answer) => JSON.stringify(answer)).join(' | '));
  isSame &&= answers.join('|') === right.join('|');
};
console.log('integer -> text: web3-utils | viem | ethers');
for (const [integer, text, web3Text] of [
  [-1500000n, '-1.5', '-1.5'],
  [-50000n, '-0.05', '0.-5'],
  [-1500n, '-0.0015', '0.0-15'],
  [-1n, '-0.000001', '0.0000-1'],
]) {
  const answers = [fromWei(integer, DECIMALS), viem.formatUnits(integer, DECIMALS), ethers.formatUnits(integer, DECIMALS)];
  compare(integer, answers, [web3Text, text, text]);
  isSame &&= text === web3Text || parseFloat(web3Text) === 0;
}
console.log('text -> integer: web3-utils | viem | ethers');
const tooMany = 'error: too many decimals for format';
for (const [text, right] of [
  ['-0.05', ['-50000', '-50000', '-50000']],
  ['19.9999999', ['19999999', '20000000', tooMany]],
  ['0.0000004', ['', '0', tooMany]],
]) {
  const converters = [() => toWei(text, DECIMALS), () => viem.parseUnits(text, DECIMALS), () => ethers.parseUnits(text, DECIMALS)];
  compare(text, converters.map(attempt), right);
}
process.exit(isSame ? 0 : 1);
JS
node try.mjs
