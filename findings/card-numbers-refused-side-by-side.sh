#!/usr/bin/env bash
# validator 13.15.35 (isCreditCard, which is also @IsCreditCard of class-validator 0.15.1): valid card numbers are refused.
#
# Expected: the public test numbers of payment services are valid: they have a length of their network (up to 19 digits, ISO/IEC 7812)
# and a correct check digit. card-validator 10.0.4 accepts all of them but UATP, the card of the airlines. isCreditCard without a
# `provider` is documented to check for any provider.
# Happens: isCreditCard knows two of the ranges of Discover (6445 … is refused), UnionPay with at most 18 digits, and no Maestro,
# Dankort, Elo, Hipercard or UATP. A Maestro card of 16 digits that begins with 67 passes, as UnionPay. A shop that validates its form
# in this way loses these customers before the payment.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund validator@13.15.35 card-validator@10.0.4 >/dev/null
cat >try.cjs <<'JS'
const cardValidator = require('card-validator');
const validator = require('validator');
const providers = ['amex', 'dinersclub', 'discover', 'jcb', 'mastercard', 'unionpay', 'visa'];
const expected = {
  4111111111111111: 'visa | visa',
  6011111111111117: 'discover | discover',
  6445644564456445: 'refused | discover',
  6200000000000005: 'unionpay | unionpay',
  '6205500000000000004': 'refused | unionpay',
  5641821111166669: 'refused | maestro',
  6759411100000008: 'unionpay | maestro',
  '6759560045005727054': 'refused | maestro',
  5019717010103742: 'refused | maestro',
  5066991111111118: 'refused | elo',
  6062828888666688: 'refused | hipercard',
  135412345678911: 'refused | refused',
};
let isSame = true;
console.log('number: check digit is correct | validator | card-validator');
for (const [number, right] of Object.entries(expected)) {
  const { isValid, card } = cardValidator.number(number);
  const provider = providers.filter((one) => validator.isCreditCard(number, { provider: one })).join();
  const found = [
    validator.isCreditCard(number) ? provider : 'refused',
    isValid ? card.type : 'refused',
  ].join(' | ');
  const isCorrect = validator.isLuhnNumber(number);
  console.log(`${number}: ${isCorrect} | ${found}`);
  isSame &&= isCorrect && found === right;
}
process.exit(isSame ? 0 : 1);
JS
node try.cjs
