import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { issueUrl } from './issue-url.js';
import type { VerifyReport } from './verify.types.js';

const reportOf = (differences: number): VerifyReport => ({
  target: 'demo',
  date: '2026-11-23',
  classes: ['read-only', 'unpaid-orders'],
  claims: [
    { id: 'payments.getOrder', area: 'payments', verdict: 'agrees' },
    ...Array.from({ length: differences }, (_, index) => ({
      id: `payments.getOrder/response/Member${index}`,
      area: 'payments',
      verdict: 'contract differs' as const,
      reason: 'the service: string 0; the contract: type integer',
    })),
  ],
  areas: [],
});
const urlOf = (differences: number): URL =>
  new URL(
    issueUrl(reportOf(differences), 'npx pay-simulator verify --demo', 'pay-simulator 1.2.3, Node 22.20.0'),
  );

it('fills in fields that the issue form has', () => {
  const { searchParams } = urlOf(1);
  const template = searchParams.get('template') ?? '';
  const form = parse(readFileSync(`.github/ISSUE_TEMPLATE/${template}`, 'utf8')) as {
    body: { id?: string }[];
  };
  const fields = form.body.map(({ id }) => id);
  expect(fields).toContain('transcript');
  for (const name of searchParams.keys())
    if (name !== 'template' && name !== 'title') expect(fields).toContain(name);
  expect(searchParams.get('received')).toBe(
    '1 claims agree, 1 differ.\ncontract differs: payments.getOrder/response/Member0: the service: string 0; the contract: type integer',
  );
});

it('names a run that agrees', () => {
  expect(urlOf(0).searchParams.get('title')).toBe('verify, 2026-11-23: 1 claims agree, 0 differ.');
});

it('stays under 2,000 characters, and says how many differences it leaves out', () => {
  const url = urlOf(500);
  expect(url.href.length).toBeLessThanOrEqual(2000);
  expect(url.href.length).toBeGreaterThan(1500);
  expect(url.searchParams.get('received')).toMatch(
    /Member3: .*\n(contract differs: .*\n)+\d+ more in the transcript$/,
  );
});
