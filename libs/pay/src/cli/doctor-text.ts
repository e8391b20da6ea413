import { styleText } from 'node:util';
import type { DoctorFinding, DoctorReport } from '../doctor/doctor.types.js';
import { counted, wrapped } from './command-text.js';

type Paint = (style: 'green' | 'yellow' | 'red' | 'bold' | 'dim', text: string) => string;

const SIGNS = { ok: 'ok      ', optional: 'optional', warning: 'warning ', failed: 'FAILED  ' } as const;
const COLORS = { ok: 'green', optional: 'dim', warning: 'yellow', failed: 'red' } as const;
/** Newer versions of Node.js would also ask stdout whether it has colors. */
const ANY_STREAM = { validateStream: false };
const INDENT = 12;
const MARGIN = ' '.repeat(INDENT);
/** Titles by a check's name. All others are checks of credentials. */
const TITLES: Readonly<Record<string, string>> = {
  endpoint: 'Endpoints',
  clock: 'Clock',
  timezones: 'Clock',
};

/** What the report does not say itself. */
interface DoctorContext {
  /** File whose variables were used; null if there was none. */
  file: string | null;
  checksWebhooks: boolean;
  isColored: boolean;
}

/** Writes a report in groups, with a summary and what to do next. */
export function doctorText(report: DoctorReport, context: DoctorContext): string {
  const paint: Paint = (style, text) => (context.isColored ? styleText(style, text, ANY_STREAM) : text);
  const groups = [...new Set(report.findings.map(titleOf))].map((title) => {
    const lines = report.findings
      .filter((finding) => titleOf(finding) === title)
      .map(({ status, message }) => {
        const text = wrapped(MARGIN + message, INDENT).slice(INDENT);
        return `  ${paint(COLORS[status], SIGNS[status])}  ${text}\n`;
      });
    return `${paint('bold', title)}\n${lines.join('')}`;
  });
  const from = context.file === null ? '' : `Variables of ${context.file}\n\n`;
  return `${from}${groups.join('\n')}\n${summary(report, paint)}\n${wrapped(nextStep(report, context))}\n`;
}

function titleOf({ check, url }: DoctorFinding): string {
  return url === undefined ? (TITLES[check] ?? 'Credentials') : `Webhook ${url}`;
}

function summary({ findings }: DoctorReport, paint: Paint): string {
  const parts = (['failed', 'warning', 'optional', 'ok'] as const).map((status) => {
    const count = findings.filter((finding) => finding.status === status).length;
    const text = status === 'warning' ? counted(count, status) : `${count} ${status}`;
    return count === 0 ? text : paint(COLORS[status], text);
  });
  return parts.filter((part) => part !== '0 optional').join(', ');
}

function nextStep({ healthy, findings }: DoctorReport, { file, checksWebhooks }: DoctorContext): string {
  if (findings.some(({ check }) => check === 'credentials'))
    return file === null
      ? 'Next: write the variables into .env, or name another file with --env-file, and run the doctor again.'
      : `Next: write the variables into ${file}. Then run the doctor again.`;
  if (!healthy) return 'Next: correct what is marked FAILED, from top to bottom. Then run the doctor again.';
  if (!checksWebhooks)
    return 'Next: check your webhook: nestjs-pay doctor --webhook https://shop.example/pay/webhook';
  const payment = 'make a payment of a small amount, and refund it.';
  return findings.some(({ status }) => status === 'warning')
    ? `Next: read the warnings. Then ${payment}`
    : `Next: ${payment}`;
}
