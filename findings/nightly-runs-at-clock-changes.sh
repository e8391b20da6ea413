#!/usr/bin/env bash
# croner 11.0.1, cron 4.4.0, cron-parser 5.10.6, node-cron 4.6.0 and @datasert/cronjs-matcher 1.4.0: two runs each night, on the two
# nights of the year when clocks change.
#
# Expected: 15,45 3 * * * in the time zone of Athens runs twice each night, also if no clock shows a time between 3:00 and 4:00 (29 March
# 2026), or each clock shows it twice (25 October 2026). Vixie cron, the model of most libraries, does so: it runs the jobs of a missing
# hour right after it, and the jobs of a repeated hour once.
# Happens: in spring, cron-parser (of BullMQ) runs twice, cron (of @nestjs/schedule) once, and the others not at all. In autumn, croner
# runs four times, node-cron and cronjs an hour later than cron and cron-parser. For croner, a single run (30 3 * * *) is another
# case: once on both nights. The documentation of croner and node-cron says so, but a second time in the same line, or another library,
# is enough to create a payout file twice or not at all.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund croner@11.0.1 cron@4.4.0 cron-parser@5.10.6 node-cron@4.6.0 @datasert/cronjs-matcher@1.4.0 \
  >/dev/null
cat >try.mjs <<'JS'
import { mock } from 'node:test';
import cronjs from '@datasert/cronjs-matcher';
import { CronTime } from 'cron';
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
import nodeCron from 'node-cron';
const COUNT = 6;
const timezone = 'Europe/Athens';
const libraries = {
  croner: (line, from) => new Cron(line, { timezone }).nextRuns(COUNT, from),
  cron: (line, from) => {
    const time = new CronTime(line, timezone);
    const runs = [from];
    while (runs.length <= COUNT) runs.push(time.getNextDateFrom(runs.at(-1), timezone).toJSDate());
    return runs.slice(1);
  },
  'cron-parser': (line, from) => {
    const runs = CronExpressionParser.parse(line, { currentDate: from, tz: timezone });
    return Array.from({ length: COUNT }, () => runs.next().toDate());
  },
  'node-cron': (line, from) => {
    mock.timers.enable({ apis: ['Date'], now: from.getTime() });
    const runs = nodeCron.createTask(line, () => {}, { timezone }).getNextRuns(COUNT);
    mock.timers.reset();
    return runs;
  },
  cronjs: (line, from) => cronjs.getFutureMatches(line, { timezone, startAt: from.toISOString(), matchCount: COUNT }),
};
const nights = ['2026-03-29', '2026-10-25'];
const expected = {
  '15,45 3 * * *': {
    croner: ['', '00:15 00:45 01:15 01:45'],
    cron: ['01:00', '00:15 00:45'],
    'cron-parser': ['01:15 01:45', '00:15 00:45'],
    'node-cron': ['', '01:15 01:45'],
    cronjs: ['', '01:15 01:45'],
  },
  '30 3 * * *': {
    croner: ['01:00', '00:30'],
    cron: ['01:00', '00:30'],
    'cron-parser': ['01:30', '00:30'],
    'node-cron': ['', '01:30'],
    cronjs: ['', '01:30'],
  },
};
let isSame = true;
for (const [line, answers] of Object.entries(expected)) {
  for (const night of nights) {
    const from = new Date(Date.parse(`${night}T00:00:00Z`) - 12 * 3600_000);
    console.log(line, 'on', night, '(UTC)');
    for (const [name, runsOf] of Object.entries(libraries)) {
      const runs = runsOf(line, from).map((run) => new Date(run).toISOString());
      const found = runs.filter((run) => run.startsWith(night)).map((run) => run.slice(11, 16)).join(' ');
      console.log(`  ${name}: ${found || 'no run'}`);
      isSame &&= found === answers[name][nights.indexOf(night)];
    }
  }
}
process.exit(isSame ? 0 : 1);
JS
node try.mjs
