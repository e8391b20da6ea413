// Selects the contract's traps and notes that pages show, by the first words of a text. A selector that ends with a full
// stop is shown alone. Texts for contributors, and texts about things that the library does itself, are left out.

/** By page. */
const TRAPS = {
  'bank-transfers': [
    'These calls need the Account Transactions',
    "Enable 'Allow transfers between accounts'",
    'The unit of fee in the',
    'retrieveBankTransferOptions and',
    'The response has either commandId or',
    'The option instructionType is one integer.',
    'The option is archive, and the field in',
  ],
  client: ['There are two pairs of', 'A token has the scopes of its'],
  'data-services': [
    'Three credential sets are not',
    'totalPages is deprecated.',
    'Amounts are signed decimals in MAJOR',
    'Movements with typeId 32 are',
    'Movement IDs (accountTransactionId) are',
    'This webhook has no EventTypeId and',
  ],
  fees: ['You send the amount in'],
  'isv-transactions': [
    'An ISV has an OAuth pair (orders,',
    'All requests use integers in minor units.',
    'isvAmount is included in',
    'POST /api/transactions/{id} is a capture or',
    'A legacy response can have HTTP status 200',
    'Only increasePreauth has an',
    'Refunds, recurring charges and captures',
    'A YYYY-MM-DD date is a day',
  ],
  'isv-webhook': ['A token has the scopes of its', 'The member with the webhook key is'],
  'legacy-bank-accounts': ['These calls use Basic auth', 'These calls use instructionTypeId and'],
  'marketplace-payments': ['Amounts are integers in minor units in', 'Marketplace calls need marketplace'],
  'marketplace-sellers': [
    'The demo environment never sends event',
    'Marketplace calls need marketplace',
    'Several connected accounts can have the',
    'The service has no idempotency key for',
  ],
  'marketplace-transactions': ['cancelTransaction of Marketplace is a'],
  'marketplace-transfers': [
    'Amounts are integers in minor units in',
    'executed null is a success:',
    'Event 8448 is sent at creation,',
    'The service has no idempotency key for',
  ],
  obligations: ['The currency is an integer in the request'],
  payments: [
    'You send amounts as integers in',
    'getOrder returns no',
    'cancelOrder reports success for a paid or',
    "paymentTimeout 65535 means 'never'",
    'The service sends no webhook when an order',
    'Success and failure URLs belong to the payment source',
    'Do not trust the redirect',
    'You can retrieve a transaction only by its',
    'The redirect to the success page can lack',
    'The cancel button of the checkout page',
  ],
  pos: [
    "Status 200 means 'queued', never 'paid'.",
    'A used sessionId is always rejected with',
    'A session whose request never reached the',
    'A GET immediately after the POST',
    'The success webhook can arrive before the',
    'A declined attempt can be followed by a',
    'Status 200 for an abort',
    'An abort has no effect while the terminal',
    'POS requests, sessions and webhooks 1802',
    'In a request, tipAmount is added to',
    'The POS option is maxInstalments (one',
    'date is a UTC day (YYYY-MM-DD). A',
    'To receive events 1802 and 1803, a merchant',
    'aade* options and fiscalisationData cannot',
    'The minimum amount in the demo environment is 30 (0.30 EUR).',
  ],
  resellers: [
    'Call the check first, then',
    'Event ID 109101 is not a',
    'The unit of amounts is not',
    'The service has no idempotency key for',
    'These calls do not use resellerId and',
  ],
  'rf-code-payments': [
    'generateRfCodes needs no',
    'The documentation calls the RF code',
    'A bank transfer with an RF code creates no',
  ],
  source: [
    'sourceCode is',
    'Every account has a source',
    'The domain of an online source has no',
    'You can rename the redirect parameters t',
  ],
  transactions: [
    'Every amount that you send is an integer in',
    'Do not multiply a decimal by 100 with',
    'Status R means fully or partly',
    'A refund, void or capture has a transaction',
    'The service has no idempotency key for',
    'The service may reject a partial refund on',
    "Enable 'Allow refunds' in the account settings for refunds, and another setting for recurring charges and captures. OCT, rebates, fast refunds, MOTO and card tokens need the service's approval.",
    'Refunds are paid from the wallet',
    'For an unknown transaction, createCardToken',
    'A Transaction Failed webhook is not',
    'amount in increasePreauth is an',
    "The list of an order's transactions can be",
  ],
  wallets: ['balanceTransfer needs minor', 'The service has no idempotency key'],
  webhooks: [
    'A subscription cannot receive payment',
    'The secret of a subscription is the only',
    'An update replaces the',
  ],
};

