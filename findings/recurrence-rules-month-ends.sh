#!/usr/bin/env bash
# ical.js 2.2.1, rrule-temporal 2.2.8 and rrule-rust 3.1.1: a monthly payment on the 31st, or on the last day of a shorter month.
#
# Expected: RFC 5545 writes this rule as BYMONTHDAY=28,29,30,31;BYSETPOS=-1, the last of these days that the month has. RFC 7529 writes
# it with SKIP=BACKWARD, which moves an invalid day to the day before. Both give one date a month, with and without BYMONTHDAY=31. A
# library that does not know RSCALE and SKIP refuses the rule, as rrule 2.8.1 does.
# Happens: ical.js applies BYSETPOS to the first month, and ignores it from March: four payments a month. It also accepts SKIP and
# ignores it, as rrule-rust does, so months with fewer than 31 days have no payment. rrule-temporal, whose README says that SKIP
# applies after BYMONTHDAY, applies it only if BYMONTHDAY is missing. None of them raises an error.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund rrule@2.8.1 ical.js@2.2.1 rrule-temporal@2.2.8 rrule-rust@3.1.1 >/dev/null
cat >try.mjs <<'JS'
import ICAL from 'ical.js';
import rrule from 'rrule';
import { RRuleSet } from 'rrule-rust';
import { RRuleTemporal } from 'rrule-temporal';
const COUNT = 7;
const textOf = (rule) => `DTSTART:20260131T090000Z\nRRULE:${rule}`;
const monthAndDay = (date) => `${date}`.replaceAll('-', '').slice(4, 8);
const libraries = {
  rrule: (rule) => rrule.rrulestr(textOf(rule)).all((_, index) => index < COUNT).map((date) => date.toISOString()),
  'ical.js': (rule) => {
    const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString('2026-01-31T09:00:00Z'));
    return Array.from({ length: COUNT }, () => `${dates.next()}`);
  },
  'rrule-temporal': (rule) => new RRuleTemporal({ rruleString: textOf(rule) }).all((_, index) => index < COUNT),
  'rrule-rust': (rule) => RRuleSet.fromString(textOf(rule)).all(COUNT),
};
const rules = [
  'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
  'RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD',
  'RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=BACKWARD',
];
const right = '0131 0228 0331 0430 0531 0630 0731';
const only31 = '0131 0331 0531 0731 0831 1031 1231';
const expected = {
  rrule: [right, "Unknown RRULE property 'RSCALE'", "Unknown RRULE property 'RSCALE'"],
  'ical.js': ['0131 0228 0328 0329 0330 0331 0428', only31, only31],
  'rrule-temporal': [right, right, only31],
  'rrule-rust': [right, only31, only31],
};
let isSame = true;
for (const [index, rule] of rules.entries()) {
  console.log(rule);
  for (const [name, datesOf] of Object.entries(libraries)) {
    let found;
    try {
      found = datesOf(rule).map(monthAndDay).join(' ');
    } catch (error) {
      found = error.message;
    }
    console.log(`  ${name}: ${found}`);
    isSame &&= found === expected[name][index];
  }
}
process.exit(isSame ? 0 : 1);
JS
node try.mjs
