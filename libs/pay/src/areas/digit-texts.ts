import type { DigitText } from '../core/values/int64.js';
import { inCamelCase } from '../core/values/plain-data.js';

const TERMINAL: DigitText = { digits: 8 };
const MERCHANT_CATEGORY: DigitText = { digits: 4, isPadded: true };
const IN_PASCAL_CASE: Record<string, DigitText> = {
  RetrievalReferenceNumber: { digits: 12, isPadded: true },
  AuthorizationId: { digits: 6 },
  TerminalId: TERMINAL,
  SourceTerminalId: TERMINAL,
  Tid: TERMINAL,
  MerchantCategoryCode: MERCHANT_CATEGORY,
  Mcc: MERCHANT_CATEGORY,
};

/**
 * Strings of digits that the service may send as numbers, without their leading zeros: retrieval references (ISO 8583, field
 * 37), authorization codes (field 38), terminal IDs (field 41) and merchant category codes (ISO 18245). `digits` of the contract's fields says the same.
 */
export const DIGIT_TEXTS: Readonly<Record<string, DigitText>> = {
  ...IN_PASCAL_CASE,
  ...(inCamelCase(IN_PASCAL_CASE) as Record<string, DigitText>),
};
