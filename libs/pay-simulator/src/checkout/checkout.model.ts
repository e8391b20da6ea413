import type { CheckoutAddress } from './checkout-address.js';
import type { HostedCheckout } from '../domain/checkout.service.js';
import type { OrderView } from '../domain/checkout.types.js';
import type { Ids } from '../domain/ids.js';
import type { SubmittedForms } from '../domain/submitted-forms.js';
import type { Transactions } from '../domain/transactions.js';
import type { CheckoutTexts } from './language/texts.js';

/**
 * What the page needs of the domain. The page is a part of the service: its customers have no control token, so it calls the methods
 * that the operations of the control API call, too.
 */
export interface CheckoutServices {
  readonly hostedCheckout: HostedCheckout;
  /** Forms that were posted, so that a second click has no second effect. */
  readonly forms: SubmittedForms;
  readonly ids: Ids;
  readonly servicesForOrder: (orderCode: string) => {
    readonly transactions: Pick<Transactions, 'find' | 'ofOrder'>;
  };
}

/** Fields in the order of the form. */
export const FORM_FIELDS = [
  'amount',
  'email',
  'number',
  'expiry',
  'cvc',
  'holderName',
  'installments',
] as const;
export type FormFieldName = (typeof FORM_FIELDS)[number];

/** Error message of each invalid field, in the customer's language. */
export type FormProblems = Readonly<Partial<Record<FormFieldName, string>>>;

/** Entered values that the page can show again. The security code is never included. */
export interface TypedFields extends Readonly<Partial<Record<Exclude<FormFieldName, 'cvc'>, string>>> {
  /** Token of the saved card; empty for another card. */
  readonly card?: string;
}

/** Message above the form. */
export type PayNotice =
  | { readonly kind: 'amount-changed' }
  /** The last attempt failed. `redirectUrl` is the failure URL of the shop. */
  | { readonly kind: 'declined'; readonly eventId: number; readonly redirectUrl: string };

/** Content of the page of an order that can be paid. */
export interface PayModel extends Omit<OrderView, 'state' | 'redirectUrl'> {
  readonly address: CheckoutAddress;
  /** Texts in the language of the page. */
  readonly texts: CheckoutTexts;
  /** ID that makes a repeated submit of the form take effect once. */
  readonly formId: string;
  readonly typed: TypedFields;
  readonly problems: FormProblems;
  readonly notice: PayNotice | null;
}
