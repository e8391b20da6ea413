#!/usr/bin/env bash
# transliteration 2.6.1, @sindresorhus/transliterate 2.3.1, greek-utils 1.3.0, limax 4.2.3, slugify 1.6.9 and speakingurl 14.0.1: the
# Latin letters of a Greek payee in a SEPA payment.
#
# Expected: SEPA messages have Latin letters only, unless the banks agree on more. The conversion table of the European Payments Council
# (EPC217-08) has the Latin letters of each Greek one: Η is I, Θ is TH, Ξ is X, Φ is F, Χ is CH, Ψ is PS, Ω is O. any-ascii 0.3.3
# agrees with the table, in upper case. Before a payment, the payee's bank compares the payer's text with the name of the account.
# Happens: none of the six libraries agrees with the table, and no two of the first three agree with each other. Χαράλαμπος is HARALAMPOS
# or XARALAMPOS instead of CHARALAMPOS, and Ξανθόπουλος is KSANTHOPOYLOS in four of them. slugify writes digits: 3AN8OPOYLOS.
# Without a conversion, sepa 3.0.0 writes the Greek letters into the file (pain.001), also for a German payer. Nothing raises an error.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund any-ascii@0.3.3 transliteration@2.6.1 @sindresorhus/transliterate@2.3.1 greek-utils@1.3.0 \
  limax@4.2.3 slugify@1.6.9 speakingurl@14.0.1 sepa@3.0.0 >/dev/null
cat >try.mjs <<'JS'
import anyAscii from 'any-ascii';
import transliterate from '@sindresorhus/transliterate';
import greekUtils from 'greek-utils';
import limax from 'limax';
import SEPA from 'sepa';
import slugify from 'slugify';
import speakingUrl from 'speakingurl';
import { transliterate as transliteration } from 'transliteration';
const TABLE = { Α: 'A', Β: 'V', Γ: 'G', Δ: 'D', Ε: 'E', Ζ: 'Z', Η: 'I', Θ: 'TH', Ι: 'I', Κ: 'K', Λ: 'L', Μ: 'M' };
Object.assign(TABLE, { Ν: 'N', Ξ: 'X', Ο: 'O', Π: 'P', Ρ: 'R', Σ: 'S', Τ: 'T', Υ: 'Y', Φ: 'F', Χ: 'CH', Ψ: 'PS', Ω: 'O' });
const withoutAccents = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');
const epcName = (name) => [...withoutAccents(name).toUpperCase()].map((letter) => TABLE[letter] ?? letter).join('');
const names = ['Χαράλαμπος Ψυχάρης', 'Ηλίας Ξανθόπουλος', 'Χρύσα Θεοχάρη'];
const libraries = {
  'any-ascii': [anyAscii, 'CHARALAMPOS PSYCHARIS', 'ILIAS XANTHOPOYLOS', 'CHRYSA THEOCHARI'],
  transliteration: [transliteration, 'HARALAMPOS PSYHARIS', 'ILIAS XANTHOPOYLOS', 'HRYSA THEOHARI'],
  '@sindresorhus/transliterate': [transliterate, 'XARALAMPOS PSYXARIS', 'ILIAS KSANTHOPOYLOS', 'XRYSA THEOXARI'],
  'greek-utils': [greekUtils.toGreeklish, 'XARALAMPOS PSYXARHS', 'HLIAS KSANTHOPOULOS', 'XRYSA THEOXARH'],
  limax: [(name) => limax(name, { separator: ' ' }), 'XARALAMPOS PSYXARIS', 'ILIAS KSANTHOPOYLOS', 'XRYSA THEOXARI'],
  slugify: [(name) => slugify(name, ' '), 'XARALAMPOS PSYXARHS', 'HLIAS 3AN8OPOYLOS', 'XRYSA 8EOXARH'],
  speakingurl: [(name) => speakingUrl(name, { separator: ' ' }), 'XARALAMPOS PSYXARIS', 'ILIAS KSANTHOPOYLOS', 'XRYSA THEOXARI'],
};
const rightNames = names.map(epcName);
console.log('EPC217-08:', rightNames.join(' | '));
let isSame = true;
for (const [library, [convert, ...expected]] of Object.entries(libraries)) {
  const found = names.map((name) => convert(name).toUpperCase());
  console.log(`${library}: ${found.join(' | ')}`);
  isSame &&= found.join() === expected.join() && (found.join() === rightNames.join()) === (library === 'any-ascii');
}
const payment = new SEPA.Document('pain.001.001.03');
Object.assign(payment.grpHdr, { id: 'M1', created: new Date(), initiatorName: 'Example GmbH' });
const batch = payment.createPaymentInfo();
Object.assign(batch, { requestedExecutionDate: new Date(), debtorName: 'Example GmbH' });
Object.assign(batch, { debtorIBAN: 'DE89370400440532013000', debtorBIC: 'COBADEFFXXX' });
payment.addPaymentInfo(batch);
const transfer = batch.createTransaction();
Object.assign(transfer, { creditorName: names[0], creditorIBAN: 'GR1601101250000000012300695', amount: 1, end2endId: 'E1' });
batch.addTransaction(transfer);
const isGreekWritten = payment.toString().includes(`<Nm>${names[0]}</Nm>`);
console.log('sepa writes the Greek letters into pain.001:', isGreekWritten);
process.exit(isSame && isGreekWritten ? 0 : 1);
JS
node try.mjs
