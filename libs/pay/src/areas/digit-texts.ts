import type { DigitText } from '../core/values/int64.js';

const RETRIEVAL_REFERENCE: DigitText = { digits: 12, isPadded: true };
const AUTHORIZATION: DigitText = { digits: 6 };
const TERMINAL: DigitText = { digits: 8 };
const MERCHANT_CATEGORY: DigitText = { digits: 4, isPadded: true };

/**
 * Strings of digits that the service may send as numbers, without their leading zeros: retrieval references (ISO 8583, field
 * 37), authorization codes (field 38), terminal IDs (field 41) and merchant category codes (ISO 18245). `digits` of the contract's fields says the same.
 */
export const DIGIT_TEXTS: Readonly<Record<string, DigitText>> = {
  RetrievalReferenceNumber: RETRIEVAL_REFERENCE,
  retrievalReferenceNumber: RETRIEVAL_REFERENCE,
  AuthorizationId: AUTHORIZATION,
  authorizationId: AUTHORIZATION,
  TerminalId: TERMINAL,
  terminalId: TERMINAL,
  SourceTerminalId: TERMINAL,
  sourceTerminalId: TERMINAL,
  Tid: TERMINAL,
  tid: TERMINAL,
  MerchantCategoryCode: MERCHANT_CATEGORY,
  merchantCategoryCode: MERCHANT_CATEGORY,
  Mcc: MERCHANT_CATEGORY,
  mcc: MERCHANT_CATEGORY,
};
