import { checkoutReply } from '../checkout/checkout-frame.view.js';
import { endPanel } from '../checkout/end-page.view.js';
import { formField, formNotice, problemLinks } from '../checkout/form-field.view.js';
import {
  MAX_DETAIL_LENGTH,
  NO_DETAILS,
  type LegalDetails,
  type OnboardedAccount,
} from '../domain/onboarding.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { invitationPath } from '../domain/invitations.js';

/** What was entered, and the names of the fields that are invalid. */
interface Entered {
  readonly typed: LegalDetails;
  readonly problems: readonly string[];
}

const TOO_LONG = `Use at most ${MAX_DETAIL_LENGTH} characters`;
/** Fields of the form, with the message for an invalid value. */
const FIELDS: readonly (readonly [
  name: keyof LegalDetails,
  label: string,
  autocomplete: string,
  problem: string,
])[] = [
  ['legalName', 'Legal name', 'organization', 'Enter the legal name of your business'],
  ['email', 'Email', 'email', 'Enter an email address'],
  ['taxNumber', 'Tax number', 'off', TOO_LONG],
  ['vatNumber', 'VAT number', 'off', TOO_LONG],
  ['registrationNumber', 'Registration number', 'off', TOO_LONG],
];
const REQUIRED: ReadonlySet<string> = new Set(['legalName', 'email']);

/** What the page says after the invitation was accepted, with its look and its sign. */
const ENDS = {
  connected: [
    ...['', '…', 'Your details are being checked'],
    'You are connected. You can accept payments after your identity has been checked.',
  ],
  verified: ['paid', '✓', 'You are verified', 'Your identity has been checked.'],
  refused: [
    ...['', '!', 'Your identity could not be verified'],
    'You are connected, but cannot accept payments.',
  ],
} as const;

/** Renders the form of an invitation, or the state of the identity check after the invitation was accepted. */
export function invitationPage(status: number, account: OnboardedAccount, entered?: Entered): HttpReply {
  const { branding, state } = account;
  const title = state === 'invited' ? 'Accept your invitation' : ENDS[state][2];
  return checkoutReply(status, {
    language: 'en-GB',
    color: hexDigits(branding?.primaryColor ?? ''),
    title,
    merchantName: branding?.partnerName ?? 'Your partner',
    hasFields: state === 'invited',
    content:
      state === 'invited'
        ? acceptForm(account, title, entered)
        : html`${ended(account, ENDS[state])}${checkForms(account)}`,
  });
}

/** Renders the page for an unknown invitation. */
export function unknownInvitationPage(): HttpReply {
  const title = 'Unknown invitation';
  const content = endPanel('', '?', title, 'Ask your partner for a new link.');
  return checkoutReply(404, { language: 'en-GB', title, content });
}

function acceptForm(
  { accountId, email, known, returnUrl }: OnboardedAccount,
  title: string,
  { typed = { ...NO_DETAILS, email, ...known }, problems = [] }: Partial<Entered> = {},
): Html {
  const invalid = FIELDS.filter(([name]) => problems.includes(name));
  const links = problemLinks(invalid.map(([name, , , problem]) => [name, problem]));
  return html`<section class="panel">
<h1>${title}</h1>
<p class="note">Enter your details to accept payments.</p>
${problems.length > 0 && formNotice('Please correct your details', links)}
<form method="post" action="${invitationPath(accountId)}" novalidate>
${FIELDS.map((field) => detailField(field, typed[field[0]], problems))}
<button class="primary">Accept and continue</button>
</form>
<a class="button quiet plain" href="${returnUrl}">Not now</a>
</section>`;
}

function detailField(
  [name, label, autocomplete, problem]: (typeof FIELDS)[number],
  value: string | null,
  problems: readonly string[],
): Html {
  const isRequired = REQUIRED.has(name);
  return formField({
    name,
    label,
    hint: isRequired ? undefined : 'Optional',
    problem: problems.includes(name) ? problem : undefined,
    control: (attributes) =>
      html`<input ${attributes} type="${name === 'email' ? 'email' : 'text'}" value="${value}" autocomplete="${autocomplete}" maxlength="${MAX_DETAIL_LENGTH}"${isRequired && html` required`}>`,
  });
}

function ended(
  { details, returnUrl }: OnboardedAccount,
  [look, sign, title, text]: (typeof ENDS)[keyof typeof ENDS],
): Html {
  const named = details === null ? text : `${details.legalName}. ${text}`;
  return endPanel(look, sign, title, named, html`<a class="button primary" href="${returnUrl}">Continue</a>`);
}

/** The identity check is manual: buttons approve or refuse the account. */
function checkForms({ accountId, state }: OnboardedAccount): Html {
  const form = (verb: string, text: string): Html =>
    html`<form method="post" action="${invitationPath(accountId)}/${verb}"><button>${text}</button></form>`;
  return html`<section class="tests check" aria-labelledby="check-title">
<h2 id="check-title">Simulator: complete the identity check</h2>
${state !== 'verified' && form('approve', 'Approve')}
${state !== 'refused' && form('refuse', 'Refuse')}
</section>`;
}

/** Normalizes a color to six hexadecimal digits. */
function hexDigits(color: string): string {
  const digits = color.replace('#', '');
  return /^[\da-f]{3}$/i.test(digits) ? digits.replace(/./g, '$&$&') : digits.slice(0, 6);
}
