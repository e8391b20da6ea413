// What the contract's traps and notes say to a user, chosen by how a sentence begins (one that ends with a full stop
// is all that is shown); the text is the contract's own.
// Left out is what the library does by itself and what only concerns whoever builds it or the simulator.

/** By page. */
const TRAPS = {
  'bank-transfers': [
    'These calls need a different client id/secret',
    'Allow transfers between accounts must be switched on',
    'The unit of fee in the fees',
    'Options and fee calls fail for IBANs inside the service',
    'commandId and walletTransactionId exclude each other',
    'instructionType is a bare integer when sent',
    'archive when writing, isArchived when reading',
  ],
  client: ['Two credential pairs', 'A token is issued with whatever scopes'],
  'data-services': [
    'Three credential sets are not interchangeable',
    'totalPages is deprecated',
    'Amounts are signed decimals in major units',
    'Movements with typeId 32 are holds',
    'Movement ids (accountTransactionId) are stable',
    'This webhook is not the usual envelope',
  ],
  fees: ['Fees: amount in minor units'],
  'isv-transactions': [
    'OAuth ISV pair (orders, transaction read',
    'Requests take integer minor units everywhere',
    'Included in amount, not added',
    'POST /api/transactions/{id} is a capture or a recurring CHARGE',
    'Legacy answers can be HTTP 200 with StatusId E',
    'Only increasePreauth has a key',
    'Refunds, recurring charges and captures by API each need a switch',
    'Legacy lists take YYYY-MM-DD',
  ],
  'isv-webhook': ['A token is issued with whatever scopes', 'Webhook key field is Key for merchants'],
  'legacy-bank-accounts': ['Old calls use merchantId:apikey', 'instructionTypeId / trySendInstant (old)'],
  'marketplace-payments': [
    'Amounts are integers in minor units in every',
    'Ordinary Smart Checkout credentials give 403',
  ],
  'marketplace-sellers': [
    '8194 is never sent in the demo environment',
    'Ordinary Smart Checkout credentials give 403',
    'One e-mail may own several connected accounts',
    'createAccount and sendFunds have no idempotency key',
  ],
  'marketplace-transactions': ['transactions.cancelTransaction of Marketplace goes to the api host'],
  'marketplace-transfers': [
    'Amounts are integers in minor units in every',
    'executed=null is success',
    '8448 is sent at creation even when',
    'createAccount and sendFunds have no idempotency key',
  ],
  obligations: ['Currency: integer in the obligation request'],
  payments: [
    'Amounts go IN as integer minor units',
    'getOrder carries no currency',
    'cancelOrder on a paid order reports success',
    'paymentTimeout 65535 is a magic value',
    'Order expiry, cancelled transactions and failed 3DS',
    'Success and failure URLs belong to the payment source',
    'Do not trust the redirect parameters',
    'An unknown transaction is looked up by transaction id only',
  ],
  pos: [
    "200 is 'queued', never 'paid'.",
    'A used sessionId is refused with 409 for ever',
    'A session whose request never reached the terminal',
    'GET right after POST may give 404',
    "The success webhook can arrive before the POST's own answer",
    'A declined try can be followed by a success in the same session',
    "Abort 200 is only 'accepted'",
    'POS requests, sessions and webhooks 1802/1803 use integer MINOR units',
    'Request: tipAmount is on top of amount',
    'The POS field is maxInstalments (one l)',
    'sessions?date= is a UTC calendar day',
    '1802/1803 for a merchant are set up only by contacting',
    'aade* fields and fiscalisationData exclude each other',
    'Demo minimum amount 30 (0.30 EUR).',
  ],
  resellers: [
    'Order of calls: check',
    'Code 109101 does not mean refusal',
    'Amount unit is not stated',
    'No idempotency key for cashPayment and billPayment',
    'resellerId / resellerApiKey (Basic Auth of the ISV client) are not used here',
  ],
  'rf-code-payments': [
    'generateRfCodes takes no credentials',
    'The RF code is called 20-digit in prose',
    'A bank transfer against an RF code yields no card transaction',
  ],
  source: [
    'sourceCode is case-sensitive',
    "A 'Default' source exists",
    "An e-commerce source's domain has no scheme",
    'Redirect parameter names t and s can be renamed',
  ],
  transactions: [
    'Units: every request amount is integer MINOR units',
    'Do not multiply a decimal by 100 with floating point',
    'R means fully OR partly refunded',
    'Refund, void, capture each make a new transaction id',
    'createTransaction, cancelTransaction, makeMotoCardCharge have no idempotency key',
    'A partial refund may be refused on the day of payment',
    'Refunds need the Allow refunds switch; recurring and capture need their own switch; OCT, rebate, fast refund, MOTO, tokens need approval.',
    'Refunds come out of the wallet balance',
    'A failed createCardToken on an unknown transaction is 403',
    'A Transaction Failed webhook is not final',
    'increasePreauth amount is an increment',
  ],
  wallets: ['balanceTransfer takes minor units', 'No idempotency key on balanceTransfer'],
  webhooks: [
    '/dataservices/v1/webhooks/subscriptions cannot subscribe to payment events',
    'The secret of a subscription is the only HMAC key',
    'PUT replaces everything',
  ],
};

