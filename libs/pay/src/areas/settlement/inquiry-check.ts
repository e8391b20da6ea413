import type { InquiryAbout, PayInquiry } from '../../core/inquiry.js';
import { isObject } from '../../core/plain-data.js';

const ABOUT: Readonly<Record<InquiryAbout, true>> = {
  refund: true,
  charge: true,
  'order-charge': true,
  'cancelled-order': true,
  session: true,
};

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const orNull =
  (is: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || is(value);

const MEMBERS: Readonly<Record<keyof PayInquiry, (value: unknown) => boolean>> = {
  operation: isText,
  read: isText,
  about: (value) => typeof value === 'string' && Object.hasOwn(ABOUT, value),
  client: (value) => value === 'merchant' || value === 'isv',
  id: isText,
  targetMerchantId: orNull(isText),
  amount: orNull(Number.isSafeInteger),
  merchantTrns: orNull(isText),
  sentAt: (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  clock: (value) => value === 'service' || value === 'own',
};

/** Whether what storage or JSON brought back can be asked about. */
export function isInquiry(value: unknown): value is PayInquiry {
  return isObject(value) && Object.entries(MEMBERS).every(([name, is]) => is(value[name]));
}
