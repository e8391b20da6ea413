import type { VerifyReport } from './verify.types.js';

const FORM = 'https://github.com/nestjs-pay/nestjs-pay/issues/new';
/** Terminals and browsers handle addresses of this length. */
const MAX_LENGTH = 2000;

/** Returns the address of the issue form, filled in with the run. Differences that do not fit are only in the transcript. */
export function issueUrl(report: VerifyReport, command: string, versions: string): string {
  const differing = report.claims.filter(({ verdict }) => /differs$/.test(verdict));
  const agreeing = report.claims.filter(({ verdict }) => verdict === 'agrees').length;
  const lines = differing.map(({ id, verdict, reason = '' }) => `${verdict}: ${id}: ${reason}`);
  const summary = `${agreeing} claims agree, ${differing.length} differ.`;
  const url = (count: number): string =>
    `${FORM}?${new URLSearchParams({
      template: 'service-difference.yml',
      title: `verify, ${report.date}: ${summary}`,
      operation: `verify, classes ${report.classes.join(' and ')}`,
      time: report.date,
      sent: command,
      received: [
        summary,
        ...lines.slice(0, count),
        ...(count < lines.length ? [`${lines.length - count} more in the transcript`] : []),
      ].join('\n'),
      versions,
    }).toString()}`;
  let count = lines.length;
  while (count > 0 && url(count).length > MAX_LENGTH) count--;
  return url(count);
}
