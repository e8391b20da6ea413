import type { PayFiscalDocument } from 'nestjs-pay/fiscal';

/** VAT of the shop's goods in Greece, which its prices contain. */
const VAT = 0.24;
/** Series of the shop's receipts. */
const SERIES = 'HL';

/** Returns the receipt of a sale, or the credit note of a refund. @param gross - Minor units. */
export function documentOf(kind: 'sale' | 'refund', gross: number): PayFiscalDocument {
  const net = Math.round(gross / (1 + VAT));
  return { type: kind === 'sale' ? '11.1' : '11.4', series: SERIES, net, vat: gross - net, gross };
}
