// Generated from contract/*.json by scripts/generate-routes.mjs: do not edit.

/** OAuth scopes by the part that follows their common prefix. @see contract/auth.json */
export const SCOPES = {
  "payments:core:api:redirectcheckout": "urn:viva:payments:core:api:redirectcheckout",
  "payments:core:api:acquiring": "urn:viva:payments:core:api:acquiring",
  "payments:core:api:acquiring:transactions": "urn:viva:payments:core:api:acquiring:transactions",
  "payments:core:api:acquiring:cardtokenization": "urn:viva:payments:core:api:acquiring:cardtokenization",
  "payments:core:api:platform": "urn:viva:payments:core:api:platform",
  "payments:core:api:isv": "urn:viva:payments:core:api:isv",
  "payments:core:api:merchants:wallets": "urn:viva:payments:core:api:merchants:wallets",
  "payments:core:api:banktransfers": "urn:viva:payments:core:api:banktransfers",
  "payments:core:api:nativecheckoutv2": "urn:viva:payments:core:api:nativecheckoutv2",
  "payments:core:api:posmanagement": "urn:viva:payments:core:api:posmanagement",
  "payments:ecr:api": "urn:viva:payments:ecr:api",
  "payments:biservices:merchantapi": "urn:viva:payments:biservices:merchantapi",
  "payments:biservices:publicapi": "urn:viva:payments:biservices:publicapi",
  "payments:biservices:datafileapi": "urn:viva:payments:biservices:datafileapi"
} as const;

/** Languages of the hosted page. @see contract/payments.json */
export const REQUEST_LANGUAGES: readonly string[] = [
  "bg-BG",
  "hr-HR",
  "cs-CZ",
  "da-DK",
  "nl-NL",
  "nl-BE",
  "en-GB",
  "en-US",
  "fi-FI",
  "fr-BE",
  "fr-FR",
  "de-DE",
  "el-GR",
  "hu-HU",
  "it-IT",
  "pl-PL",
  "pt-PT",
  "ro-RO",
  "ru-RU",
  "es-ES",
  "sv-SE"
];

/** Payment method ids. @see contract/payments.json */
export const PAYMENT_METHOD_IDS: readonly number[] = [
  0,
  2,
  3,
  4,
  8,
  10,
  11,
  12,
  13,
  15,
  16,
  17,
  18,
  19,
  20,
  21,
  22,
  23,
  24,
  26,
  27,
  28,
  29,
  30,
  31,
  32,
  34,
  35,
  36,
  37,
  38,
  39,
  40,
  41,
  43,
  44,
  221
];

