#!/usr/bin/env bash
# Intl.NumberFormat of Node.js 20.20.2: the forint has no decimals, and other versions disagree about it.
#
# Expected: ISO 4217 gives the forint 2 decimals, and ECMA-402 takes the decimals of a currency from ISO 4217. Node.js 22.12.0
# (ICU 76) and 24.11.0 (ICU 77) show 1234.5 forints with both decimals.
# Happens: Node.js 20.20.2, an older major version with a newer ICU (78), shows 1235. A payment service charges 1234.50.
# The rupiah, the Pakistani rupee and the Colombian peso change in the same way.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >try.mjs <<'JS'
const format = new Intl.NumberFormat('hu-HU', { style: 'currency', currency: 'HUF' });
const decimals = (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
const found = ['HUF', 'IDR', 'PKR', 'COP'].map(decimals).join(' ');
console.log(process.version, 'ICU', process.versions.icu, format.format(1234.5), '- decimals of HUF, IDR, PKR, COP:', found);
process.exit(found === process.argv[2] ? 0 : 1);
JS
for pair in '20.20.2=0 0 0 0' '22.12.0=2 2 2 2' '24.11.0=2 2 2 2'; do
  version=${pair%%=*}
  mkdir "$version"
  npm install --silent --no-audit --no-fund --prefix "$version" "node@$version" >/dev/null
  "$version/node_modules/node/bin/node" try.mjs "${pair#*=}"
done
