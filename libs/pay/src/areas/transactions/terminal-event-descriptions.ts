/** Meaning and next step of an event ID. */
type Description = readonly [meaning: string, nextStep: string];

const NOTHING = 'Nothing.';
const READ = 'First read the session with the same session ID (pos.session.retrieveSessionById).';
const AGAIN = 'Nothing was paid. Start again with a new session ID.';
const OTHER = 'Nothing was paid. Ask for another card or payment method, with a new session ID.';
const STOP = 'Do not try this card again, and do not tell the customer why. Ask for another payment method.';
const TERMINAL =
  'Nothing was paid. Check the terminal (power, network, app), then start again with a new session ID.';
const LATER = 'Temporary error. Read the session and make sure that nothing was paid, then try again later.';
const INPUT = 'Correct the request, then start again with a new session ID.';
const ENABLE = 'The feature must be enabled for the terminal or the account. Contact the service’s support.';
const SUPPORT = 'The shop cannot fix this. Contact the service’s support.';

/**
 * Results of a terminal session: `eventId` in the body of a session or a rejection.
 *
 * @see contract/behaviour/pos.yaml enums.SessionEventId
 */
export const SESSION_DESCRIPTIONS: ReadonlyMap<number, Description> = new Map<number, Description>([
  [0, ['Approved', NOTHING]],
  [1000, ['Canceled by the user on the terminal', AGAIN]],
  [1001, ['The terminal’s payment software is busy', AGAIN]],
  [1002, ['Stored transactions must be reversed first', TERMINAL]],
  [1003, ['The terminal timed out', AGAIN]],
  [1004, ['Declined by the terminal', OTHER]],
  [1006, ['Declined by the server: transactionEventId says why', OTHER]],
  [1007, ['Declined by the card', OTHER]],
  [1008, ['The transaction cannot be reversed', SUPPORT]],
  [1009, ['Wrong amount for a cancellation', INPUT]],
  [1010, ['Invalid card', OTHER]],
  [1011, ['No transaction found', INPUT]],
  [1012, ['The transaction does not exist', INPUT]],
  [1013, ['The ISV sale cannot be started', INPUT]],
  [1014, ['Refunds are disabled for this merchant', ENABLE]],
  [1016, ['Aborted', AGAIN]],
  [1017, ['Wrong amount for a capture', INPUT]],
  [1018, ['No parameters were found for this merchant', SUPPORT]],
  [1019, ['Another card is required', OTHER]],
  [1020, ['Insufficient funds', OTHER]],
  [1021, ['The transaction cannot be reversed', SUPPORT]],
  [1047, ['Invalid merchant', SUPPORT]],
  [1048, ['General error', LATER]],
  [1049, ['Invalid transaction', SUPPORT]],
  [1050, ['No action taken', LATER]],
  [1051, ['Enter the transaction again', AGAIN]],
  [1052, ['Format error', SUPPORT]],
  [1053, ['No credit account', OTHER]],
  [1054, ['Lost card', STOP]],
  [1055, ['Stolen card', STOP]],
  [1056, ['Closed account', OTHER]],
  [1057, ['Insufficient funds', OTHER]],
  [1058, ['No current account', OTHER]],
  [1059, ['No savings account', OTHER]],
  [1060, ['A problem with the card’s expiry date', OTHER]],
  [1061, ['PIN wrong or missing', AGAIN]],
  [1062, ['Not permitted to the cardholder', OTHER]],
  [1063, ['Not permitted on the terminal', ENABLE]],
  [1064, ['Amount limit exceeded', OTHER]],
  [1065, ['Restricted card', OTHER]],
  [1066, ['PIN tries exceeded', OTHER]],
  [1067, ['Card blocked or not active', OTHER]],
  [1068, ['PIN error', AGAIN]],
  [1069, ['Cryptographic failure', SUPPORT]],
  [1070, ['Issuer unavailable', LATER]],
  [1071, ['Not completed for legal reasons', OTHER]],
  [1072, ['System malfunction', LATER]],
  [1074, ['AADE: the amount differs', INPUT]],
  [1075, ['AADE: the signature check failed (terminal id)', INPUT]],
  [1076, ['AADE: the signature check failed (provider id)', INPUT]],
  [1077, ['AADE: the transaction’s details differ', INPUT]],
  [1079, ['AADE: the receipt expired', INPUT]],
  [1080, ['AADE: unexpected error', LATER]],
  [1081, ['AADE data was sent while AADE is off', INPUT]],
  [1082, ['Only AADE transactions are accepted while AADE is on', INPUT]],
  [1083, ['Required AADE parameters are missing', INPUT]],
  [1099, ['Generic transaction error', LATER]],
  [
    1100,
    [
      'The terminal is busy with another request',
      'Wait for the other request to end, or abort it, then start again.',
    ],
  ],
  [1101, ['The parameters of parentSessionId could not be read', INPUT]],
  [1102, ['The transaction expired', AGAIN]],
  [1110, ['Internal error of the transaction broker', LATER]],
  [1301, ['Strong customer authentication: insert the card', AGAIN]],
  [1302, ['Strong customer authentication: second tap', AGAIN]],
  [1303, ['Strong customer authentication: second tap repeated', AGAIN]],
  [2000, ['Location services are off', TERMINAL]],
  [3000, ['The terminal is not connected', TERMINAL]],
  [3001, ['Terminal connection error', LATER]],
  [3002, ['The terminal’s connection timed out', LATER]],
  [3099, ['Generic terminal error', LATER]],
  [3500, ['Device not found', 'Check the terminal ID. pos.devices.searchDevices lists your terminals.']],
  [4000, ['Network connection error', LATER]],
  [5000, ['The terminal has no MOTO capability', ENABLE]],
  [5001, ['The terminal cannot offer installments', ENABLE]],
  [5002, ['The terminal cannot pre-authorize', ENABLE]],
  [5003, ['The terminal has no QR capability', ENABLE]],
  [5004, ['The terminal has no cancellation capability', ENABLE]],
  [5005, ['The terminal has no tip capability', ENABLE]],
  [5006, ['The terminal has no sale capability', ENABLE]],
  [6000, ['Wrong request parameters', INPUT]],
  [6102, ['The ISV role is missing', ENABLE]],
  [6201, ['Store-and-forward accepts plain sales only', INPUT]],
  [7001, ['Store-and-forward: transaction limit', OTHER]],
  [7002, ['Store-and-forward: total limit', TERMINAL]],
  [7003, ['Store-and-forward: time limit', TERMINAL]],
  [7004, ['A Mastercard, Visa or AMEX card is required', OTHER]],
  [7005, ['Store-and-forward: transaction type not supported', INPUT]],
]);

