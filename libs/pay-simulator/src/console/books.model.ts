import type { Control, ResponseOf, Texts } from '../control/control.js';

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

/** The orders and transactions of a merchant, oldest first. */
export interface MerchantBooks {
  readonly merchant: MerchantChoice;
  readonly orders: readonly Order[];
  readonly transactionsOf: (orderCode: string) => readonly Transaction[];
}

/** Lists the main merchant, and then the merchants that are connected to the ISV. */
export function merchantChoices({ read }: Control): readonly [MerchantChoice, ...MerchantChoice[]] {
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

/** Reads the orders and transactions of all merchants. */
export function allBooks(control: Control): readonly MerchantBooks[] {
  return merchantChoices(control).map((merchant): MerchantBooks => {
    const { path } = merchant;
    let byOrder: ReadonlyMap<string, readonly Transaction[]> | undefined;
    return {
      merchant,
      orders: control.read('listOrders', { path }),
      transactionsOf: (orderCode) => {
        byOrder ??= groupedByOrder(control.read('listTransactions', { path }));
        return byOrder.get(orderCode) ?? [];
      },
    };
  });
}

function groupedByOrder(transactions: readonly Transaction[]): ReadonlyMap<string, readonly Transaction[]> {
  const groups = new Map<string, Transaction[]>();
  for (const transaction of transactions) {
    const group = groups.get(transaction.orderCode);
    if (group) group.push(transaction);
    else groups.set(transaction.orderCode, [transaction]);
  }
  return groups;
}
