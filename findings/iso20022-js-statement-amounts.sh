#!/usr/bin/env bash
# iso20022.js 0.0.15: amounts, reversals and references of a bank statement (camt.053).
#
# Expected: the amounts of a statement have decimals, and the library returns them in minor units: whole numbers, with the decimals
# of the currency. RvslInd says that an entry is a reversal. Identifiers are texts, so 00042 stays 00042.
# Happens: 1.15 EUR is 114.99999999999999. Each currency has two decimals: 1000 yen are 100000, and 1.234 Kuwaiti dinars are 123.4.
# `reversal` is false for each entry, because the XML parser returns a boolean, which is compared with the text 'true'. The identifier
# 00042 of the message is 42, and the text 00123 of a payment is the number 123.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund iso20022.js@0.0.15 >/dev/null
cat >try.mjs <<'JS'
import { CashManagementEndOfDayReport } from 'iso20022.js';
const entry = ([currency, amount, isReversal]) => `<Ntry><NtryRef>1</NtryRef><Amt Ccy="${currency}">${amount}</Amt>
  <CdtDbtInd>${isReversal ? 'DBIT' : 'CRDT'}</CdtDbtInd>${isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>BOOK</Sts>
  <BookgDt><Dt>2026-03-29</Dt></BookgDt><BkTxCd><Prtry><Cd>X</Cd></Prtry></BkTxCd>
  <NtryDtls><TxDtls><RmtInf><Ustrd>00123</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
const balance = (code) => `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt>
  <CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-03-29</Dt></Dt></Bal>`;
const entries = [['EUR', '1.15', false], ['EUR', '3.00', true], ['JPY', '1000', false], ['KWD', '1.234', false]];
const statement = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt>
  <GrpHdr><MsgId>00042</MsgId><CreDtTm>2026-03-29T03:30:00</CreDtTm></GrpHdr>
  <Stmt><Id>S-1</Id><ElctrncSeqNb>1</ElctrncSeqNb><CreDtTm>2026-03-29T03:30:00</CreDtTm>
    <Acct><Id><IBAN>GR1601101250000000012300695</IBAN></Id><Svcr><FinInstnId><BIC>CRBAGRAA</BIC></FinInstnId></Svcr></Acct>
    ${balance('OPBD')}${balance('CLBD')}${entries.map(entry).join('')}</Stmt></BkToCstmrStmt></Document>`;
const report = CashManagementEndOfDayReport.fromXML(statement);
const [{ entries: read }] = report.statements;
const found = read.map(({ amount, reversal, transactions }) => ({ amount, reversal, text: transactions[0].remittanceInformation }));
console.log('iso20022.js 0.0.15', 'message', report.messageId, 'instead of 00042');
found.forEach((one, index) => console.log(entries[index].join(' '), '->', one));
const isSame =
  found.map(({ amount }) => amount).join(' ') === '114.99999999999999 300 100000 123.4' &&
  found.every(({ reversal, text }) => reversal === false && text === 123) &&
  report.messageId === '42';
process.exit(isSame ? 0 : 1);
JS
node try.mjs