/**
 * Results of a request to a terminal: `eventId` in the header of its response. The numbers differ from those of
 * sessions.
 *
 * @see contract/behaviour/pos.yaml enums.HeaderEventId
 */
export const REQUEST_DESCRIPTIONS: ReadonlyMap<number, Description> = new Map<number, Description>([
  [1100, ['Session created', NOTHING]],
  [1101, ['Session created', NOTHING]],
  [1102, ['Sessions returned', NOTHING]],
  [1103, ['Sessions returned', NOTHING]],
  [1104, ['The abort was accepted', READ]],
  [1106, ['Devices returned', NOTHING]],
  [1107, ['Token returned', NOTHING]],
  [1108, ['Session created', NOTHING]],
  [1200, ['The request was not valid', INPUT]],
  [1201, ['This session ID was already used', READ]],
  [1202, ['This session ID was already used', READ]],
  [1203, ['The parent session was not found', 'Check parentSessionId.']],
  [
    1204,
    ['The session is not finished yet', 'Wait until the session has ended (pos.session.waitForSession).'],
  ],
  [1205, ['The session was not found', 'Check the session ID. Right after the request, try again.']],
  [1206, ['Another cash register started the session', 'Abort it with the cash register that started it.']],
  [1207, ['The session was not found', 'Check the session ID. Right after the request, try again.']],
  [1208, ['An abort was already requested', READ]],
  [1212, ['This session ID was already used', READ]],
  [1213, ['The parent session was not found', 'Check parentSessionId.']],
  [1300, ['The data could not be saved', READ]],
  [1400, ['The server is busy', LATER]],
]);

/** Header IDs from this number on mean a rejection. Lower ones mean success. */
export const FIRST_REQUEST_REFUSAL = 1200;
