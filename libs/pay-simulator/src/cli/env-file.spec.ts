import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeChanges, writeEnvFile } from './env-file.js';

const VARIABLES = {
  PAY_CLIENT_ID: 'simulator',
  PAY_CLIENT_SECRET: 'simulator-secret',
  PAY_ENDPOINT_API: 'http://127.0.0.1:4010/api',
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'env-file-'));
  file = join(folder, '.env');
});
afterEach(() => rmSync(folder, { recursive: true }));

const text = () => readFileSync(file, 'utf8');

describe('writing a .env file', () => {
  it('creates the file, and changes nothing the second time', () => {
    const names = Object.keys(VARIABLES);
    expect(writeEnvFile(file, VARIABLES)).toEqual({ added: names, replaced: [] });
    expect(text()).toBe(
      'PAY_CLIENT_ID=simulator\nPAY_CLIENT_SECRET=simulator-secret\nPAY_ENDPOINT_API=http://127.0.0.1:4010/api\n',
    );
    const again = writeEnvFile(file, VARIABLES);
    expect(describeChanges('.env', again)).toBe('.env: nothing to change');
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('keeps other lines, and replaces its own in place: %s', (_, newline) => {
    const before = [
      '# shop',
      'PORT=3000',
      'export PAY_ENDPOINT_API = "http://127.0.0.1:9/api"',
      'PAY_CLIENT_ID=',
      '#end',
    ];
    writeFileSync(file, before.join(newline));
    const changes = writeEnvFile(file, VARIABLES);
    expect(text().split(newline)).toEqual([
      '# shop',
      'PORT=3000',
      'export PAY_ENDPOINT_API =http://127.0.0.1:4010/api',
      'PAY_CLIENT_ID=simulator',
      '#end',
      'PAY_CLIENT_SECRET=simulator-secret',
      '',
    ]);
    expect(describeChanges('.env', changes)).toBe(
      '.env: added PAY_CLIENT_SECRET; replaced PAY_CLIENT_ID, PAY_ENDPOINT_API',
    );
  });

  it('keeps the credentials of another account, unless it is forced', () => {
    const before = "PAY_CLIENT_ID='a real account'\n";
    writeFileSync(file, before);
    expect(() => writeEnvFile(file, VARIABLES)).toThrow(
      `${file} has PAY_CLIENT_ID of another account, so nothing was written: choose another file, or replace the account with --force`,
    );
    expect(text()).toBe(before);
    expect(writeEnvFile(file, VARIABLES, { force: true }).replaced).toEqual(['PAY_CLIENT_ID']);
    expect(text()).toContain('PAY_CLIENT_ID=simulator\n');
  });
});
