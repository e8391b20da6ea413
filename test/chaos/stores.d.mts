import type { PayInboxStore } from 'nestjs-pay';
import type { Pool } from 'pg';

interface Where {
  pool: Pool;
  schema: string;
  redisUrl?: string;
}

export declare const STORES: Record<
  'postgres' | 'redis',
  { exactlyOnce: boolean; open: (where: Where) => PayInboxStore & { close?: () => Promise<void> } }
>;
