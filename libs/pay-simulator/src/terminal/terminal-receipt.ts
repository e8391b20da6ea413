import { formatAmount } from '../checkout/amount-text.js';
import { athensLocal } from '../domain/athens-time.js';
import { uidOf } from '../domain/signed-sale.js';
import type { TerminalRequestKind, TerminalSession } from '../domain/terminal-session.js';
import type { Transaction } from '../domain/transaction.js';

/** Characters in a line, as on paper of 58 mm. */
export const RECEIPT_WIDTH = 32;

const KINDS: Readonly<Record<TerminalRequestKind, string>> = {
  sale: 'ΑΓΟΡΑ',
  preauth: 'ΠΡΟΕΓΚΡΙΣΗ',
  capture: 'ΟΛΟΚΛΗΡΩΣΗ ΠΡΟΕΓΚΡΙΣΗΣ',
  refund: 'ΕΠΙΣΤΡΟΦΗ',
  'unreferenced-refund': 'ΕΠΙΣΤΡΟΦΗ',
  'fast-refund': 'ΕΠΙΣΤΡΟΦΗ',
  rebate: 'ΠΙΣΤΩΣΗ',
};

/**
 * Writes the Greek receipt of an approved session, line by line. Letters stay as they are: no case is changed, because capitals lose
 * their accents and a final sigma has one form of its own.
 */
export function receiptLines(
  session: TerminalSession,
  { authorizationId, createdAt }: Transaction,
  merchantName: string,
): readonly string[] {
  const { aade, aadeTransactionId, amount, card, currencyCode, customerTrns, kind, tipAmount } = session;
  const money = (minor: number): string => formatAmount(minor, currencyCode, 'el-GR');
  const [day = '', time = ''] = athensLocal(createdAt).split('T');
  const uid = uidOf(aade?.aadeProviderSignatureData ?? '');
  return [
    ...centered(merchantName),
    ...centered('ΑΠΟΔΕΙΞΗ ΚΑΡΤΑΣ'),
    '',
    ...pair(KINDS[kind], session.autonomous === true ? 'ΑΥΤΟΝΟΜΗ' : ''),
    ...(tipAmount > 0 ? [...pair('ΠΟΣΟ', money(amount)), ...pair('ΦΙΛΟΔΩΡΗΜΑ', money(tipAmount))] : []),
    ...pair('ΣΥΝΟΛΟ', money(amount + tipAmount)),
    ...(customerTrns === null ? [] : wrapped(customerTrns)),
    '',
    ...pair('ΗΜΕΡΟΜΗΝΙΑ', `${day.split('-').reverse().join('/')} ${time.slice(0, 5)}`),
    ...pair('ΤΕΡΜΑΤΙΚΟ', session.terminalId),
    ...(card ? pair(card.scheme, card.number.slice(-8)) : []),
    ...pair('ΕΓΚΡΙΣΗ', authorizationId ?? ''),
    ...(uid === undefined ? [] : ['UID', ...wrapped(uid)]),
    ...(aadeTransactionId === undefined ? [] : ['ΜΟΝΑΔΙΚΟΣ ΚΩΔΙΚΟΣ ΠΛΗΡΩΜΗΣ', aadeTransactionId]),
    '',
    ...centered('ΔΟΚΙΜΑΣΤΙΚΗ ΣΥΝΑΛΛΑΓΗ'),
  ];
}

/** Splits a text into lines, at blanks where it has some. One accented letter is one character. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.normalize('NFC').split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= RECEIPT_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(...(word.match(new RegExp(`.{1,${RECEIPT_WIDTH}}`, 'gu')) ?? []));
  }
  return lines;
}

function centered(text: string): readonly string[] {
  return wrapped(text).map((line) => ' '.repeat(Math.floor((RECEIPT_WIDTH - line.length) / 2)) + line);
}

/** Writes a name on the left and a value on the right, on two lines if they do not fit. */
function pair(name: string, value: string): readonly string[] {
  const gap = RECEIPT_WIDTH - name.length - value.length;
  return gap > 0
    ? [(name + ' '.repeat(gap) + value).trimEnd()]
    : [...wrapped(name), value.padStart(RECEIPT_WIDTH)];
}
