import type { Control, ResponseOf, Texts } from '../control/control.js';
import { problemOf } from '../control/run-operation.js';
import { grouped } from './grouped.js';

/** An order, as the control API shows it. */
export type Order = ResponseOf<'listOrders'>[number];
/** A transaction, as the control API shows it. */
export type Transaction = ResponseOf<'listTransactions'>[number];

/** A merchant that a page can show. */
export interface MerchantChoice {
  readonly merchantId: string;
  /** Name among those of all merchants. */
  readonly name: string;
  /** Name on the checkout page. */
  readonly title: string;
  /** Part of the path of operations that act on a connected merchant. */
  readonly path: Texts;
}

/** The orders and transactions of a merchant. Each part is read when it is used, because thousands take time. */
export interface MerchantBooks {
  readonly merchant: MerchantChoice;
  /** All orders, oldest first. */
  readonly orders: () => readonly Order[];
  /** All transactions of each order. */
  readonly transactions: () => ReadonlyMap<string, readonly Transaction[]>;
  /** Returns an order with its transactions, or undefined for an unknown code. */
  readonly find: (orderCode: string) => ResponseOf<'getOrder'> | undefined;
}

/** Lists the main merchant, and then the merchants that are connected to the ISV. */
export function merchantChoices({
  read,
}: Pick<Control, 'read'>): readonly [MerchantChoice, ...MerchantChoice[]] {
  const { companyTitle, credentials } = read('getAccount');
  const connected = read('listMerchants').map(({ merchantId, companyTitle: title }) => ({
    merchantId,
    // Two connected merchants can have one name.
    name: `${title} (${merchantId.slice(0, 8)})`,
    title,
    path: { merchantId },
  }));
  const main = { merchantId: credentials.merchant.merchantId, name: companyTitle, title: companyTitle };
  return [{ ...main, path: {} }, ...connected];
}

/** Returns the orders and transactions of all merchants. */
export function allBooks({ read }: Pick<Control, 'read'>): readonly MerchantBooks[] {
  return merchantChoices({ read }).map((merchant): MerchantBooks => {
    const { path } = merchant;
    return {
      merchant,
      orders: once(() => read('listOrders', { path })),
      transactions: once(() => grouped(read('listTransactions', { path }), ({ orderCode }) => orderCode)),
      find: (orderCode) => {
        try {
          return read('getOrder', { path: { ...path, orderCode } });
        } catch (error) {
          if (problemOf(error)?.status === 404) return undefined;
          throw error;
        }
      },
    };
  });
}

/** Reads a value when it is first used. */
export function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: read() }).value;
}
