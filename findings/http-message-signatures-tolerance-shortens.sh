#!/usr/bin/env bash
# http-message-signatures 1.0.6: a tolerance for wrong clocks refuses signatures earlier.
#
# Expected: the option `tolerance` is documented as "a clock tolerance when verifying created/expires times", so a receiver of signed
# webhooks (RFC 9421) with `maxAge: 300` and `tolerance: 60` accepts a signature that is at most 360 seconds old, as http-message-sig
# 0.3.0 does with its option clockSkew.
# Happens: the tolerance is subtracted from the time of creation before the age is computed. With 60, signatures of more than 240
# seconds are refused as too old, and with a tolerance of 300, also one that is two seconds old. For `expires` and for clocks that are
# ahead, the tolerance helps, as documented.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund http-message-signatures@1.0.6 http-message-sig@0.3.0 >/dev/null
cat >try.mjs <<'JS'
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createRequire } from 'node:module';
import { verifySignature } from 'http-message-sig';
const { httpbis } = createRequire(import.meta.url)('http-message-signatures');
const mac = (data) => createHmac('sha256', 'a shared secret of a webhook, 32+').update(data).digest();
const isSame = async (data, signature) => timingSafeEqual(mac(data), Buffer.from(signature));
const key = { id: 'k1', alg: 'hmac-sha256', sign: async (data) => mac(data) };
const url = 'https://shop.example/webhooks';
/** Verifies a webhook whose signature has an age in seconds; a negative age is of a clock that is ahead. */
async function verifies(age, options, expiresIn) {
  const created = new Date(Date.now() - age * 1000);
  const expires = expiresIn === undefined ? undefined : new Date(Date.now() + expiresIn * 1000);
  const params = ['created', 'keyid', 'alg', ...(expires ? ['expires'] : [])];
  const fields = ['@method', '@target-uri', 'content-type'];
  const message = { method: 'POST', url, headers: { 'content-type': 'application/json' } };
  const signed = await httpbis.signMessage({ key, fields, params, paramValues: { created, expires } }, message);
  const keyLookup = async () => ({ id: 'k1', algs: ['hmac-sha256'], verify: isSame });
  const first = await httpbis.verifyMessage({ keyLookup, ...options }, signed).catch((error) => error.message);
  if (!options.maxAge) return `${first}`;
  const { maxAge, tolerance: clockSkew = 0 } = options;
  const list = Object.entries(signed.headers).map(([name, value]) => ({ name, value }));
  const policy = { algorithms: ['hmac-sha256'], requiredComponents: fields, requiredParameters: ['created'], maxAge, clockSkew };
  const resolveVerifier = () => ({ algorithm: 'hmac-sha256', verify: (data, signature) => isSame(data, signature) });
  const second = await verifySignature({ kind: 'request', method: 'POST', targetUri: url, fields: list }, { policy, resolveVerifier })
    .then(() => true, (error) => error.message);
  return `${first} (http-message-sig: ${second})`;
}
const tooOld = 'Signature is too old';
const cases = [
  ['270 s old, maxAge 300', [270, { maxAge: 300 }], 'true (http-message-sig: true)'],
  ['270 s old, maxAge 300, tolerance 60', [270, { maxAge: 300, tolerance: 60 }], `${tooOld} (http-message-sig: true)`],
  ['330 s old, maxAge 300, tolerance 60', [330, { maxAge: 300, tolerance: 60 }], `${tooOld} (http-message-sig: true)`],
  ['2 s old, maxAge 300, tolerance 300', [2, { maxAge: 300, tolerance: 300 }], `${tooOld} (http-message-sig: true)`],
  ['expired 30 s ago, tolerance 60', [90, { tolerance: 60 }, -30], 'true'],
  ['clock 30 s ahead, tolerance 60', [-30, { tolerance: 60 }], 'true'],
];
console.log('http-message-signatures 1.0.6');
let asBefore = true;
for (const [name, input, expected] of cases) {
  const found = await verifies(...input);
  console.log(`${name}: ${found}`);
  asBefore &&= found === expected;
}
process.exit(asBefore ? 0 : 1);
JS
node try.mjs
