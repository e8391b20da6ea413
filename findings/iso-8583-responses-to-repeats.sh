#!/usr/bin/env bash
# iso_8583 2.6.7: the response to a repeated message has a type that the library itself refuses, and its XML has the request's type.
#
# Expected: a card terminal that gets no response repeats its message, for example the reversal 0400 as 0401. The response to both
# is 0410. toResponse() creates it, getResMTI() names it, and the library then packs it as bytes or as XML.
# Happens: toResponse() adds one to the third digit and keeps the fourth: 0401 becomes 0411, and 0421 becomes 0431. getResMTI() says
# 0410 and 0430. getBufferMessage() returns an error object instead of bytes for 0411, so the terminal gets no response again.
# For a first message (0400), getMti() says 0410 and the bytes say 0410, but getXMLString() says <MsgType>0400</MsgType>: the response
# looks like a second reversal.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund iso_8583@2.6.7 >/dev/null
cat >try.cjs <<'JS'
const Message = require('iso_8583');
const fields = { 2: '4761739001010119', 3: '000000', 4: '000000005000', 7: '0911131411', 11: '000123', 41: '00345678', 49: '978' };
const expected = [
  // type of the request, getResMTI(), then after toResponse(): getMti(), bytes, XML
  '0200 0210 0210 0210 0200',
  '0201 0210 undefined error 0201',
  '0400 0410 0410 0410 0400',
  '0401 0410 undefined error 0401',
  '0420 0430 0430 0430 0420',
  '0421 0430 undefined error 0421',
];
console.log('iso_8583 2.6.7: request, getResMTI(), then after toResponse(): getMti(), type in the bytes, type in the XML');
let isSame = true;
for (const line of expected) {
  const type = line.slice(0, 4);
  const message = new Message({ 0: type, ...fields });
  if (message.validateMessage() !== true) throw new Error(`${type} is not valid`);
  const named = message.getResMTI();
  const created = message.toResponse()[0];
  const mti = message.getMti();
  const bytes = message.getBufferMessage();
  const xml = message.getXMLString();
  const found = [type, named, typeof mti === 'string' ? mti : 'undefined', Buffer.isBuffer(bytes) ? bytes.toString('latin1', 2, 6) : 'error',
    /<MsgType>(\d+)</.exec(xml)?.[1]].join(' ');
  console.log(found, `(field 0 is ${created}${Buffer.isBuffer(bytes) ? '' : `, ${JSON.stringify(bytes)}`})`);
  isSame &&= found === line;
}
process.exit(isSame ? 0 : 1);
JS
node try.cjs