/** What an event id means, in words. @see contract/transactions.json */
export const EVENT_TEXTS: Readonly<Record<string, string>> = {
  "0": "Undefined / success",
  "310": "Declined (seen as ResponseEventId in the documented Transaction Failed sample; meaning not listed)",
  "311": "Refused OCT refund (seen in captured bodies; meaning not listed)",
  "2061": "3DS flow incomplete: browser closed",
  "2062": "3DS validation failed: wrong password or code",
  "2108": "Payments policy acquiring restriction",
  "3500": "Device not found",
  "3732": "Webhook subscription limit/duplicate (webhook endpoints)",
  "6511": "ISO packager validation failed (older list)",
  "6614": "Card scheme communication interrupted or timed out",
  "6624": "Card scheme write failed",
  "6650": "Card scheme proxy send failed",
  "7001": "Transaction failed",
  "10001": "Refer to card issuer",
  "10003": "Invalid merchant number",
  "10004": "Pick up card",
  "10005": "Do not honor",
  "10006": "General error",
  "10007": "Pick up card, fraud account",
  "10012": "Invalid transaction",
  "10013": "Invalid amount",
  "10014": "Invalid card number",
  "10015": "Invalid issuer",
  "10019": "Re-enter transaction",
  "10020": "Stolen card (listed only with test amount 9920)",
  "10021": "No action taken",
  "10030": "Format error",
  "10039": "No credit account",
  "10041": "Lost card",
  "10043": "Stolen card",
  "10046": "Closed account",
  "10051": "Insufficient funds",
  "10052": "No checking account",
  "10053": "No savings account",
  "10054": "Expired card",
  "10055": "Incorrect PIN",
  "10057": "Function not permitted to cardholder",
  "10058": "Function not permitted to terminal",
  "10059": "Suspected fraud",
  "10061": "Withdrawal limit exceeded",
  "10062": "Restricted card",
  "10063": "Security violation",
  "10065": "Soft decline",
  "10070": "Call issuer",
  "10075": "PIN entry tries exceeded",
  "10076": "Invalid 'to' account",
  "10077": "Invalid 'from' account",
  "10078": "Card blocked or not activated",
  "10079": "Life cycle",
  "10080": "No financial impact",
  "10081": "Domestic debit transaction not allowed",
  "10083": "Fraud/security",
  "10084": "Invalid authorisation life cycle",
  "10086": "PIN validation not possible",
  "10088": "Cryptographic failure",
  "10089": "Unacceptable PIN, retry",
  "10091": "Issuer unavailable",
  "10093": "Violation of law",
  "10094": "Duplicate transmission",
  "10096": "System malfunction",
  "10199": "Empty issuer response",
  "10200": "Generic error (support explained one as invalid CVV)",
  "10201": "Forced reversal",
  "10210": "Invalid CVV",
  "10211": "Negative CAM/dCVV/iCVV/CVV/CAVV result",
  "10212": "Blocked card",
  "10213": "Revocation of authorisation order",
  "10214": "Verification data failed",
  "10215": "Policy",
  "10216": "Invalid or nonexistent account",
  "10221": "No such issuer (first 8 digits)",
  "10222": "Lost card, pick up",
  "10223": "Stolen card, pick up",
  "10224": "Closed account",
  "10300": "SCA requested, online PIN supported",
  "10301": "Soft decline",
  "10302": "SCA requested, second tap",
  "10400": "Use chip (Bancontact)",
  "10401": "Issuer unavailable",
  "18202": "Cartes Bancaires void validation failed",
  "100918": "Payconiq expired",
  "100919": "Payconiq cancelled",
  "101003": "Payment method response not understood",
  "101407": "Klarna cancelled"
};

/** Names of transaction types. @see contract/transactions.json */
export const TRANSACTION_TYPES: Readonly<Record<string, string>> = {
  "0": "Card capture",
  "1": "Card pre-authorisation",
  "4": "Card refund",
  "5": "Card charge",
  "6": "Card charge with installments",
  "7": "Card void",
  "8": "Card original credit (OCT)",
  "9": "Wallet charge",
  "11": "Wallet refund",
  "13": "Card refund, claimed",
  "15": "DIAS e-banking",
  "16": "Cash",
  "17": "Cash refund",
  "18": "Card refund, installments",
  "19": "Card payout",
  "20": "Alipay charge",
  "21": "Alipay refund",
  "22": "Card manual cash disbursement",
  "23": "iDEAL charge",
  "24": "iDEAL refund",
  "25": "P24 charge",
  "26": "P24 refund",
  "27": "BLIK charge",
  "28": "BLIK refund",
  "29": "PayU charge",
  "30": "PayU refund",
  "31": "Card withdrawal",
  "32": "MULTIBANCO charge (older list; now 56)",
  "34": "giropay charge",
  "35": "giropay refund",
  "36": "Sofort charge",
  "37": "Sofort refund",
  "38": "EPS charge",
  "39": "EPS refund",
  "40": "WeChat Pay charge",
  "41": "WeChat Pay refund",
  "42": "BitPay charge",
  "44": "SEPA direct debit charge",
  "45": "SEPA direct debit refund",
  "48": "PayPal charge",
  "49": "PayPal refund",
  "50": "Trustly charge",
  "51": "Trustly refund",
  "52": "Klarna charge",
  "53": "Klarna refund",
  "54": "MB WAY charge",
  "55": "MB WAY refund",
  "56": "MULTIBANCO charge",
  "57": "MULTIBANCO refund",
  "58": "Payconiq charge",
  "59": "Payconiq refund",
  "60": "IRIS charge",
  "61": "IRIS refund",
  "62": "Online banking charge",
  "63": "Online banking refund",
  "64": "BANCOMAT Pay charge",
  "65": "BANCOMAT Pay refund",
  "66": "tbi bank charge",
  "67": "tbi bank refund",
  "68": "Pay on delivery charge",
  "69": "Card verification",
  "70": "Swish charge",
  "71": "Swish refund",
  "74": "Bluecode charge",
  "75": "Bluecode refund",
  "78": "Satispay charge",
  "79": "Satispay refund",
  "80": "Klarna pre-authorisation",
  "81": "Klarna capture"
};

