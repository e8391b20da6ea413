/** Digits before and after the order code in references of the demo environment. @see contract/behaviour/legacy-misc.yaml rfRule */
const SERVICE_PREFIX = '907';
const SERVICE_SUFFIX = '00';

/** Returns the RF creditor reference of an order: RF, two check digits, and 21 digits that contain the order code. */
export function rfCodeOfOrder(orderCode: string): string {
  const reference = `${SERVICE_PREFIX}${orderCode}${SERVICE_SUFFIX}`;
  // For the check digits, R is 27 and F is 15, and RF00 follows the reference.
  const check = 98n - (BigInt(`${reference}271500`) % 97n);
  return `RF${String(check).padStart(2, '0')}${reference}`;
}

/** Returns the order code in an RF code of this service, or undefined if the code is invalid. */
export function orderOfRfCode(text: string): string | undefined {
  const code = text.replace(/\s/g, '').toUpperCase();
  const [, orderCode] = new RegExp(`^RF\\d\\d${SERVICE_PREFIX}(\\d{16})${SERVICE_SUFFIX}$`).exec(code) ?? [];
  return orderCode !== undefined && rfCodeOfOrder(orderCode) === code ? orderCode : undefined;
}
