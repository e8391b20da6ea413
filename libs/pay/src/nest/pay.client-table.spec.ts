import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { PaySourceCode } from '../areas/source/source.js';
import { PAY_CLIENT_NAMES, PAY_CLIENTS } from './pay.client-table.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../../../docs/reference/module.md'), 'utf8');

/** Reads the area classes in a client's row of the table under "Inject a client". */
function documentedAreas(client: string): string[] {
  const section = /^## Inject a client\n(.*?)^## /ms.exec(PAGE)?.[1] ?? '';
  const row = section.split('\n').find((line) => line.startsWith(`| \`${client}\` |`)) ?? '';
  return [...row.matchAll(/`(\w+)`/g)].slice(1).flatMap(([, name]) => name ?? []);
}

describe('the clients of PayModule', () => {
  it.each(PAY_CLIENT_NAMES)('%s: docs/reference/module.md lists every injectable area', (client) => {
    const areas = PAY_CLIENTS[client].areas.map(([area]) => area.name);
    expect(areas.length).toBeGreaterThan(0);
    expect(documentedAreas(client).toSorted()).toEqual(areas.toSorted());
  });

  it('includes the payment sources of a platform', () => {
    expect(PAY_CLIENTS.marketplace.areas).toContainEqual([PaySourceCode, 'source']);
  });
});
