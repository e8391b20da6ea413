// The table of docs/explanation/performance.md.
import { cpus } from 'node:os';
import { LIBRARY, ROWS } from './rows.mjs';

/**
 * Compares the results of a row with its limit.
 *
 * @returns The value to show, how far it misses the limit (0 if reached, null if it could not be measured), and a sentence part.
 */
export function judge(row, measured) {
  const subject = measured.find(({ name }) => name === LIBRARY);
  const value = valueOf(row, subject);
  if (value === null) return { value, missedBy: null, verdict: `not measured: ${reasonOf(measured)}` };
  const peer = row.notAbove && measured.find(({ name }) => name === row.notAbove);
  const limit = Math.min(row.atMost ?? Infinity, valueOf(row, peer) ?? Infinity);
  const missedBy = row.atLeast === undefined ? value - limit : row.atLeast - value;
  if (missedBy <= 0) return { value, missedBy: 0, verdict: 'reached' };
  return { value, missedBy, verdict: `missed by ${missedBy.toFixed(2)}` };
}

function valueOf({ limits, atLeast }, contestant) {
  const value = contestant?.[limits ?? 'ratio'] ?? null;
  // The limits have two decimals.
  return value === null ? null : Number((atLeast === undefined ? value : 1 / value).toFixed(2));
}

const reasonOf = (measured) => measured.find(({ failed }) => failed !== undefined)?.failed ?? 'no result';

/**
 * @param results By Node version and row: `{ rounds, measured, busy }`.
 * @param worlds Section about worlds, if it was measured.
 */
export function report(results, worlds) {
  const versions = Object.keys(results).toSorted((a, b) => parseInt(a) - parseInt(b));
  const rows = ROWS.map((row) => {
    const runs = versions.map((version) => results[version][row.id]?.measured);
    return {
      row,
      runs,
      judged: runs.map((measured) => (measured === undefined ? null : judge(row, measured))),
    };
  });
  const rounds = Math.min(
    ...Object.values(results).flatMap((rows) => Object.values(rows).map((row) => row.rounds)),
  );
  const busy = ROWS.filter(({ id }) => Object.values(results).some((rows) => rows[id]?.busy));
  const missed = rows.filter(({ judged }) => judged.some((one) => one !== null && one.missedBy > 0));
  return [
    '# Performance',
    'The cost of the library, as a ratio to the same work without it. A ratio of 1.0 costs nothing more. Lower is better, except for events per second.',
    table(
      [
        '',
        'compared with (= 1.0)',
        'target',
        ...versions.map((version) => `Node ${parseInt(version)}`),
        'others',
        'result',
      ],
      rows.map((each) => tableRow(each)),
    ),
    ...(missed.length === 0
      ? []
      : [
          '## Missed targets',
          missed.map(({ row }) => `- **${row.title}**: ${row.profile ?? 'no profile yet.'}`).join('\n'),
        ]),
    ...(worlds === undefined ? [] : [worlds]),
    '## How it was measured',
    `With Node ${versions.join(', ')} on ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${process.platform}. ` +
      `Each ratio is the median of ${rounds} rounds in which all programs of a row alternate. CPU is the time of the measured process. ` +
      (busy.length === 0
        ? ''
        : `Other programs used the machine while these rows were measured: ${busy.map(({ title }) => title).join('; ')}. `) +
      'Brackets show the lowest and the highest ratio. Compare ratios, not times: machines differ. The folder `bench` of the repository has the programs and the method.',
  ]
    .join('\n\n')
    .concat('\n');
}

function tableRow({ row, runs, judged }) {
  const floor = row.contestants[0].name === LIBRARY ? '–' : row.contestants[0].name;
  const unit = row.limits === 'cost' ? ` ${row.unit}` : '';
  const target = `${row.atLeast === undefined ? `≤ ${row.atMost}` : `≥ ${row.atLeast}`}${unit}`;
  const values = judged.map((one, index) =>
    one === null || one.value === null ? '–' : `${one.value.toFixed(2)}${unit}${spreadOf(row, runs[index])}`,
  );
  return [
    row.title,
    floor,
    row.notAbove ? `${target}, and at most ${row.notAbove}` : target,
    ...values,
    others(row, runs),
    result(judged),
  ];
}

/** Returns the lowest and the highest ratio of the rounds. */
function spreadOf({ limits, atLeast }, measured) {
  const { ratios = [] } = measured.find(({ name }) => name === LIBRARY) ?? {};
  if (limits === 'cost' || atLeast !== undefined || ratios.length < 2) return '';
  return ` (${ratios[0].toFixed(2)}–${ratios.at(-1).toFixed(2)})`;
}

/** Returns the values of the other contestants, in the order of the Node versions. */
function others(row, runs) {
  const measured = runs.filter((run) => run !== undefined);
  if (measured.length === 0) return '';
  return row.contestants
    .slice(1)
    .filter(({ name }) => name !== LIBRARY)
    .map(({ name }) => {
      const values = runs.map(
        (run) =>
          valueOf(
            row,
            run?.find((one) => one.name === name),
          )?.toFixed(2) ?? '–',
      );
      return `${name} ${values.join(' / ')}`;
    })
    .join('<br>');
}

function result(judged) {
  const measured = judged.filter((one) => one !== null);
  if (measured.length === 0) return 'not measured';
  const worst = measured.toSorted((a, b) => (b.missedBy ?? -1) - (a.missedBy ?? -1))[0];
  // The reason of a failure may contain paths of this machine.
  if (worst.missedBy === null) return 'not measured';
  return worst.missedBy > 0 ? `**${worst.verdict}**` : worst.verdict;
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const align = head.map((title) => (/^Node|target/.test(title) ? '---:' : '---'));
  return [line(head), line(align), ...rows.map(line)].join('\n');
}
