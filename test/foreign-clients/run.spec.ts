import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { noteSkipped } from '../skipped.mjs';
import { canRun, startRun } from './run-with-simulator.js';

const API = 'https://demo-api.vivapayments.com/checkout/v2/orders';
const run = (command: readonly string[], env?: NodeJS.ProcessEnv) => startRun(command, { env }).ended;
/** Runs a script in Node.js. */
const node = (script: string, env?: NodeJS.ProcessEnv) => run([process.execPath, '-e', script], env);

/** Each prints the status of a request without a token: 401. */
const CLIENTS = [
  {
    name: 'fetch of Node.js',
    command: [
      process.execPath,
      '-e',
      `fetch('${API}', { method: 'POST' }).then((r) => console.log(r.status))`,
    ],
  },
  {
    name: 'node:https without an agent',
    command: [
      process.execPath,
      '-e',
      `require('https').request('${API}', { method: 'POST', agent: false }, (r) => { r.resume(); console.log(r.statusCode) }).end()`,
    ],
  },
  { name: 'curl', command: ['curl', '-sS', '-o', '/dev/null', '-w', '%{http_code}\n', '-X', 'POST', API] },
  {
    name: 'requests of Python',
    command: ['python3', '-c', `import requests; print(requests.post('${API}').status_code)`],
    check: ['-c', 'import requests'],
  },
  {
    name: 'http.client of Python, which reads no proxy',
    command: [
      'python3',
      '-c',
      `import http.client; c = http.client.HTTPSConnection('demo-api.vivapayments.com'); c.request('POST', '/checkout/v2/orders'); print(c.getresponse().status)`,
    ],
  },
  {
    name: 'sockets of Python',
    command: [
      'python3',
      '-c',
      `import socket, ssl; s = socket.socket(); s.connect(('demo-api.vivapayments.com', 443)); t = ssl.create_default_context().wrap_socket(s, server_hostname='demo-api.vivapayments.com'); t.sendall(b'POST /checkout/v2/orders HTTP/1.1\\r\\nHost: demo-api.vivapayments.com\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n'); print(t.recv(12)[9:].decode())`,
    ],
  },
  {
    name: 'asyncio of Python',
    command: [
      'python3',
      '-c',
      `import asyncio
async def main():
  reader, writer = await asyncio.open_connection('demo-api.vivapayments.com', 443, ssl=True)
  writer.write(b'POST /checkout/v2/orders HTTP/1.1\\r\\nHost: demo-api.vivapayments.com\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n')
  print((await reader.readline())[9:12].decode())
asyncio.run(main())`,
    ],
  },
  {
    name: 'Net::HTTP of Ruby',
    command: ['ruby', '-e', `require 'net/http'; puts Net::HTTP.post(URI('${API}'), '').code`],
  },
  {
    name: 'Net::HTTP of Ruby without a proxy',
    command: [
      'ruby',
      '-e',
      `require 'net/http'; uri = URI('${API}'); http = Net::HTTP.new(uri.host, uri.port, nil); http.use_ssl = true; puts http.post(uri.path, '').code`,
    ],
  },
  {
    name: 'open-uri of Ruby',
    command: [
      'ruby',
      '-e',
      `require 'open-uri'; begin; URI.open('${API}'); rescue OpenURI::HTTPError => e; puts e.io.status[0]; end`,
    ],
    status: '405',
  },
  {
    name: 'sockets of Ruby',
    command: [
      'ruby',
      '-e',
      `require 'socket'; require 'openssl'; [Socket.tcp('demo-api.vivapayments.com', 443), Addrinfo.tcp('demo-api.vivapayments.com', 443).connect].each { |socket| tls = OpenSSL::SSL::SSLSocket.new(socket); tls.hostname = 'demo-api.vivapayments.com'; tls.connect; tls.write("POST /checkout/v2/orders HTTP/1.1\\r\\nHost: demo-api.vivapayments.com\\r\\nContent-Length: 0\\r\\nConnection: close\\r\\n\\r\\n"); print tls.gets[9, 3] }; puts`,
    ],
    status: '401401',
  },
  {
    name: 'HTTP::Tiny of Perl',
    command: [
      'perl',
      '-MHTTP::Tiny',
      '-e',
      `print HTTP::Tiny->new(verify_SSL => 1)->post('${API}')->{status}, "\\n"`,
    ],
    check: ['-MIO::Socket::SSL', '-e', '1'],
  },
  {
    name: 'LWP of Perl',
    command: ['perl', '-MLWP::UserAgent', '-e', `print LWP::UserAgent->new->post('${API}')->code, "\\n"`],
    check: ['-MLWP::Protocol::https', '-e', '1'],
  },
  ...[
    ['deno', 'eval'],
    ['bun', '-e'],
  ].map((runtime) => ({
    name: `fetch of ${runtime[0]}`,
    command: [...runtime, `fetch('${API}', { method: 'POST' }).then((r) => console.log(r.status))`],
  })),
  {
    name: 'HttpsURLConnection of Java',
    command: ['java', join(import.meta.dirname, 'Post.java'), API],
    check: ['--describe-module', 'jdk.compiler'],
  },
];

