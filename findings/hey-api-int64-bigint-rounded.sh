#!/usr/bin/env bash
# @hey-api/openapi-ts 0.95.0: fields with format int64 get the type bigint, and hold rounded digits.
#
# Expected: the plugin @hey-api/transformers types an int64 as bigint so that no digit is lost, for example of an order code with
# 16 digits.
# Happens: the generated client reads the response with JSON.parse, and then converts the number with
# BigInt(data.orderCode.toString()). The digits above 2^53 are rounded before the conversion, without an error. The type bigint
# hides the loss.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @hey-api/openapi-ts@0.95.0 typescript@5.9.3 esbuild@0.28.2 >/dev/null
cat >openapi.json <<'JSON'
{
  "openapi": "3.1.0",
  "info": { "title": "Orders", "version": "1" },
  "paths": {
    "/orders": {
      "post": {
        "operationId": "createOrder",
        "responses": {
          "200": {
            "description": "The order.",
            "content": {
              "application/json": {
                "schema": {
                  "type": "object",
                  "required": ["orderCode"],
                  "properties": { "orderCode": { "type": "integer", "format": "int64" } }
                }
              }
            }
          }
        }
      }
    }
  }
}
JSON
cat >openapi-ts.config.mjs <<'JS'
export default {
  input: 'openapi.json',
  output: 'client',
  plugins: ['@hey-api/client-fetch', '@hey-api/transformers', { name: '@hey-api/sdk', transformer: true }],
};
JS
npx openapi-ts >/dev/null
cat >try.ts <<'TS'
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOrder } from './client';
import { createClient, createConfig } from './client/client';
const sent = '9007199254740993';
const server = createServer((_, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(`{"orderCode":${sent}}`);
});
server.listen(0, '127.0.0.1', async () => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { data } = await createOrder({ client: createClient(createConfig({ baseUrl })) });
  server.closeAllConnections();
  server.close();
  console.log('@hey-api/openapi-ts 0.95.0');
  console.log('sent:', sent);
  console.log('read:', typeof data?.orderCode, data?.orderCode);
  process.exitCode = typeof data?.orderCode === 'bigint' && String(data.orderCode) === '9007199254740992' ? 0 : 1;
});
TS
grep -n 'orderCode' client/types.gen.ts client/transformers.gen.ts
npx esbuild try.ts --bundle --platform=node --format=esm --outfile=try.mjs --log-level=error
node try.mjs
