import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { INCOMPLETE_FORM, isFormKey, readText, submissionOf, type FormFields } from '../form-fields.js';
import { readAmount } from '../money-entry.js';

/** Text that a cashier typed. */
export interface EnteredSale {
  readonly terminalId: string;
  /** Major units. */
  readonly amount: string;
  readonly reference: string;
}

/** Problems by field, in words for the cashier. */
export type TillProblems = Readonly<Partial<Record<'terminalId' | 'amount' | 'reference' | 'form', string>>>;

export interface SaleDraft {
  /** Identifies the submission of the form: a double click has the same one. */
  readonly id: string;
  readonly terminalId: string;
  /** Minor units. */
  readonly amount: number;
  readonly reference: string;
}

export type RefundDraft = Pick<SaleDraft, 'id' | 'amount'>;

/** A valid form, or its problems. */
export type TillReading<Draft> =
  | { readonly success: true; readonly draft: Draft }
  | { readonly success: false; readonly entered: EnteredSale; readonly problems: TillProblems };

const MAX_REFERENCE = 50;
// The service's demo environment rejects amounts below 0.30. The upper limit catches typing errors.
const LEAST = 30;
const MOST = 1_000_000;

/** Reads the form of a new sale. */
export function readSaleForm(fields: FormFields): TillReading<SaleDraft> {
  const entered = readEntered(fields);
  const amount = readAmount(entered.amount, SHOP_CURRENCY.code, { least: LEAST, most: MOST });
  const key = readText(fields, 'key');
  const problems: TillProblems = {
    ...(!/^\d{8}$/.test(entered.terminalId) && { terminalId: 'Please choose a terminal.' }),
    ...(!amount.success && { amount: amount.problem }),
    ...(entered.reference === '' && {
      reference: 'Please enter a reference, for example the receipt’s number.',
    }),
    ...(entered.reference.length > MAX_REFERENCE && {
      reference: `Please use at most ${MAX_REFERENCE} characters.`,
    }),
    ...(!isFormKey(key) && { form: INCOMPLETE_FORM }),
  };
  if (Object.keys(problems).length > 0 || !amount.success) return { success: false, entered, problems };
  const { terminalId, reference } = entered;
  const id = submissionOf('sale', key, terminalId, amount.amount, reference);
  return { success: true, draft: { id, terminalId, amount: amount.amount, reference } };
}

/** Reads the form of a refund. The amount is compared with what is left when the refund is stored. */
export function readRefundForm(fields: FormFields, saleId: string): TillReading<RefundDraft> {
  const entered = readEntered(fields);
  const key = readText(fields, 'key');
  const amount = readAmount(entered.amount, SHOP_CURRENCY.code, { most: MOST });
  if (!amount.success || !isFormKey(key)) {
    const problems = amount.success ? { form: INCOMPLETE_FORM } : { amount: amount.problem };
    return { success: false, entered, problems };
  }
  const id = submissionOf('refund', key, saleId, amount.amount);
  return { success: true, draft: { id, amount: amount.amount } };
}

/** Reads the text of a sale's form, or of a link to it. */
export function readEntered(fields: FormFields): EnteredSale {
  return {
    terminalId: readText(fields, 'terminalId'),
    amount: readText(fields, 'amount'),
    reference: readText(fields, 'reference'),
  };
}
