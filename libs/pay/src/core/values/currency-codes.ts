/** Numeric ISO 4217 codes by their alphabetic ones, as text: the currencies of the service's countries, open to others. */
export const Currency = {
  BGN: '975',
  CHF: '756',
  CZK: '203',
  DKK: '208',
  EUR: '978',
  GBP: '826',
  HUF: '348',
  NOK: '578',
  PLN: '985',
  RON: '946',
  SEK: '752',
  USD: '840',
} as const;
export type Currency = (typeof Currency)[keyof typeof Currency] | (string & {});
