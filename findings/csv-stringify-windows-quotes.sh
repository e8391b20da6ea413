#!/usr/bin/env bash
# csv-stringify 6.9.0: the option record_delimiter: 'windows' stops the quoting of lone line breaks.
#
# Expected: RFC 4180 says that a field with a line break is quoted. The default delimiter (a line feed) quotes such fields.
# Happens: with record_delimiter: 'windows', only a field with the whole sequence CR LF is quoted. A field with a lone line feed
# or a lone carriage return is written as it is, without an error. csv-parse 7.0.3 and the csv module of Python then read two rows.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund csv-stringify@6.9.0 csv-parse@7.0.3 >/dev/null
cat >try.mjs <<'JS'
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
const row = [['line\nfeed', 'carriage\rreturn', 'both\r\n', 'end']];
const unix = stringify(row);
const windows = stringify(row, { record_delimiter: 'windows' });
console.log('csv-stringify 6.9.0, csv-parse 7.0.3');
console.log('default:', JSON.stringify(unix));
console.log('windows:', JSON.stringify(windows));
let read;
try {
  read = `${parse(windows, { relax_column_count: true }).length} rows`;
} catch (error) {
  read = error.message;
}
console.log('read as:', read);
const isSame = windows === 'line\nfeed,carriage\rreturn,"both\r\n",end\r\n' && unix.includes('"line\nfeed"');
process.exit(isSame && read !== '1 rows' ? 0 : 1);
JS
node try.mjs
