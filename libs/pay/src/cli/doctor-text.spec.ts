import { describe, expect, it } from '@jest/globals';
import type { DoctorFinding } from '../doctor/doctor.types.js';
import { doctorText } from './doctor-text.js';

const finding = (check: string, status: DoctorFinding['status']): DoctorFinding => ({
  check,
  status,
  message: `about ${check}.`,
});
const report = (...findings: DoctorFinding[]) => ({
  healthy: findings.every(({ status }) => status !== 'failed'),
  findings,
});
const plain = { file: null, checksWebhooks: true, isColored: false };

describe('the text of a doctor report', () => {
  it('fits into the terminal', () => {
    const columns = Object.getOwnPropertyDescriptor(process.stdout, 'columns');
    Object.defineProperty(process.stdout, 'columns', { value: 60, configurable: true });
    try {
      const text = doctorText(
        report({ ...finding('clock', 'failed'), message: 'a sentence '.repeat(12) }),
        plain,
      );
      expect(text.split('\n').filter(({ length }) => length > 60)).toEqual([]);
    } finally {
      delete (process.stdout as { columns?: number }).columns;
      if (columns !== undefined) Object.defineProperty(process.stdout, 'columns', columns);
    }
  });

  it('has groups, a summary and the next step', () => {
    const text = doctorText(
      report(
        finding('wallet.token', 'ok'),
        finding('endpoint', 'failed'),
        finding('clock', 'ok'),
        { ...finding('webhook.key', 'ok'), url: 'https://shop.example/hook' },
        { ...finding('webhook.post', 'warning'), url: 'https://shop.example/hook' },
        { ...finding('webhook.tls', 'failed'), url: 'http://shop.example/isv' },
      ),
      { ...plain, file: '.env' },
    );
    expect(text).toBe(
      [
        'Variables of .env',
        '',
        'Credentials',
        '  ok        about wallet.token.',
        '',
        'Endpoints',
        '  FAILED    about endpoint.',
        '',
        'Clock',
        '  ok        about clock.',
        '',
        'Webhook https://shop.example/hook',
        '  ok        about webhook.key.',
        '  warning   about webhook.post.',
        '',
        'Webhook http://shop.example/isv',
        '  FAILED    about webhook.tls.',
        '',
        '2 failed, 1 warning, 3 ok',
        'Next: correct what is marked FAILED, from top to bottom. Then run the doctor',
        'again.',
        '',
      ].join('\n'),
    );
  });

  it('calls a feature that the account lacks optional, and wraps long lines', () => {
    const message =
      `wallet cannot use bankTransfers (403): the token lacks ${'urn:scope '.repeat(12)}`.trim();
    const text = doctorText(report({ check: 'wallet.scopes', status: 'optional', message }), plain);
    expect(text).toMatch(/^ {2}optional {2}wallet cannot use bankTransfers .*\n {12}urn:scope/m);
    expect(text).toContain('0 failed, 0 warnings, 1 optional, 0 ok');
    expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it('has colors on a terminal', () => {
    const text = doctorText(report(finding('wallet.token', 'ok')), { ...plain, isColored: true });
    expect(text).toContain('\u001b[32mok      \u001b[39m  about wallet.token.');
    expect(text).toContain('Next: make a payment of a small amount, and refund it.');
    expect(doctorText(report(finding('clock', 'warning')), plain)).toContain(
      'Next: read the warnings. Then make a payment',
    );
  });

  it('names the file for missing credentials', () => {
    const missing = report(finding('credentials', 'failed'));
    expect(doctorText(missing, plain)).toContain('Next: write the variables into .env, or name another file');
    expect(doctorText(missing, { ...plain, file: 'shop.env' })).toContain('into shop.env. Then run');
  });
});
