import type { OnboardedAccount, OnboardingState } from '../domain/onboarding.js';
import { html, type Html } from '../http/html.js';
import { invitationPath } from '../onboarding/invitations.js';
import { actionButton, chip, moment, section, type ChipLook } from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';

const LOOK: Readonly<Record<OnboardingState, ChipLook>> = {
  invited: 'wait',
  connected: 'wait',
  verified: 'good',
  refused: 'bad',
};

/** Renders the invited accounts, with links to their invitations and the identity check. */
export function accountsView({ accounts }: ConsoleModel): Html {
  return section<OnboardedAccount>('accounts', 'Invited accounts', accounts, {
    empty: 'No invitations yet. An ISV invites merchants; a marketplace invites sellers.',
    columns: {
      Account: ({ accountId }) => html`<a class="code" href="${invitationPath(accountId)}">${accountId}</a>`,
      'Invited by': ({ branding }) => branding?.partnerName ?? '–',
      Name: nameOf,
      State: ({ state }) => chip(state, LOOK[state]),
      Payments: ({ acquiringEnabled }) => (acquiringEnabled ? 'yes' : 'no'),
      'Merchant ID': ({ person }) => html`<span class="code">${person?.personId ?? '–'}</span>`,
      Invited: ({ invitedAt }) => html`<span class="dim">${moment(invitedAt)}</span>`,
      Action: checkButtons,
    },
  });
}

function nameOf({ details, known, email }: OnboardedAccount): string {
  return [details?.legalName, known?.legalName].find((name) => name !== undefined && name !== '') ?? email;
}

function checkButtons(account: OnboardedAccount): Html {
  const { accountId, state } = account;
  if (state === 'invited') return html`<a href="${invitationPath(accountId)}">Open the invitation</a>`;
  const button = (verb: string, text: string): Html =>
    actionButton(`/accounts/${accountId}/${verb}`, text, { label: `${text} ${nameOf(account)}` });
  return html`${state !== 'verified' && button('approve', 'Approve')}${state !== 'refused' && button('refuse', 'Refuse')}`;
}
