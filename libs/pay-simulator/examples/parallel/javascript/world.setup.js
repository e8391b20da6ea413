// Jest: setupFilesAfterEnv. Vitest: setupFiles, with `globals: true`.
const SIMULATOR = process.env.PAY_SIMULATOR_URL ?? 'http://127.0.0.1:4010';
// Only a simulator that other machines reach needs a token.
const { PAY_CONTROL_TOKEN: token } = process.env;
const CONTROL = token ? `Bearer ${token}` : '';

/** Sends a request. A string is sent as a form, an object as JSON. */
globalThis.call = async (method, url, body, authorization = CONTROL) => {
  const isForm = typeof body === 'string';
  const response = await fetch(url, {
    method,
    headers: {
      ...(authorization && { authorization }),
      ...(body && { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};

// An account of its own for each test. Your application reads its variables.
beforeEach(async () => {
  globalThis.world = await call('POST', `${SIMULATOR}/_simulator/worlds`, { ttlSeconds: 600 });
  Object.assign(process.env, world.environment);
});

afterEach(() => call('DELETE', `${SIMULATOR}/_simulator/worlds/${world.id}`));
