/** What stands before and after the order code in the demo environment's references. @see contract/legacy-misc.json rfRule */
const SERVICE_PREFIX = '907';
const SERVICE_SUFFIX = '00';

/** The RF creditor reference of an order: RF, two check digits, 21 digits that contain the order code. */
export function rfCodeOfOrder(orderCode: string): string {
  const reference = `${SERVICE_PREFIX}${orderCode}${SERVICE_SUFFIX}`;
  // R counts as 27 and F as 15: the reference, then RF00.
  const check = 98n - (BigInt(`${reference}271500`) % 97n);
  return `RF${String(check).padStart(2, '0')}${reference}`;
}

/** The order behind an RF code of this service; undefined when it is none or its check digits are wrong. */
export function orderOfRfCode(text: string): string | undefined {
  const code = text.replace(/\s/g, '').toUpperCase();
  const [, orderCode] = new RegExp(`^RF\\d\\d${SERVICE_PREFIX}(\\d{16})${SERVICE_SUFFIX}$`).exec(code) ?? [];
  return orderCode !== undefined && rfCodeOfOrder(orderCode) === code ? orderCode : undefined;
}
