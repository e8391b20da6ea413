import { checkoutReply } from '../checkout/checkout-frame.view.js';
import { formField } from '../checkout/form-field.view.js';
import {
  MAX_DETAIL_LENGTH,
  NO_DETAILS,
  type LegalDetails,
  type OnboardedAccount,
  type OnboardingState,
} from '../domain/onboarding.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { invitationPath } from '../domain/invitations.js';

/** Content of an invitation page. */
interface InvitationModel {
  readonly account: OnboardedAccount;
  /** Values entered so far. */
  readonly typed?: LegalDetails;
  /** Names of invalid fields. */
  readonly problems?: readonly string[];
}

interface Field {
  readonly name: keyof LegalDetails;
  readonly label: string;
  readonly autocomplete: string;
  readonly isOptional?: boolean;
  readonly problem: string;
}

const TOO_LONG = `Use at most ${MAX_DETAIL_LENGTH} characters`;
const FIELDS: readonly Field[] = [
  {
    name: 'legalName',
    label: 'Legal name',
    autocomplete: 'organization',
    problem: 'Enter the legal name of your business',
  },
  { name: 'email', label: 'E-mail', autocomplete: 'email', problem: 'Enter an e-mail address' },
  { name: 'taxNumber', label: 'Tax number', autocomplete: 'off', isOptional: true, problem: TOO_LONG },
  { name: 'vatNumber', label: 'VAT number', autocomplete: 'off', isOptional: true, problem: TOO_LONG },
  {
    name: 'registrationNumber',
    label: 'Registration number',
    autocomplete: 'off',
    isOptional: true,
    problem: TOO_LONG,
  },
];

const ENDS: Readonly<
  Record<Exclude<OnboardingState, 'invited'>, { mark: string; title: string; text: string }>
> = {
  connected: {
    mark: '…',
    title: 'Your details are being checked',
    text: 'You are connected. You can accept payments after your identity has been checked.',
  },
  verified: { mark: '✓', title: 'You are verified', text: 'Your identity has been checked.' },
  refused: {
    mark: '!',
    title: 'Your identity could not be verified',
    text: 'You are connected, but cannot accept payments.',
  },
};

/** Renders the form of an invitation, or the state of the identity check after the invitation was accepted. */
export function invitationPage(status: number, model: InvitationModel): HttpReply {
  const { account } = model;
  const title = account.state === 'invited' ? 'Accept your invitation' : ENDS[account.state].title;
  return checkoutReply(status, {
    language: 'en-GB',
    color: hexDigits(account.branding?.primaryColor ?? null),
    title,
    merchantName: account.branding?.partnerName ?? 'Your partner',
    layout: 'single',
    hasFields: account.state === 'invited',
    content:
      account.state === 'invited'
        ? acceptForm(model, title)
        : html`${ended(account, ENDS[account.state])}${checkForms(account)}`,
  });
}

/** Renders the page for an unknown invitation. */
export function unknownInvitationPage(): HttpReply {
  return checkoutReply(404, {
    language: 'en-GB',
    color: null,
    title: 'Unknown invitation',
    merchantName: null,
    layout: 'single',
    content: html`<section class="panel end">
<div class="mark" aria-hidden="true">?</div>
<h1>Unknown invitation</h1>
<p>Ask your partner for a new link.</p>
</section>`,
  });
}

function acceptForm({ account, typed, problems = [] }: InvitationModel, title: string): Html {
  const { accountId, email, known, returnUrl } = account;
  const values = typed ?? { ...NO_DETAILS, email, ...known };
  return html`<section class="panel">
<h1>${title}</h1>
<p class="note">Enter your details to accept payments.</p>
${problems.length > 0 && problemList(problems)}
<form method="post" action="${invitationPath(accountId)}" novalidate>
${FIELDS.map((field) => detailField(field, values[field.name], problems))}
<button class="primary">Accept and continue</button>
</form>
<a class="button quiet plain" href="${returnUrl}">Not now</a>
</section>`;
}

function problemList(problems: readonly string[]): Html {
  const wrong = FIELDS.filter(({ name }) => problems.includes(name));
  return html`<div class="notice" role="alert" tabindex="-1" autofocus>
<h2>Please correct your details</h2>
<ul>${wrong.map(({ name, problem }) => html`<li><a href="#${name}">${problem}</a></li>`)}</ul>
</div>`;
}

function detailField(
  { name, label, autocomplete, isOptional = false, problem }: Field,
  value: string | null,
  problems: readonly string[],
): Html {
  return formField({
    name,
    label,
    ...(isOptional && { hint: 'Optional' }),
    ...(problems.includes(name) && { problem }),
    control: (attributes) =>
      html`<input ${attributes} type="${name === 'email' ? 'email' : 'text'}" value="${value}" autocomplete="${autocomplete}" maxlength="${MAX_DETAIL_LENGTH}"${!isOptional && html` required`}>`,
  });
}

function ended(
  { state, details, returnUrl }: OnboardedAccount,
  { mark, title, text }: { mark: string; title: string; text: string },
): Html {
  return html`<section class="panel end${state === 'verified' && ' paid'}">
<div class="mark" aria-hidden="true">${mark}</div>
<h1>${title}</h1>
<p>${details !== null && html`${details.legalName}. `}${text}</p>
<a class="button primary" href="${returnUrl}">Continue</a>
</section>`;
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
function hexDigits(color: string | null): string | null {
  const digits = (color ?? '').replace('#', '');
  return /^[\da-f]{3}$/i.test(digits) ? digits.replace(/./g, '$&$&') : digits.slice(0, 6) || null;
}
