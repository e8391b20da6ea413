import { describe, expect, it } from '@jest/globals';
import { runLine } from '../command-io.testing.js';
import { inboxProblem, openInbox } from './open-inbox.js';

const postgres = {
  url: 'postgres://shop:password@127.0.0.1:9/shop',
  timeoutMs: 2_000,
} as const;

describe('a command that cannot open its inbox', () => {
  it('names the package to install if pg is missing', async () => {
    const missing = () => Promise.reject(Object.assign(new Error('no pg'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(openInbox(postgres, missing)).rejects.toThrow(
      new Error('the package pg is not installed: run npm install pg'),
    );
    const broken = () => Promise.reject(new Error('broken'));
    await expect(openInbox(postgres, broken)).rejects.toThrow('broken');
  });

  it('reports that PostgreSQL cannot be reached, without the password', async () => {
    const { code, out, err } = await runLine(['inbox', 'list', '--timeout', '2000'], {
      DATABASE_URL: postgres.url,
    });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      'nestjs-pay: PostgreSQL cannot be reached (ECONNREFUSED): check --database-url or\nDATABASE_URL\n',
    );
  });

  it.each([
    ['42P01', undefined, /^the schema pay of this database has no inbox/],
    ['3F000', 'shop', /^the schema shop of this database has no inbox/],
    ['42703', undefined, /older version/],
  ])('explains the SQLSTATE %s', (code, schema, message) => {
    expect(inboxProblem(Object.assign(new Error('relation'), { code }), schema)).toMatch(message);
  });

  it('reports an invalid schema name as wrong usage', async () => {
    const { code, err } = await runLine(['inbox', 'list', '--schema', 'a"b'], { DATABASE_URL: postgres.url });
    expect([code, err]).toEqual([2, expect.stringContaining('schema must be a name')]);
  });
});