/** Amount in minor units → event id with which the issuer declines it. @see contract/transactions.json */
export const TEST_AMOUNTS: Readonly<Record<string, number>> = {
  "9905": 10005,
  "9906": 10006,
  "9907": 10007,
  "9914": 10014,
  "9920": 10020,
  "9941": 10041,
  "9951": 10051,
  "9954": 10054,
  "9957": 10057,
  "9961": 10061,
  "9970": 10070,
  "9979": 10079,
  "9996": 10096
};

/** The demo environment's cards. @see contract/transactions.json */
export const TEST_CARDS: readonly { readonly number: string; readonly scheme: string; readonly cvv: string; readonly result: string }[] = [
  {
    "number": "4147463011110133",
    "scheme": "Visa",
    "cvv": "any 3 digits",
    "result": "success, frictionless"
  },
  {
    "number": "4147463011110141",
    "scheme": "Visa",
    "cvv": "any 3 digits",
    "result": "failure"
  },
  {
    "number": "5239290700000101",
    "scheme": "Mastercard",
    "cvv": "any 3 digits",
    "result": "success"
  },
  {
    "number": "5239290700000119",
    "scheme": "Mastercard",
    "cvv": "any 3 digits",
    "result": "failure"
  },
  {
    "number": "376206000000009",
    "scheme": "American Express",
    "cvv": "any 4 digits",
    "result": "success"
  },
  {
    "number": "376206000000025",
    "scheme": "American Express",
    "cvv": "any 4 digits",
    "result": "failure"
  },
  {
    "number": "6759649826438453",
    "scheme": "Maestro",
    "cvv": "any 3 digits",
    "result": "success"
  },
  {
    "number": "5012889911541119",
    "scheme": "Maestro",
    "cvv": "any 3 digits",
    "result": "failure"
  },
  {
    "number": "60600500000000130",
    "scheme": "Bancontact",
    "cvv": "none",
    "result": "success"
  },
  {
    "number": "60600500000000148",
    "scheme": "Bancontact",
    "cvv": "none",
    "result": "failure"
  },
  {
    "number": "3569990012299011",
    "scheme": "JCB",
    "cvv": "any 3 digits",
    "result": "success"
  },
  {
    "number": "5188340000000060",
    "scheme": "Mastercard",
    "cvv": "any 3 digits",
    "result": "3DS challenge: a page offers Y/N/A/R/U"
  },
  {
    "number": "4111111111111111",
    "scheme": "Visa",
    "cvv": "111",
    "result": "success (older documentation)"
  }
];

/** Webhook event types a merchant can register for in the banking app, by id. @see contract/webhook-events.json */
export const EVENT_TYPES: Readonly<Record<string, string>> = {
  "768": "Command Bank Transfer Created",
  "769": "Command Bank Transfer Executed",
  "1796": "Transaction Payment Created",
  "1797": "Transaction Reversal Created",
  "1798": "Transaction Failed",
  "1799": "Transaction Price Calculated",
  "1802": "Transaction Pos Ecr Session Created",
  "1803": "Transaction Pos Ecr Session Failed",
  "2054": "Account Transaction Created",
  "4865": "Order Updated",
  "5632": "Obligation Created",
  "5633": "Obligation Captured",
  "7936": "Sale Transactions",
  "8193": "Account Connected",
  "8194": "Account Verification Status Changed",
  "8448": "Transfer Created"
};

/** The text of a refusal whose permission switch is off. @see contract/transactions.json */
export const PERMISSION_OFF_TEXT = "The specified api action is disabled for the merchant ..., please consult the documentation";

/** Headers on the service's answers. @see contract/auth.json */
export const RESPONSE_HEADERS = {
  correlationId: "X-Viva-CorrelationId",
  eventId: "X-Viva-EventId",
} as const;

/** How often a delivery is tried and how far apart. @see contract/webhook-events.json */
export const RETRY_POLICY = {
  "attempts": 24,
  "intervalSeconds": 3600
} as const;
