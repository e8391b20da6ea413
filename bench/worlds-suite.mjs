// A process of the suite of bench/worlds.mjs. It makes payment tests in worlds of one simulator, or in a simulator of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const COMMAND = join(import.meta.dirname, '../libs/pay-simulator/dist/esm/pay-simulator.js');

/** Sends a request. A string is sent as a form, an object as JSON. */
export async function callJson(method, url, body, authorization) {
  const kind = typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json';
  const response = await fetch(url, {
    method,
    headers: { ...(body && { 'content-type': kind }), ...(authorization && { authorization }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** Starts a simulator in a process of its own, as a suite does today. */
export async function openSimulator() {
  const child = spawn(process.execPath, [COMMAND, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const close = async () => {
    child.kill();
    await once(child, 'exit');
  };
  /** Milliseconds of CPU so far, from Linux's ticks of 10 ms. */
  const cpu = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  return { url: /http:\S+/.exec(line)[0], close, cpu };
}

/** A test: an order, its payment, and a look at all payments of the account. */
async function testPayment({ environment: env, control }, amount) {
  const url = env.PAY_SIMULATOR_URL;
  const basic = Buffer.from(`${env.PAY_CLIENT_ID}:${env.PAY_CLIENT_SECRET}`).toString('base64');
  const form = 'grant_type=client_credentials';
  const token = await callJson('POST', `${url}/accounts/connect/token`, form, `Basic ${basic}`);
  await callJson('POST', `${url}/api/checkout/v2/orders`, { amount }, `Bearer ${token.access_token}`);
  const [{ code }] = await callJson('GET', `${control}/orders`);
  await callJson('POST', `${control}/trigger/payment`, { orderCode: code });
  const payments = await callJson('GET', `${control}/transactions`);
  if (payments.length !== 1 || payments[0].amount !== amount) throw new Error('another test was there');
}

async function runTests(count, shared) {
  const own = shared === '' ? await openSimulator() : undefined;
  const base = `${own?.url ?? shared}/_simulator`;
  let failed = 0;
  for (let test = 0; test < count; test++) {
    try {
      if (own !== undefined) {
        await callJson('POST', `${base}/reset`);
        await testPayment(await callJson('GET', `${base}/worlds/default`), 1000 + test);
        continue;
      }
      const world = await callJson('POST', `${base}/worlds`, {});
      await testPayment(world, 1000 + test);
      await callJson('DELETE', `${base}/worlds/${world.id}`);
    } catch {
      failed += 1;
    }
  }
  const cpu = own?.cpu() ?? 0;
  await own?.close();
  process.send({ failed, cpu });
  process.disconnect();
}

if (process.argv[1] === import.meta.filename) await runTests(Number(process.argv[2]), process.argv[3]);
