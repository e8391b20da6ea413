import { Injectable } from '@nestjs/common';
import type { PosSession } from '../areas/results.generated.js';
import type { MethodReturn } from '../core/operation/method-return.js';
import type { SqlSession, SqlTarget } from '../stores/sql/sql-store.js';
import type { PayRefundRequest, PaySale, PaySaleRequest } from './sale.types.js';

/** Whether a sale can be sent: with these members of the request, later, or not at all. */
export type SalePreparation =
  | { request: Readonly<Record<string, unknown>> }
  | { waitMs: number; message: string }
  | { refused: string };

/** Writes in the transaction that stores a sale. If it throws, the sale is not stored. */
export type WithSale = (sale: PaySale, session: SqlSession) => Promise<void>;

/** What a hook can do with the till. */
export interface HookedTill {
  readonly sql: SqlTarget<unknown>;
  /** Name of the account; empty for the default account. */
  readonly account: string;
  /** Whether the hook creates its tables. */
  readonly migrate: boolean;
  /** Whether the terminals are those of an ISV's merchants. */
  readonly isIsv: boolean;
  sell(request: PaySaleRequest, withSale: WithSale): Promise<PaySale>;
  refund(id: string, request: PayRefundRequest, members: object, withSale: WithSale): Promise<PaySale>;
  /** Reads the sales of a day (UTC) that terminals made by themselves under AADE. */
  autonomousSessions(date: string, signal: AbortSignal): Promise<MethodReturn<PosSession[]>>;
}

/** What another module does with each sale of the till. */
export interface SaleHook {
  /** Runs when the application boots, before the till takes steps. */
  start(till: HookedTill): Promise<void>;
  /** Runs before a sale is sent, in at most 10 seconds. The till waits if it rejects. */
  prepare(sale: PaySale): Promise<SalePreparation>;
  /** Runs in the transaction that stores an end. It gets the state of the end also if the application could not handle it. */
  ended(sale: PaySale, session: SqlSession): Promise<void>;
  /** Runs after a sale has ended. */
  wake(): void;
}

/** Where a module that adds to the sales of the till registers itself. */
@Injectable()
export class SaleHooks {
  hook: SaleHook | null = null;
}