describe('pay-simulator run', () => {
  for (const { name, command, check = ['--version'], status = '401' } of CLIENTS) {
    const isInstalled = canRun(command[0] ?? '', ...check);
    if (!isInstalled) noteSkipped(`A test of pay-simulator run was skipped: ${name} is not installed.`);
    (isInstalled ? it : it.skip)(`reaches the simulator with ${name}`, async () => {
      const { code, out, err } = await run(command);
      expect({ code, out }).toEqual({ code: 0, out: `${status}\n` });
      expect(err).not.toContain('no request reached');
      expect(err).toMatch(/^Simulator {2}http:\/\/127\.0\.0\.1:\d+\n[^]*\nTest card {2}5239 2907 0000 0101/);
    });
  }

  it('gives the command the credentials of the account, and keeps its own variables', async () => {
    const script =
      'const { PAY_MERCHANT_ID, NODE_OPTIONS, NO_PROXY, JAVA_TOOL_OPTIONS } = process.env; console.log(PAY_MERCHANT_ID, NO_PROXY, JAVA_TOOL_OPTIONS, NODE_OPTIONS)';
    const { out } = await node(script, {
      ...{ NO_PROXY: '.db.test', NODE_OPTIONS: '--no-deprecation', JAVA_TOOL_OPTIONS: '-Xmx1g' },
    });
    expect(out).toMatch(
      /^5d7a7e50-0000-4000-8000-000000000001 localhost,127\.0\.0\.1,::1,\.db\.test -Xmx1g .*-Dhttp\.nonProxyHosts=localhost\|127\.0\.0\.1\|\[::1\]\|\*\.db\.test .* --no-deprecation --require /,
    );
  });

  (canRun('python3', '--version') ? it : it.skip)('keeps the sitecustomize of a Python program', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pay-python-'));
    writeFileSync(join(folder, 'sitecustomize.py'), 'import sys; sys.own = "own"');
    const command = ['python3', '-c', 'import sys, sitecustomize; print(sys.own, sitecustomize.__file__)'];
    const { out } = await run(command, { PYTHONPATH: folder });
    expect(out).toBe(`own ${join(folder, 'sitecustomize.py')}\n`);
    rmSync(folder, { recursive: true });
  });

  it('replaces proxies that would lead to the real service, such as http_proxy for Ruby', async () => {
    const script =
      'const { http_proxy, ALL_PROXY, all_proxy } = process.env; console.log(http_proxy, ALL_PROXY, all_proxy)';
    const { out } = await node(script, {
      http_proxy: 'http://proxy.test:3128',
      ALL_PROXY: 'socks5://proxy.test',
    });
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+ http:\/\/127\.0\.0\.1:\d+ undefined\n$/);
  });

  it('warns if no request of the command reached the simulator', async () => {
    const { code, err } = await node('');
    expect(code).toBe(0);
    expect(err.split(/\s+/).join(' ')).toContain(
      'no request reached the simulator. If your command called the service, it reached the real one',
    );
  });

  it('does not warn if a world that has ended got the requests, or a reset removed them', async () => {
    const call = `const call = (path, method = 'POST') => fetch(process.env.PAY_SIMULATOR_URL + path, { method });`;
    const world = `(async () => {
      const { id, environment } = await (await call('/_simulator/worlds')).json();
      const { PAY_CLIENT_ID: user, PAY_CLIENT_SECRET: password } = environment;
      const headers = { authorization: 'Basic ' + btoa(user + ':' + password) };
      const body = new URLSearchParams({ grant_type: 'client_credentials' });
      const { status } = await fetch(environment.PAY_SIMULATOR_URL + '/accounts/connect/token', { method: 'POST', headers, body });
      await call('/_simulator/worlds/' + id, 'DELETE');
      console.log(status);
    })()`;
    const reset = `call('/api/checkout/v2/orders').then(({ status }) => call('/_simulator/reset').then(() => console.log(status)))`;
    for (const [script, status] of [
      [world, 200],
      [reset, 401],
    ] as const) {
      const { out, err } = await node(call + script);
      expect(out).toBe(`${status}\n`);
      expect(err).not.toContain('no request reached');
    }
  });

  it.each(['*', 'vivapayments.com', '.vivapayments.com', 'demo.vivapayments.com:443', '*.com'])(
    'does not start a command whose NO_PROXY leads to the real service: %s',
    async (entry) => {
      const { code, out, err } = await node('console.log("started")', { NO_PROXY: `localhost, ${entry}` });
      expect({ code, out, err: err.split(/\s+/).join(' ').trim() }).toEqual({
        code: 2,
        out: '',
        // The line is wrapped.
        err: `pay-simulator: NO_PROXY contains ${entry}, so requests would reach the real service: remove it from NO_PROXY`,
      });
    },
  );

  it.each([
    ['its exit code', [process.execPath, '-e', 'process.exitCode = 7'], 7],
    [
      '128 plus the number of its signal',
      [process.execPath, '-e', 'process.kill(process.pid, "SIGKILL")'],
      137,
    ],
    ['127 if it does not exist', ['no-such-command'], 127],
    ['2 if there is none', [], 2],
  ])('exits with %s', async (_what, command, expected) => {
    expect((await run(command)).code).toBe(expected);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('passes %s to the command', async (signal) => {
    const script = `process.once('${signal}', () => { console.log('stopped'); process.exit(3) }); console.log('ready'); setInterval(() => {}, 1000)`;
    const { child, ended } = startRun([process.execPath, '-e', script]);
    await once(child.stdout ?? child, 'data');
    child.kill(signal);
    expect(await ended).toMatchObject({ code: 3, out: 'ready\nstopped\n' });
  });
});
