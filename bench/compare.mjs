// Compares contestants: they alternate in short slices, so that changes in the load of the machine affect all of them.

import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

/** Share of the machine that other programs may use while the bench waits. */
const IDLE = 0.1;

/** Returns whether other programs use the machine. Ratios are lower then, because the floor costs more as well. */
export async function isBusy() {
  const before = times();
  await sleep(500);
  const after = times();
  return 1 - (after.idle - before.idle) / (after.all - before.all) > IDLE;
}

function times() {
  const all = cpus().map(({ times }) => times);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  return { idle: sum(all.map(({ idle }) => idle)), all: sum(all.flatMap((one) => Object.values(one))) };
}

export const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

/**
 * Runs rounds of alternating slices. The first contestant is the floor.
 *
 * @param open Starts a contestant and warms it up: `{ measure(), close() }`. `measure` resolves with the cost of one slice.
 * @returns For each contestant the median cost, the ratios to the floor of the same round in order, and their median, or why it failed.
 */
export async function compare(contestants, open, { rounds, slices }) {
  const costs = new Map(contestants.map(({ name }) => [name, []]));
  const failed = new Map();
  for (let round = 0; round < rounds; round++) {
    const opened = [];
    const attempt = async (name, work) => {
      if (failed.has(name)) return;
      await work().catch((error) => failed.set(name, error.message));
    };
    try {
      for (const contestant of contestants)
        await attempt(contestant.name, async () =>
          opened.push({ ...(await open(contestant)), name: contestant.name, spent: 0 }),
        );
      for (let slice = 0; slice < slices; slice++) {
        for (const contestant of slice % 2 === 0 ? opened : opened.toReversed())
          await attempt(contestant.name, async () => (contestant.spent += await contestant.measure()));
      }
      for (const { name, spent } of opened) if (!failed.has(name)) costs.get(name).push(spent / slices);
    } finally {
      for (const { close } of opened) await close?.();
    }
  }
  const [floor] = costs.values();
  return [...costs].map(([name, all]) => {
    if (failed.has(name)) return { name, failed: failed.get(name) };
    const ratios = all.map((cost, round) => cost / floor[round]).toSorted((a, b) => a - b);
    return { name, cost: median(all), ratios, ratio: floor.length === 0 ? null : median(ratios) };
  });
}
