#!/usr/bin/env bash
# bic-from-iban 1.0.0 and sepa-xml 0.6.0: the BIC that they find for an IBAN is the BIC of another bank.
#
# Expected: both derive the BIC from the bank code of the IBAN, and find none if they do not know the bank, as iban-to-bic 1.4.0 does.
# Happens: bic-from-iban takes the first four digits of the bank code as the number of a row in an alphabetical list of banks. The
# IBAN of the German example in the registry of ISO 13616 (Commerzbank, row 3704) gets a branch of SEB, and an IBAN of BBVA in Spain
# gets CaixaBank. sepa-xml has a list of Dutch banks, and does not look at the country: a Romanian IBAN of ING and an Irish IBAN of
# Citibank get the BIC of the Dutch bank in the payment file (pain.001), if the caller leaves the optional `bic` out.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund bic-from-iban@1.0.0 sepa-xml@0.6.0 iban-to-bic@1.4.0 >/dev/null
cat >try.cjs <<'JS'
const { getBIC } = require('bic-from-iban');
const SepaXML = require('sepa-xml');
const { ibanToBic } = require('iban-to-bic');
const withCheckDigits = (country, account) => {
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => letter.charCodeAt(0) - 55);
  return country + String(98n - (BigInt(digits) % 97n)).padStart(2, '0') + account;
};
const fromPaymentFile = (iban) => {
  const file = new SepaXML();
  file.setHeaderInfo({ messageId: 'M1', initiator: 'Shop' });
  file.setPaymentInfo({ id: 'P1', method: 'TRF', senderName: 'Shop', senderIBAN: 'GR1601101250000000012300695', bic: 'ETHNGRAA' });
  file.addTransaction({ id: 'E1', amount: 10, name: 'Supplier', iban, description: 'Invoice 1' });
  return new Promise((resolve, reject) =>
    file.compile((error, xml) =>
      error ? reject(error) : resolve(/<CdtrAgt>\s*<FinInstnId>\s*<BIC>(\w+)/.exec(xml)?.[1] ?? 'none')));
};
const cases = [
  // [bank of the IBAN, IBAN, bic-from-iban, sepa-xml, iban-to-bic]
  ['Commerzbank, Germany', 'DE89370400440532013000', 'ESSEDE5F362 none COBADEFFXXX'],
  ['Postbank, Germany', withCheckDigits('DE', '100100101234567890'), 'DRESDEFFJ14 none PBNKDEFFXXX'],
  ['BBVA, Spain', withCheckDigits('ES', '01821234561234567890'), 'CAIXESBBXXX none none'],
  ['Santander, Spain', withCheckDigits('ES', '00491234561234567890'), 'ESPBESMMC06 none none'],
  ['ING, Netherlands', withCheckDigits('NL', 'INGB0001234567'), 'none INGBNL2A INGBNL2A'],
  ['ING, Romania', withCheckDigits('RO', 'INGB0000999901234567'), 'none INGBNL2A none'],
  ['ING, Bulgaria', withCheckDigits('BG', 'INGB91451012345678'), 'none INGBNL2A none'],
  ['Citibank, Ireland', withCheckDigits('IE', 'CITI99005112345678'), 'none CITINL2X none'],
];
(async () => {
  console.log('bank of the IBAN: bic-from-iban 1.0.0, sepa-xml 0.6.0, iban-to-bic 1.4.0');
  let isSame = true;
  for (const [bank, iban, expected] of cases) {
    const found = [getBIC(iban) || 'none', await fromPaymentFile(iban), ibanToBic(iban) ?? 'none'].join(' ');
    console.log(`${bank} (${iban}): ${found}`);
    isSame &&= found === expected;
  }
  process.exit(isSame ? 0 : 1);
})();
JS
node try.cjs
