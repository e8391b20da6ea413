import { counted, wrapped } from '../cli/command-text.js';
import type { ClaimReport, VerifyReport } from './verify.types.js';

const MAX_REASONS = 12;

/** Writes a report: the verdict, the score of each area, each difference, and why the other claims were not probed. */
export function verifyText(report: VerifyReport, showsAll: boolean, isColored = false): string {
  const differing = report.claims.filter(({ verdict }) => /differs$/.test(verdict));
  const parts = [
    `${verdictOf(report.claims, differing.length, isColored)}\n${summary(report)}\n`,
    areaTable(report),
    section('Differences', differing.map(difference)),
    notProbed(report.claims, showsAll),
    ...(showsAll ? [agreeing(report.claims)] : []),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function verdictOf(claims: readonly ClaimReport[], differences: number, isColored: boolean): string {
  if (differences > 0) return colored('red', `${counted(differences, 'difference')} found.`, isColored);
  return claims.some(({ verdict }) => verdict === 'agrees')
    ? colored('green', 'No difference found.', isColored)
    : colored('yellow', 'Nothing was probed.', isColored);
}

const COLORS = { red: 31, green: 32, yellow: 33 } as const;

/** Colors a text for a terminal. */
export function colored(color: keyof typeof COLORS, text: string, isColored: boolean): string {
  return isColored ? `\u001b[${COLORS[color]}m${text}\u001b[39m` : text;
}

function areaTable({ areas }: VerifyReport): string {
  const width = Math.max(...areas.map(({ area }) => area.length));
  const row = (name: string, ...cells: readonly string[]): string =>
    `  ${name.padEnd(width)}${cells.map((cell) => cell.padStart(11)).join('')}\n`;
  const rows = areas.map(({ area, score, agrees, simulatorDiffers, contractDiffers, notProbed: rest }) =>
    row(
      area,
      score === null ? '-' : `${Math.floor(score * 100)} %`,
      ...[agrees, simulatorDiffers, contractDiffers, rest].map(String),
    ),
  );
  return `${row('area', 'score', 'agrees', 'simulator', 'contract', 'not probed')}${rows.join('')}`;
}

function difference({ id, verdict, reason = '', probe = '' }: ClaimReport): string {
  return `  ${verdict}: ${id}\n    ${reason.replaceAll('; the ', '\n    the ')}\n    shown by ${probe}\n`;
}

function notProbed(claims: readonly ClaimReport[], showsAll: boolean): string {
  const byReason = new Map<string, ClaimReport[]>();
  for (const claim of claims)
    if (claim.verdict === 'not probed') {
      const reason = claim.reason ?? 'unknown';
      byReason.set(reason, [...(byReason.get(reason) ?? []), claim]);
    }
  const reasons = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  const listed = showsAll ? reasons : reasons.slice(0, MAX_REASONS);
  const count = (rows: typeof reasons): string =>
    String(rows.reduce((sum, [, { length }]) => sum + length, 0)).padStart(7);
  const rest = reasons.slice(listed.length);
  return section('Not probed, because', [
    ...listed.map(([reason, rows]) => {
      const ids = showsAll ? rows.map(({ id }) => `         ${id}\n`).join('') : '';
      return `${wrapped(`${count([[reason, rows]])}  ${reason}`, 9)}\n${ids}`;
    }),
    ...(rest.length === 0 ? [] : [`${count(rest)}  ${rest.length} other reasons: see --all\n`]),
  ]);
}

function agreeing(claims: readonly ClaimReport[]): string {
  const rows = claims.filter(({ verdict }) => verdict === 'agrees');
  return section(
    'Agrees',
    rows.map(({ id, probe = '' }) => `  ${id} (${probe})\n`),
  );
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${title}\n${lines.join('')}`;

function summary({ claims, target, date, classes }: VerifyReport): string {
  const count = (verdict: ClaimReport['verdict']): number =>
    claims.filter((claim) => claim.verdict === verdict).length;
  const text = [
    `${target === 'demo' ? 'Demo environment' : 'Simulator'}, ${date}, ${classes.join(' and ')}: `,
    `${count('agrees')} claims agree, `,
    `${count('contract differs')} differ from the contract, ${count('simulator differs')} from the simulator, `,
    `${count('not probed')} were not probed.`,
  ].join('');
  return wrapped(text);
}