/** By operation, with the client as a prefix for an ISV or a marketplace. */
const NOTES = {
  'PayISV source.createSource': ["A connected merchant has a source 'Default' without this call."],
  'PayISV transactions.cancelTransaction': [
    'This call is a void (on the',
    'The service reverses the ISV fee.',
  ],
  'PayISV transactions.retrieveTransactionsByOrderCode': [
    'Use this call to find out why an ISV payment failed.',
  ],
  'PayISV transactions.searchTransactions': ['The credentials need the data services scope.'],
  'bankTransfers.createBankTransferFeeCommand': ['The lifetime of a bankCommandId is not'],
  'bankTransfers.executeBankTransfer': ['Events 768 and 769 follow only for'],
  'dataServices.searchTransactions': ['Data services need their own credentials,'],
  'dataServices.requestSaleTransactionsExport': ['First add a webhook subscription for'],
  getSmartCheckout: ['Redirect the whole page:'],
  'legacyBankAccounts.unlinkBankAccount': ['Whether the account is deleted or only archived'],
  'Marketplace sellers.createAccount': ['Sellers whose currency'],
  'Marketplace transfers.sendFunds': [
    "Enable 'Allow transfers between accounts'",
    'Several transfers can have the same',
  ],
  'Marketplace transfers.createTransferReversal': ['A reversal does not refund the customer: to'],
  'obligations.createObligation': ['The service captures the'],
  'payments.createOrder': ['preauth, allowRecurring and', 'Creating an order sends no'],
  'payments.cancelOrder': ["The service's documentation calls", 'No current call cancels'],
  'payments.getOrder': [
    'A paid order keeps StateId',
    'The response has no',
    "The service's documentation calls",
    'No current call reads',
  ],
  'payments.updateOrder': ["The service's documentation calls", 'No current call changes'],
  'pos.transactions.initiateSaleRequest': [
    'No synchronous error is documented for an',
    'If the terminal is busy,',
    'The terminal app must be in the foreground, with the screen on.',
  ],
  'pos.transactions.refundTransaction': ['For a partial refund, set a', 'The terminal may ask for the'],
  'pos.transactions.fastRefund': ['Not enabled by default:'],
  'pos.transactions.rebate': ['Not enabled by default:'],
  'pos.session.retrieveSessionById': ['Poll every 1 to 3 s and', 'In rare live cases, the final'],
  'pos.session.abortSession': ['Public measurements show up'],
  'rfCodePayments.generateRfCodes': ['Available only to Greek', 'If the order has disableExactAmount'],
  'transactions.cancelTransaction': [
    'On the payment day',
    'Partial refunds on the day of the payment',
    'You can make several partial',
    "Deprecated by the service's",
  ],
  'transactions.createTransaction': [
    'A capture creates a new transaction of',
    'A recurring charge creates a new',
    "Deprecated by the service's",
  ],
  'transactions.getLegacyTransactions': ['ParentId links a refund to'],
  'transactions.getLegacyTransactions:list': [
    'Deprecated by the service, still works;',
    'Transactions can be [] if',
    'It was also [] for paid orders,',
  ],
  'transactions.createCardToken': ['Works only for cards, not for', 'cardUniqueReference of the'],
  'transactions.fastRefund': ['If it fails with 403, use'],
  'wallets.balanceTransfer': ['The owner of the source'],
};

/** Returns the sentence, or the whole trap, that begins with each selector. */
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

/** Returns the sentence from its beginning to its end. */
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

/** Finds selectors for pages and operations that do not exist. */
export function strayChoices(pages, names) {
  const strays = [
    ...Object.keys(TRAPS).filter((page) => !pages.has(page)),
    ...Object.keys(NOTES).filter((name) => !names.has(name)),
  ];
  return strays.map(
    (name) => `scripts/operation-docs/for-users.mjs names ${name}, which is not a page or operation.`,
  );
}
