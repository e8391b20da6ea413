#!/usr/bin/env bash
# class-validator 0.15.1 (validator 13) and ibantools 4.5.4: which countries have IBANs.
#
# Expected: both accept an IBAN of each of the 89 countries in the registry of ISO 13616 (release 100), and of no others.
# Happens: class-validator refuses 13 countries of the registry, and the registry's own example for Belarus. It accepts lower case.
# ibantools has all lengths, but marks 4 countries of the registry (BI, DJ, FK, HN) as no part of it, and marks 12 territories as
# parts. IBANs never begin with the codes of these territories (GP, RE, AX …): they have the code of their country.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund class-validator@0.15.1 validator@13.15.35 ibantools@4.5.4 >/dev/null
cat >try.mjs <<'JS'
import { isIBAN } from 'class-validator';
import { countrySpecs, isValidIBAN } from 'ibantools';
const registry = (
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 ' +
  'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
  'LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 ' +
  'SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
).split(' ');
// An IBAN of each country: digits, or letters where the country wants a bank code.
const withCheckDigits = (country, account) => {
  const digits = `${account}${country}00`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return `${country}${String(98n - BigInt(digits) % 97n).padStart(2, '0')}${account}`;
};
const ibans = (entry) => {
  const length = Number(entry.slice(2)) - 4;
  const forms = ['1'.repeat(length)];
  for (const letters of [1, 2, 3, 4]) forms.push('A'.repeat(letters) + '1'.repeat(length - letters));
  forms.push(`AAAA11${'1'.repeat(length - 9)}AAA`, `${'1'.repeat(length - 2)}A1`, `AAAA${'1'.repeat(length - 7)}AAA`);
  return forms.map((account) => withCheckDigits(entry.slice(0, 2), account));
};
const refused = registry.filter((entry) => !ibans(entry).some((iban) => isIBAN(iban))).map((entry) => entry.slice(0, 2));
const unmarked = registry.map((entry) => entry.slice(0, 2)).filter((code) => !countrySpecs[code]?.IBANRegistry);
const territories = Object.keys(countrySpecs).filter(
  (code) => countrySpecs[code].IBANRegistry && !registry.some((entry) => entry.startsWith(code)),
);
const belarus = 'BY13NBRB3600900000002Z00AB00';
console.log('class-validator 0.15.1 refuses:', refused.join(' '));
console.log('its result for the example of Belarus:', isIBAN(belarus), 'and ibantools:', isValidIBAN(belarus));
console.log('class-validator for lower case:', isIBAN('de89370400440532013000'));
console.log('ibantools 4.5.4, not marked as registry:', unmarked.join(' '), '- marked, but never a prefix:', territories.join(' '));
const isSame =
  refused.join(' ') === 'BI DJ FK HN LY MN NI OM RU SD SO ST YE' && !isIBAN(belarus) && isValidIBAN(belarus) &&
  isIBAN('de89370400440532013000') && unmarked.join(' ') === 'BI DJ FK HN' && territories.length === 12;
process.exit(isSame ? 0 : 1);
JS
node try.mjs
