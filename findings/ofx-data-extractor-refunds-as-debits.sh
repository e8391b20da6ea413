#!/usr/bin/env bash
# ofx-data-extractor 1.5.0: refunds at a point of sale, and payments of a credit card bill, are debits.
#
# Expected: OFX (2.3, section 11.4.4) signs each amount from the customer's perspective: a card payment is positive, a purchase is
# negative. Of the type POS it says that debit or credit depends on the sign. So the direction follows from the sign, and credits
# minus debits are what the balance changes by.
# Happens: toNormalized() and getTransactionsSummary() look at the sign of negative amounts only. A positive amount of the types POS,
# ATM, PAYMENT, CHECK, FEE, SRVCHG, CASH or REPEATPMT is a debit: a refund of 15.00 is reported as `direction: 'debit'` with the amount
# 15, and a paid card bill of 40.00 as another 40.00 that were spent. validate() has no warning. The amounts as ofx-js 1.1.1 reads them
# add up to the change of the balance.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund ofx-data-extractor@1.5.0 ofx-js@1.1.1 >/dev/null
cat >try.mjs <<'JS'
import { Ofx } from 'ofx-data-extractor';
import { parseSync } from 'ofx-js';
const header = ['OFXHEADER:100', 'DATA:OFXSGML', 'VERSION:102', 'SECURITY:NONE', 'ENCODING:USASCII', 'CHARSET:1252', 'COMPRESSION:NONE',
  'OLDFILEUID:NONE', 'NEWFILEUID:NONE', ''];
const signOn = ['<SIGNONMSGSRSV1>', '<SONRS>', '<STATUS>', '<CODE>0', '<SEVERITY>INFO', '</STATUS>', '<DTSERVER>20261130120000',
  '<LANGUAGE>ENG', '</SONRS>', '</SIGNONMSGSRSV1>'];
const status = ['<TRNUID>1', '<STATUS>', '<CODE>0', '<SEVERITY>INFO', '</STATUS>'];
const entry = ([type, amount], index) =>
  ['<STMTTRN>', `<TRNTYPE>${type}`, '<DTPOSTED>20261128', `<TRNAMT>${amount}`, `<FITID>F${index}`, '<NAME>SHOP', '</STMTTRN>'];
const list = (entries) => ['<BANKTRANLIST>', '<DTSTART>20261101', '<DTEND>20261130', ...entries.flatMap(entry), '</BANKTRANLIST>'];
const balance = (amount) => ['<LEDGERBAL>', `<BALAMT>${amount}`, '<DTASOF>20261130', '</LEDGERBAL>'];
const file = (...body) => [...header, '<OFX>', ...signOn, ...body.flat(), '</OFX>', ''].join('\n');
// A current account: a purchase, its partial refund, and a withdrawal that the machine took back.
const bankEntries = [['POS', '-40.00'], ['POS', '15.00'], ['ATM', '-50.00'], ['ATM', '50.00']];
const bank = file(['<BANKMSGSRSV1>', '<STMTTRNRS>'], status, ['<STMTRS>', '<CURDEF>EUR', '<BANKACCTFROM>', '<BANKID>011', '<ACCTID>12300695',
  '<ACCTTYPE>CHECKING', '</BANKACCTFROM>'], list(bankEntries), balance('75.00'), ['</STMTRS>', '</STMTTRNRS>', '</BANKMSGSRSV1>']);
// A credit card: a purchase, and the paid bill.
const cardEntries = [['POS', '-40.00'], ['PAYMENT', '40.00']];
const card = file(['<CREDITCARDMSGSRSV1>', '<CCSTMTTRNRS>'], status, ['<CCSTMTRS>', '<CURDEF>EUR', '<CCACCTFROM>', '<ACCTID>C-1', '</CCACCTFROM>'],
  list(cardEntries), balance('0.00'), ['</CCSTMTRS>', '</CCSTMTTRNRS>', '</CREDITCARDMSGSRSV1>']);
const found = [['account', bank], ['card', card]].map(([name, text]) => {
  const ofx = new Ofx(text);
  const { credit, debit } = ofx.getTransactionsSummary();
  const rows = ofx.toNormalized().transactions.map(({ raw, amount, direction }) => `${raw.TRNTYPE} ${amount} ${direction}`);
  const { errors, warnings } = ofx.validate();
  const { OFX } = parseSync(text);
  const { STMTTRN } = (OFX.BANKMSGSRSV1?.STMTTRNRS.STMTRS ?? OFX.CREDITCARDMSGSRSV1.CCSTMTTRNRS.CCSTMTRS).BANKTRANLIST;
  const sum = STMTTRN.reduce((total, { TRNAMT }) => total + Number(TRNAMT), 0);
  return `${name}: ${rows.join(', ')}; credits ${credit}, debits ${debit}, ${errors.length + warnings.length} warnings; sum of the amounts ${sum}`;
});
console.log(`ofx-data-extractor 1.5.0\n${found.join('\n')}`);
const expected = [
  'account: POS -40 debit, POS 15 debit, ATM -50 debit, ATM 50 debit; credits 0, debits 155, 0 warnings; sum of the amounts -25',
  'card: POS -40 debit, PAYMENT 40 debit; credits 0, debits 80, 0 warnings; sum of the amounts 0',
];
process.exit(found.join('\n') === expected.join('\n') ? 0 : 1);
JS
node try.mjs
