#!/usr/bin/env bash
# sepa 3.0.0: the structured references of payments (pain.001) are shared by all payments, and written in a wrong place.
#
# Expected: each transaction has its own structuredRemittanceInfo, which is set like the other properties. ISO 20022 has the elements
# Tp/CdOrPrtry/Cd (the type, SCOR), Tp/Issr (the issuer) and, beside Tp, Ref (the reference) in Strd/CdtrRefInf. RmtInf is optional,
# so a transaction without a text has none.
# Happens: the default structuredRemittanceInfo is one object on the prototype. Setting its `reference` for one transaction sets it
# for all, also of later documents: three suppliers get the reference of the last one, without an error. Only a new object for each
# transaction avoids that. The file then has an element CdorPrtry, which ISO 20022 does not know, with Issr and Ref inside of it.
# Without a text, the file has an empty Ustrd, which needs at least one character.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund sepa@3.0.0 >/dev/null
cat >try.mjs <<'JS'
import { Document } from 'sepa';
const createFile = (format, payments) => {
  const file = new Document(format);
  Object.assign(file.grpHdr, { id: 'M1', created: new Date(), initiatorName: 'Shop' });
  const group = file.createPaymentInfo();
  const debtor = { debtorName: 'Shop', debtorIBAN: 'GR1601101250000000012300695', debtorBIC: 'ETHNGRAA' };
  Object.assign(group, { requestedExecutionDate: new Date(), ...debtor });
  file.addPaymentInfo(group);
  for (const [id, setReference] of payments) {
    const payment = group.createTransaction();
    Object.assign(payment, { creditorName: 'Supplier', creditorIBAN: 'DE89370400440532013000', amount: 10.5, end2endId: id });
    setReference(payment);
    group.addTransaction(payment);
  }
  return file.toString();
};
const withNewObject = (reference) => (payment) => {
  payment.structuredRemittanceInfo = { typeCode: 'SCOR', issuer: 'ISO', reference };
};
const withProperties = (reference) => (payment) => {
  payment.structuredRemittanceInfo.typeCode = 'SCOR';
  payment.structuredRemittanceInfo.reference = reference;
};
const referencesOf = (xml) => [...xml.matchAll(/<EndToEndId>(\w+)<.*?<RmtInf>(.*?)<\/RmtInf>/g)]
  .map(([, id, info]) => `${id} ${/<Ref>(\w+)</.exec(info)?.[1] ?? info}`).join(', ');
const references = ['RF18539007547034', 'RF45G72UUR', 'RF712348231'];
const asPayments = (set) => references.map((reference, index) => [`E${index + 1}`, set(reference)]);
const noReference = [['E9', () => {}]];
const found = [];
for (const format of ['pain.001.001.03', 'pain.001.001.09'])
  found.push(`${format} ${/<RmtInf>.*?<\/RmtInf>/.exec(createFile(format, [['E1', withNewObject(references[0])]]))[0]}`);
found.push(`no text: ${referencesOf(createFile('pain.001.001.03', noReference))}`);
found.push(`new objects: ${referencesOf(createFile('pain.001.001.03', asPayments(withNewObject)))}`);
found.push(`properties: ${referencesOf(createFile('pain.001.001.03', asPayments(withProperties)))}`);
found.push(`next file, no text: ${referencesOf(createFile('pain.001.001.03', noReference))}`);
console.log(`sepa 3.0.0\n${found.join('\n')}`);
const element = '<RmtInf><Strd><CdtrRefInf><Tp><CdorPrtry><Cd>SCOR</Cd><Issr>ISO</Issr><Ref>RF18539007547034</Ref></CdorPrtry></Tp></CdtrRefInf></Strd></RmtInf>';
const expected = [
  `pain.001.001.03 ${element}`,
  `pain.001.001.09 ${element}`,
  'no text: E9 <Ustrd/>',
  'new objects: E1 RF18539007547034, E2 RF45G72UUR, E3 RF712348231',
  'properties: E1 RF712348231, E2 RF712348231, E3 RF712348231',
  'next file, no text: E9 RF712348231',
];
process.exit(found.join('\n') === expected.join('\n') ? 0 : 1);
JS
node try.mjs
