// What the library checks for the kinds of values that no keyword of JSON Schema states: `x-kind`, else `format`.

/**
 * Decorators, or a pattern with its message. `type` is the library's type if it is not that of the keyword, and `minimum` replaces
 * that of the field.
 */
export const KINDS = {
  amount: { checks: ['IsMinorUnits()'], minimum: 0 },
  'amount-above-zero': { checks: ['IsMinorUnits({ min: 1 })'], minimum: 1 },
  'amount-or-null': { checks: ['IsReversalAmount()'], type: 'number | null', isRequired: true },
  'amount-in-major-units': { checks: ['IsMajorUnits()'] },
  base64: { checks: ['IsBase64()'] },
  'card-code': { pattern: String.raw`/^\d{3,4}$/`, problem: 'must be 3 or 4 digits, as a string' },
  'card-number': {
    pattern: String.raw`/^\d{12,19}$/`,
    problem: 'must be the 12 to 19 digits of a card number, without spaces',
  },
  'card-token': { pattern: '/^ct_/', problem: 'must be a card token (ct_…)' },
  count: { checks: ['IsInt()', 'Min(1)'], minimum: 1 },
  'country-code': { checks: ['IsCountryCode()'] },
  currency: { checks: ['IsNumericCurrency()'], type: 'string | number' },
  'currency-text': { checks: ['IsCurrencyText()'] },
  date: { checks: ['IsDay(from)'] },
  'date-time': { checks: ['IsISO8601({ strict: true })'] },
  'day-or-moment': { checks: ['IsDayOrMoment(from)'] },
  digits: { pattern: String.raw`/^\d+$/`, problem: "must be a number as a string, for example '35'" },
  domain: {
    pattern: String.raw`/^[^\s/:?#]+(:\d+)?$/`,
    problem: 'must be a domain without scheme and path, such as www.example.com',
  },
  email: { checks: ['IsEmail()'] },
  'fiscal-receipt': { checks: ['IsObject()'], type: 'FiscalisationData' },
  'hex-color': { checks: ['IsHexColor()'] },
  iban: { checks: ['IsIban()'] },
  'language-tag': {
    pattern: '/^[a-z]{2}-[A-Z]{2}$/',
    problem: 'must be a language tag such as en-GB',
  },
  latitude: { checks: ['IsLatitude()'] },
  longitude: { checks: ['IsLongitude()'] },
  'order-code': { checks: ['IsInt64()'], type: 'OrderCodeInput' },
  phone: { pattern: String.raw`/\S/`, problem: 'must be a phone number' },
  'phone-or-number': { checks: ['IsMobileNumber()'], type: 'string | number' },
  'readable-id': { checks: ['IsReadableId()'] },
  'receiver-address': { checks: ['IsReceiverAddress()'] },
  'rf-code': { checks: ['IsRfPaymentCode()'] },
  'source-code': { checks: ['IsSourceCode()', 'IsNotEmpty()'], isOptional: true },
  text: { checks: ['IsString()', 'IsNotEmpty()'] },
  uri: { checks: ['IsWebAddress()'] },
  uuid: { checks: ["IsUUID('loose')"] },
  'wallet-id': { checks: ['IsInt64()'], type: 'WalletIdInput' },
};

/**
 * Rules of `x-rules` that need more than a check of a given value. `always` runs if the field is absent, too. `presence` decides
 * whether the field is required. `only` replaces the check of the type.
 */
export const RULES = {
  exclusiveKind: 'always',
  ibanOrAccountNumber: 'presence',
  noPreauthAtTerminal: 'only',
  dayOfMonthWithMonthly: 'always',
  dayOfWeekWithWeekly: 'always',
  oneFilter: 'always',
  requiredOnline: 'presence',
};
