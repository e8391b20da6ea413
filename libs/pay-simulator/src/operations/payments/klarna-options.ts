import type { Fields } from '../../http/fields.js';

const MAX_PRICE = 200_000_000;
const LINE_TYPES = [
  'physical',
  'discount',
  'shipping_fee',
  'sales_tax',
  'digital',
  'gift_card',
  'store_credit',
  'surcharge',
];
const INTERVALS = ['DAY', 'WEEK', 'MONTH', 'YEAR'];
const oneOf = (words: readonly string[]) => ({
  pattern: new RegExp(`^(${words.join('|')})$`),
  expected: `one of ${words.join(', ')}`,
});

/** Validates Klarna options: an object, or a list as in requests of the marketplace. */
export function checkKlarnaOptions(body: Fields): void {
  for (const options of body.objects('klarnaOrderOptions')) {
    const attachment = options.object('attachment');
    attachment?.text('body');
    attachment?.text('contentType');
    for (const name of ['billingAddress', 'shippingAddress']) checkAddress(options.object(name));
    for (const line of options.objects('orderLines')) checkLine(line);
  }
}

function checkAddress(address: Fields | undefined): void {
  for (const name of ['givenName', 'familyName']) {
    address?.text(name, {
      pattern: /^(?!\d*$).{2,}$/s,
      expected: 'more than one character, not only digits',
    });
  }
  address?.text('country', { pattern: /^[A-Z]{2}$/, expected: 'an ISO 3166-1 alpha-2 code' });
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
  line.text('imageUrl', { max: 1024 });
  line.text('productUrl', { max: 1024 });
  line.text('merchantData', { max: 1024 });
  line.text('reference', { max: 256 });
  line.text('quantityUnit', { min: 1, max: 8 });
  const subscription = line.object('subscription');
  subscription?.text('interval', oneOf(INTERVALS));
  subscription?.integer('intervalCount', { min: 1 });
  const identifiers = line.object('productIdentifiers');
  identifiers?.text('size', { max: 64 });
  identifiers?.text('color', { max: 64 });
}
