import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { eventsOf, RELIED_PARTS } from './relied-events.js';

const PAGES = {
  till: 'till',
  subscriptions: 'subscriptions',
  splits: 'marketplace-split',
  reconciler: 'reconcile',
} as const;

it.each(RELIED_PARTS)('the page about %s names each event that it relies on', (part) => {
  const page = readFileSync(`docs/how-to/${PAGES[part]}.md`, 'utf8');
  const [, section = ''] = /^## Register the events\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(page) ?? [];
  const rows = [...section.matchAll(/^ *\| (\d+)/gm)].map(([, id]) => Number(id));
  expect(rows.toSorted()).toEqual([...eventsOf([part]).keys()].toSorted());
  expect(section).toContain(`--uses ${part}`);
});
