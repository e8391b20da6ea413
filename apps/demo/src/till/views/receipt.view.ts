import type { PayFiscalSale } from 'nestjs-pay/fiscal';
import { encode } from 'uqr';
import { html, type Html } from '../../html.js';
import { money } from '../../views/money.js';
import { code, factList, statusLabel, type Status } from '../../views/parts.js';

/** Quiet zone around a QR code, in modules. */
const QUIET = 4;

const STATES: Readonly<Record<PayFiscalSale['state'], Pick<Status, 'label' | 'tone'>>> = {
  reserved: { label: 'Not signed yet', tone: 'waiting' },
  signed: { label: 'Signed', tone: 'waiting' },
  paid: { label: 'Not reported yet', tone: 'bad' },
  reported: { label: 'Reported', tone: 'good' },
  'not-paid': { label: 'Not paid', tone: 'neutral' },
  'needs-a-person': { label: 'To be checked', tone: 'bad' },
};

const NAMES: Readonly<Record<string, string>> = {
  '11.1': 'Απόδειξη λιανικής πώλησης',
  '11.4': 'Πιστωτικό στοιχείο λιανικής',
};

/** Shows the receipt of a sale, or the credit note of a refund. */
export function receiptCard(sale: PayFiscalSale): Html {
  const { document, signature, state, report, message, aadeTransactionId, tip } = sale;
  const isSale = document?.type === '11.1';
  return html`<section class="card">
    <h2>${isSale ? 'Receipt' : 'Credit note'} ${statusLabel(STATES[state])}</h2>
    ${state === 'paid' && message !== null ? html`<p class="problem">${message}</p>` : null}
    ${report?.url === undefined ? null : qrCode(report.url)}
    ${factList([
      ['Document', document && documentName(document)],
      ['Issued on', document?.issuedOn ?? null],
      ['Net', document && money(document.net)],
      ['VAT 24 %', document && money(document.vat)],
      ['Total', document && money(document.gross)],
      ['Tip', tip === 0 ? null : money(tip)],
      ['UID', document && code(document.uid)],
      ['MARK', report?.mark ?? null],
      ['Payment ID (AADE)', aadeTransactionId],
      ['Signed text', signature && code(signature.text)],
      ['Signature', signature && code(signature.signature)],
    ])}
  </section>`;
}

/** Returns the name of a document as the tax authority writes it, with its number. */
const documentName = ({ type, series, number }: NonNullable<PayFiscalSale['document']>): Html =>
  html`<span lang="el">${NAMES[type] ?? ''}</span> ${type} ${series} ${number}`;

/** Draws a QR code with a quiet zone, dark on light in every color scheme. */
function qrCode(text: string): Html {
  const { data, size } = encode(text, { border: QUIET });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return html`<p>
    <svg role="img" aria-label="QR code of the receipt" viewBox="0 0 ${size} ${size}" width="180" height="180" shape-rendering="crispEdges">
      <path fill="#fff" d="M0 0h${size}v${size}H0z" />
      <path fill="#000" d="${path}" />
    </svg>
  </p>`;
}
