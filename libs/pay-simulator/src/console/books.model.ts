import type { Control, ResponseOf, Texts } from '../control/control.js';
import { problemOf } from '../control/run-operation.js';
import { grouped } from './grouped.js';

/** An order, as the control API shows it. */
export type Order = ResponseOf<'listOrders'>[number];
/** A transaction, as the control API shows it. */
export type Transaction = ResponseOf<'listTransactions'>[number];

/** A merchant that a page can show. `path` is the part of the path of operations that act on a connected merchant. */
export interface MerchantChoice {
  readonly merchantId: string;
  /** Name among those of all merchants. */
  readonly name: string;
  /** Name on the checkout page. */
  readonly title: string;
  readonly path: Texts;
}

/** Lists the main merchant, and then the merchants that are connected to the ISV. */
export function merchantChoices({
  read,
}: Pick<Control, 'read'>): readonly [MerchantChoice, ...MerchantChoice[]] {
  const { companyTitle: title, credentials } = read('getAccount');
  const { merchantId } = credentials.merchant;
  return [
    { merchantId, name: title, title, path: {} },
    ...read('listMerchants').map((one) => ({
      merchantId: one.merchantId,
      // Two connected merchants can have one name.
      name: `${one.companyTitle} (${one.merchantId.slice(0, 8)})`,
      title: one.companyTitle,
      path: { merchantId: one.merchantId },
    })),
  ];
}

/** The orders and transactions of a merchant. */
export type MerchantBooks = ReturnType<typeof allBooks>[number];

/** Returns the orders and transactions of all merchants. Each part is read when it is used, because thousands take time. */
export function allBooks({ read }: Pick<Control, 'read'>) {
  return merchantChoices({ read }).map((merchant) => {
    const { path } = merchant;
    return {
      merchant,
      /** All orders, oldest first. */
      orders: once(() => read('listOrders', { path })),
      /** All transactions of each order. */
      transactions: once(() => grouped(read('listTransactions', { path }), ({ orderCode }) => orderCode)),
      /** Returns an order with its transactions, or undefined for an unknown code. */
      find: (orderCode: string): ResponseOf<'getOrder'> | undefined => {
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
function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined;
  return () => (known ??= { value: read() }).value;
}
