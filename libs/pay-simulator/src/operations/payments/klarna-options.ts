import type { Fields } from '../../http/fields.js';

const MAX_PRICE = 200_000_000;
const LINE_TYPES =
  'physical, discount, shipping_fee, sales_tax, digital, gift_card, store_credit, surcharge'.split(', ');
const INTERVALS = ['DAY', 'WEEK', 'MONTH', 'YEAR'];
const NAME = { pattern: /^(?!\d*$).{2,}$/s, expected: 'more than one character, not only digits' };
const COUNTRY = { pattern: /^[A-Z]{2}$/, expected: 'an ISO 3166-1 alpha-2 code' };
const oneOf = (words: readonly string[]) => ({
  pattern: new RegExp(`^(${words.join('|')})$`),
  expected: `one of ${words.join(', ')}`,
});

/** Validates Klarna options: an object, or a list as in requests of the marketplace. */
export function checkKlarnaOptions(body: Fields): void {
  for (const options of body.objects('klarnaOrderOptions')) {
    const attachment = options.object('attachment');
    for (const name of ['body', 'contentType']) attachment?.text(name);
    for (const name of ['billingAddress', 'shippingAddress']) checkAddress(options.object(name));
    for (const line of options.objects('orderLines')) checkLine(line);
  }
}

function checkAddress(address: Fields | undefined): void {
  for (const name of ['givenName', 'familyName']) address?.text(name, NAME);
  address?.text('country', COUNTRY);
}

function checkLine(line: Fields): void {
  line.text('name', { required: true });
  line.text('type', oneOf(LINE_TYPES));
  line.integer('taxRate', { min: 0 });
  line.integer('quantity', { min: 0, required: true });
  line.integer('unitPrice', { max: MAX_PRICE, required: true });
  line.integer('totalAmount', { max: MAX_PRICE, required: true });
  line.integer('totalTaxAmount');
  line.integer('totalDiscountAmount', { min: 0 });
  for (const name of ['imageUrl', 'productUrl', 'merchantData']) line.text(name, { max: 1024 });
  line.text('reference', { max: 256 });
  line.text('quantityUnit', { min: 1, max: 8 });
  const subscription = line.object('subscription');
  subscription?.text('interval', oneOf(INTERVALS));
  subscription?.integer('intervalCount', { min: 1 });
  const identifiers = line.object('productIdentifiers');
  for (const name of ['size', 'color']) identifiers?.text(name, { max: 64 });
}
