#!/usr/bin/env bash
# broleto 0.0.12 and @mrmgomes/boleto-utils 1.3.3: a Brazilian payment slip (boleto) that is due in 2026 is due in 2001.
#
# Expected: the due date in the digits of a boleto is a number of days since 7 October 1997. FEBRABAN, the federation of the banks, ended
# the count with 9999 on 21 February 2025, and began again with 1000 on the next day. 1400 was 7 August 2001, and is 29 March 2026.
# node-boleto 2.3.0 writes the new numbers, and getBoletoInfo() of @brazilian-utils/brazilian-utils 2.4.0 reads them.
# Happens: broleto calls each such boleto valid, and its due date is 24 years too early: expired() says true, and a shop charges interest
# or refuses the payment. boleto-utils returns two dates for every boleto: `vencimento` is the old one (2001), and the other one
# is wrong for a boleto of the first count (2049 instead of 2025). Nothing says which of them is valid.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund node-boleto@2.3.0 @brazilian-utils/brazilian-utils@2.4.0 broleto@0.0.12 \
  @mrmgomes/boleto-utils@1.3.3 >/dev/null
cat >try.cjs <<'JS'
const { Boleto } = require('node-boleto');
const { getBoletoInfo } = require('@brazilian-utils/brazilian-utils');
const { Boleto: BroletoSlip } = require('broleto');
const { validarBoleto } = require('@mrmgomes/boleto-utils');
const dayOf = (date) => new Date(date).toISOString().slice(0, 10);
const digitsFor = (dueDate) =>
  new Boleto({
    banco: 'santander',
    data_emissao: new Date('2025-01-15T12:00:00Z'),
    data_vencimento: new Date(`${dueDate}T12:00:00Z`),
    valor: 1500,
    nosso_numero: '1234567',
    numero_documento: '123123',
    cedente: 'Exemplo S/A',
    cedente_cnpj: '18727053000174',
    agencia: '3978',
    codigo_cedente: '6404154',
    carteira: '102',
  }).linha_digitavel.replace(/\D/g, '');
const expected = {
  '2025-02-21': '9999 2025-02-21 | 2025-02-21 true | 2025-02-21 2049-10-13',
  '2025-02-22': '1000 2025-02-22 | 2000-07-03 true | 2000-07-03 2025-02-22',
  '2026-03-29': '1400 2026-03-29 | 2001-08-07 true | 2001-08-07 2026-03-29',
  '2040-01-31': '6456 2040-01-31 | 2015-06-11 true | 2015-06-11 2040-01-31',
};
let isSame = true;
console.log('due date written -> number, brazilian-utils | broleto, expired | boleto-utils, both dates');
for (const [dueDate, right] of Object.entries(expected)) {
  const digits = digitsFor(dueDate);
  const slip = new BroletoSlip(digits);
  const { sucesso, vencimento, vencimentoComNovoFator2025 } = validarBoleto(digits);
  const found = [
    `${digits.slice(33, 37)} ${dayOf(getBoletoInfo(digits).expirationDate)}`,
    `${dayOf(slip.expirationDate())} ${slip.expired()}`,
    `${dayOf(vencimento)} ${dayOf(vencimentoComNovoFator2025)}`,
  ].join(' | ');
  console.log(dueDate, '->', found);
  isSame &&= found === right && slip.valid() && sucesso;
}
process.exit(isSame ? 0 : 1);
JS
TZ=UTC node try.cjs
