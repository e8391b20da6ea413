import { describe, expect, it } from '@jest/globals';
import { ran } from '../command-io.testing.js';
import { inboxProblem, openInbox } from './open-inbox.js';

const postgres = {
  url: 'postgres://shop:password@127.0.0.1:9/shop',
  timeoutMs: 2_000,
} as const;

describe('what stands between a command and its inbox', () => {
  it('is said of pg, which is not installed', async () => {
    const missing = () => Promise.reject(Object.assign(new Error('no pg'), { code: 'ERR_MODULE_NOT_FOUND' }));
    await expect(openInbox(postgres, missing)).rejects.toThrow(
      new Error('a package is missing beside nestjs-pay: npm install pg'),
    );
    const broken = () => Promise.reject(new Error('broken'));
    await expect(openInbox(postgres, broken)).rejects.toThrow('broken');
  });

  it('is said of PostgreSQL that is away, without its password', async () => {
    const { code, out, err } = await ran(['inbox', 'list', '--timeout', '2000'], {
      DATABASE_URL: postgres.url,
    });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe('nestjs-pay: PostgreSQL cannot be reached (ECONNREFUSED)\n');
  });

  it.each([
    ['42P01', postgres, /^there is no inbox in the schema pay of this database/],
    ['3F000', { ...postgres, schema: 'shop' }, /^there is no inbox in the schema shop/],
    ['42703', postgres, /older version/],
  ])('is said of tables: %s', (code, place, sentence) => {
    expect(inboxProblem(Object.assign(new Error('relation'), { code }), place)).toMatch(sentence);
  });

  it('is the name of a schema that is none: wrong usage', async () => {
    const { code, err } = await ran(['inbox', 'list', '--schema', 'a"b'], { DATABASE_URL: postgres.url });
    expect([code, err]).toEqual([2, expect.stringContaining('schema must be a name')]);
  });
});