/** By operation; one that is not a merchant's with its client before it, for ids repeat. */
const NOTES = {
  'PayISV source.createSource': ["A connected merchant has a 'Default' source without this call."],
  'PayISV transactions.cancelTransaction': [
    'This one call is void',
    'The ISV fee is reversed by the service.',
  ],
  'PayISV transactions.retrieveTransactionsByOrderCode': ['The way to see why an ISV payment failed.'],
  'PayISV transactions.searchTransactions': ['Needs a data-services scope on the credentials.'],
  'bankTransfers.createBankTransferFeeCommand': ['Lifetime of a bankCommandId not documented'],
  'bankTransfers.executeBankTransfer': ['768 and 769 follow for external IBANs only'],
  'dataServices.searchTransactions': ['Data services need their own credential set'],
  'dataServices.requestSaleTransactionsExport': ['A webhook subscription for SaleTransactionsFileGenerated'],
  getSmartCheckout: ['Must be a full redirect'],
  'legacyBankAccounts.unlinkBankAccount': ['Whether the account is deleted or only archived'],
  'Marketplace sellers.createAccount': ['Sellers with another currency'],
  'Marketplace transfers.sendFunds': [
    "'Allow transfers between accounts' must be switched on",
    'Several transfers may name one transactionId',
  ],
  'Marketplace transfers.createTransferReversal': ["The reversal is separate from the customer's refund"],
  'obligations.createObligation': ['Captured automatically, queued'],
  'payments.createOrder': ['Two exclusive options', 'Creating an order sends no webhook'],
  'payments.getOrder': ['A paid order stays 3 (Paid)', 'No transaction id either'],
  'pos.transactions.initiateSaleRequest': [
    'Unknown or offline terminal: no synchronous error',
    'Terminal busy',
    'The terminal app must be in the foreground with the screen on.',
  ],
  'pos.transactions.refundTransaction': ['Partial refunds are possible', 'The terminal may ask for the card'],
  'pos.transactions.fastRefund': ['Off by default'],
  'pos.transactions.rebate': ['Off by default'],
  'pos.session.retrieveSessionById': ['Poll every 1 to 3 s', 'The final result in rare live cases'],
  'pos.session.abortSession': ['Settling took up to', 'Has no effect while a QR method'],
  'rfCodePayments.generateRfCodes': ['Greek merchants only', 'disableExactAmount true on the order'],
  'transactions.cancelTransaction': [
    'Same calendar day = void',
    'Same-day partial refunds are supported now',
    'Several partial refunds are allowed',
  ],
  'transactions.createTransaction': [
    'Capture makes a new transaction of type 0',
    'Recurring makes a new transaction of type 5',
  ],
  'transactions.getLegacyTransactions': ['ParentId is what links'],
  'transactions.getLegacyTransactions:list': ['Transactions may be []'],
  'transactions.createCardToken': ['Cards only, not digital wallets', 'The cardUniqueReference'],
  'transactions.fastRefund': ['Usual fallback on 403'],
  'wallets.balanceTransfer': ['2054 is sent to source'],
};

/** The sentence, or the whole trap, that begins so. */
function chosen(texts, beginnings, what, problems) {
  return beginnings.flatMap((beginning) => {
    const found = texts.find((text) => text.startsWith(beginning));
    if (found !== undefined) return [beginning.endsWith('.') ? beginning : found];
    const inside = texts.find((text) => text.includes(beginning));
    if (inside !== undefined) return [sentenceFrom(inside, beginning)];
    problems.push(
      `The contract's ${what} has no text "${beginning}": see scripts/operation-docs/for-users.mjs.`,
    );
    return [];
  });
}

/** From where it begins to the end of its sentence, or as far as it was written out. */
function sentenceFrom(text, beginning) {
  const rest = text.slice(text.indexOf(beginning));
  const end = /[.](?=\s+[A-Z]|$)/.exec(rest.slice(beginning.length - 1));
  return end === null ? rest : rest.slice(0, beginning.length + end.index);
}

export const trapsOfPage = (page, entries, problems) =>
  chosen(
    [...new Set(entries.flatMap(({ row }) => row?.traps ?? []))],
    TRAPS[page] ?? [],
    `traps of ${page}`,
    problems,
  );

export const notesOf = ({ name, row }, problems) =>
  row === undefined
    ? []
    : chosen(row.notes.split(/(?<=\.)\s+(?=[A-Z\d])/), NOTES[name] ?? [], `notes on ${name}`, problems);

/** Choices for pages and operations that there are not. */
export function strayChoices(pages, names) {
  const strays = [
    ...Object.keys(TRAPS).filter((page) => !pages.has(page)),
    ...Object.keys(NOTES).filter((name) => !names.has(name)),
  ];
  return strays.map(
    (name) => `scripts/operation-docs/for-users.mjs names ${name}, which is no page or operation.`,
  );
}
