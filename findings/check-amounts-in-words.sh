#!/usr/bin/env bash
# n2words 4.0.0, @brazilian-utils/brazilian-utils 2.4.0 and amount-in-words 1.0.1: the amount in words of a check or an invoice is
# another amount.
#
# Expected: the words say what the figures say. For checks and bills of exchange this decides: if both differ, the law of most countries
# (the Geneva conventions, the Uniform Commercial Code) counts the words. Intl.NumberFormat writes the figures, and to-words 5.7.0
# writes the same amount in words.
# Happens: amount-in-words reads the decimals of a number as cents: 8.20 dollars, the number 8.2, are "Eight Dollars And Two Cents".
# It also loses the minus sign of a refund. n2words and brazilian-utils cut the third decimal instead of rounding it: a total of
# 1.15 + 2.30 has the figures 3.45 and the words "forty-four cents" ("quarenta e quatro centavos"). No library raises an error.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund to-words@5.7.0 n2words@4.0.0 @brazilian-utils/brazilian-utils@2.4.0 amount-in-words@1.0.1 \
  >/dev/null
cat >try.cjs <<'JS'
const { convertCurrencyToWords } = require('@brazilian-utils/brazilian-utils');
const { AmountToWords, CountryCodes } = require('amount-in-words');
const { ToWords } = require('to-words');
const dollars = new ToWords({ localeCode: 'en-US', converterOptions: { currency: true } });
const figures = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const expected = [
  [
    8.2,
    '$8.20',
    'Eight Dollars And Twenty Cents Only',
    'eight dollars and twenty cents',
    'oito reais e vinte centavos',
    'Eight Dollars And Two Cents',
  ],
  [
    1.15 + 2.3,
    '$3.45',
    'Three Dollars And Forty Five Cents Only',
    'three dollars and forty-four cents',
    'três reais e quarenta e quatro centavos',
  ],
  [
    -5.05,
    '-$5.05',
    'Minus Five Dollars And Five Cents Only',
    'minus five dollars and five cents',
    'menos cinco reais e cinco centavos',
    'Five Dollars And Five Cents',
  ],
];
(async () => {
  const { toCurrency } = await import('n2words/en-US');
  const names = ['figures', 'to-words', 'n2words', 'brazilian-utils', 'amount-in-words'];
  let isSame = true;
  for (const [amount, ...right] of expected) {
    const found = [
      figures.format(amount),
      dollars.convert(amount),
      toCurrency(amount),
      convertCurrencyToWords(amount),
      new AmountToWords().toWords(amount, CountryCodes.USA),
    ];
    console.log(amount);
    names.forEach((name, index) => {
      console.log(`  ${name}: ${found[index]}`);
      isSame &&= right[index] === undefined || found[index] === right[index];
    });
  }
  process.exit(isSame ? 0 : 1);
})();
JS
node try.cjs
