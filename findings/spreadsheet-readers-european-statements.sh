#!/usr/bin/env bash
# xlsx 0.18.5, @e965/xlsx 0.20.3 (SheetJS) and exceljs 4.4.0: a European bank statement (CSV) with decimal commas.
#
# Expected: a reader that guesses types leaves a text that it does not know as it is: 15,10 is a number in no notation with thousands
# separators, because a group has three digits. papaparse 5.7.1, csv-parse 7.0.3 and exceljs leave amounts with a comma as they are.
# Happens: SheetJS drops each comma between digits, so 15,10 is 1510, ten or a hundred times the amount. With a point for thousands,
# it drops the comma, too: 1.234,56 is 1.23456, and -2.500,00 is -2.5. The reference 1E5 is 100000, and 3/4 is a date of the year 2001.
# Both SheetJS and exceljs read 05-03-2026 as 3 May, and keep 13-03-2026 as a text: the payments of the first twelve days of a month are
# spread over the year. No error is raised. SheetJS with `raw: true` returns all cells as texts.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 @e965/xlsx@0.20.3 exceljs@4.4.0 papaparse@5.7.1 csv-parse@7.0.3 >/dev/null
cat >try.cjs <<'JS'
const { Readable } = require('node:stream');
const { parse } = require('csv-parse/sync');
const ExcelJS = require('exceljs');
const Papa = require('papaparse');
const rows = ['05-03-2026;00123;15,10', '13-03-2026;1E5;-1,5', '14-03-2026;INV7;1.234,56', '15-03-2026;3/4;-2.500,00'];
const statement = ['Date;Reference;Amount', ...rows, ''].join('\n');
const readSheetJs = (name, options) => {
  const { read, utils } = require(name);
  const { Sheets } = read(statement, { type: 'string', cellDates: true, ...options });
  return utils.sheet_to_json(Sheets.Sheet1, { header: 1 });
};
const readExcelJs = async () => {
  const sheet = await new ExcelJS.Workbook().csv.read(Readable.from([statement]), { parserOptions: { delimiter: ';' } });
  return sheet.getSheetValues().slice(1).map((values) => values.slice(1));
};
const textOf = (value) => (value instanceof Date ? `day ${value.toISOString().slice(0, 10)}` : JSON.stringify(value));
const sheetJs = [
  'day 2026-05-03 123 1510',
  '"13-03-2026" 100000 -15',
  '"14-03-2026" "INV7" 1.23456',
  '"15-03-2026" day 2001-03-04 -2.5',
];
const comma = ['"05-03-2026" 123 "15,10"', '"13-03-2026" 100000 "-1,5"', '"14-03-2026" "INV7" "1.234,56"', '"15-03-2026" "3/4" "-2.500,00"'];
const texts = rows.map((row) => row.split(';').map((cell) => JSON.stringify(cell)).join(' '));
(async () => {
  const readers = [
    ['xlsx 0.18.5', readSheetJs('xlsx'), sheetJs],
    ['@e965/xlsx 0.20.3', readSheetJs('@e965/xlsx'), sheetJs],
    ['@e965/xlsx 0.20.3, raw', readSheetJs('@e965/xlsx', { raw: true }), texts],
    ['exceljs 4.4.0', await readExcelJs(), ['day 2026-05-03 123 "15,10"', ...comma.slice(1)]],
    ['papaparse 5.7.1', Papa.parse(statement, { dynamicTyping: true, skipEmptyLines: true }).data, comma],
    ['csv-parse 7.0.3', parse(statement, { cast: true, delimiter: ';' }), comma],
  ];
  let isSame = true;
  for (const [name, found, expected] of readers) {
    const lines = found.slice(1).map((values) => values.map(textOf).join(' '));
    console.log(name);
    lines.forEach((line) => console.log(`  ${line}`));
    isSame &&= lines.join('|') === expected.join('|');
  }
  process.exit(isSame ? 0 : 1);
})();
JS
TZ=UTC node try.cjs
