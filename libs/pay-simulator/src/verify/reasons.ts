/** Why no request of a probe can show a claim. The first matching row wins. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^auth\.\w+\/error\/gateway-failure/, 'a failure of the service cannot be provoked'],
  [/\/error\/server-error$/, 'a failure of the service cannot be provoked'],
  [/^getSmartCheckout\/query\//, 'only a browser shows it'],
  [/klarnaOrderOptions/, 'no response shows it: the fields are for Klarna'],
  [
    /^payments\.create\w+\/body\/nbgLoanOrderOptions/,
    'no response shows it: the fields are for loans of a bank',
  ],
  [/^payments\.create\w+\/body\/(saleToAcquirerData|urlFail|phone)/, 'no response shows it'],
  [
    /^bankTransfers\.(createBankTransferFeeCommand|executeBankTransfer)\/error/,
    'a request that the service misreads could move money',
  ],
  [/^source\.createSource/, 'it would create a payment source that cannot be deleted'],
  [/^dataServices\.\w+\/error\/forbidden$/, 'it needs data-services credentials without a permission'],
  [
    /^webhooks\.\w+Subscriptions?\/error\/(no-)?scope$/,
    'it needs data-services credentials without a permission',
  ],
  [/^webhooks\.listSubscriptions\/response\//, 'the account has no subscription'],
  [
    /^pos\.session\.abortSession\/error\/(forbidden|other-register)$/,
    'it needs a session of another cash register',
  ],
  [/^payments\.cancelOrder\/error\//, 'no order is known that cannot be canceled'],
  [/^(fees-sources\.6|wallets\.1)$/, 'the probe does not know the amount, so it cannot tell the unit'],
  [/\/unit$/, 'the probe does not know the amount, so it cannot tell the unit'],
  [/^dataServices\.downloadSaleTransactionsFile/, 'it needs a file, which the class receiver requests'],
];

/** Why no probe shows a claim; undefined if a probe is missing. */
export function reasonOf(id: string): string | undefined {
  return REASONS.find(([pattern]) => pattern.test(id))?.[1];
}
