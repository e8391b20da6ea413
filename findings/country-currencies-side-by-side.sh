#!/usr/bin/env bash
# country-locale-map 1.9.14, locale-currency 1.0.0, country-data-list 1.6.3, iso-country-currency 0.7.2, world-countries 5.1.0 and
# country-state-city 3.2.1: the currency of a country.
#
# Expected: the tables agree with ISO 4217. Bulgaria has the euro since 1 January 2026, and Croatia since 2023. The overseas department
# Réunion has the euro, and the Ivory Coast the CFA franc. country-to-currency 3.0.1 and countries-list 3.4.1 say so.
# Happens: all six have the lev for Bulgaria, three of them in a version that was published after the change: country-locale-map,
# locale-currency and country-data-list. country-state-city still has the kuna for Croatia. country-locale-map gives seven countries a
# currency of another part of the world: Réunion the Rwandan franc, the Ivory Coast the Czech crown, the Falkland Islands the Danish
# one, Venezuela the vatu of Vanuatu. A price of 10 in Réunion is then worth less than a cent, and one in levs is refused.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund country-to-currency@3.0.1 countries-list@3.4.1 country-locale-map@1.9.14 \
  locale-currency@1.0.0 country-data-list@1.6.3 iso-country-currency@0.7.2 world-countries@5.1.0 country-state-city@3.2.1 >/dev/null
cat >try.cjs <<'JS'
const { countries } = require('countries-list');
const { countries: countryData } = require('country-data-list');
const localeMap = require('country-locale-map');
const { Country } = require('country-state-city');
const countryToCurrency = require('country-to-currency');
const isoCountryCurrency = require('iso-country-currency');
const localeCurrency = require('locale-currency');
const worldCountries = require('world-countries');
const libraries = {
  'country-to-currency': (country) => (countryToCurrency.default ?? countryToCurrency)[country],
  'countries-list': (country) => countries[country].currency[0],
  'country-locale-map': (country) => localeMap.getCurrencyByAlpha2(country),
  'locale-currency': (country) => localeCurrency.getCurrency(country),
  'country-data-list': (country) => countryData[country].currencies[0],
  'iso-country-currency': (country) => isoCountryCurrency.getParamByISO(country, 'currency'),
  'world-countries': (country) => Object.keys(worldCountries.find(({ cca2 }) => cca2 === country).currencies)[0],
  'country-state-city': (country) => Country.getCountryByCode(country).currency,
};
const expected = {
  BG: 'EUR EUR BGN BGN BGN BGN BGN BGN',
  HR: 'EUR EUR EUR EUR EUR EUR EUR HRK',
  RE: 'EUR EUR RWF EUR EUR EUR EUR EUR',
  CI: 'XOF XOF CZK XOF XOF XOF XOF XOF',
  FK: 'FKP FKP DKK FKP FKP FKP FKP FKP',
  FM: 'USD USD RUB USD USD USD ? USD',
  SZ: 'SZL SZL EUR SZL SZL SZL SZL SZL',
  IR: 'IRR IRR XDR IRR IRR IRR IRR IRR',
  VE: 'VES VES VUV VED VEF VEF VES VEF',
};
console.log(Object.keys(libraries).join(' '));
let isSame = true;
for (const [country, right] of Object.entries(expected)) {
  const found = Object.values(libraries).map((currencyOf) => currencyOf(country) ?? '?').join(' ');
  console.log(country, found);
  isSame &&= found === right;
}
process.exit(isSame ? 0 : 1);
JS
node try.cjs
