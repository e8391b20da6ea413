import type { OnboardedAccount, OnboardingState } from '../domain/onboarding.js';
import { html, type Html } from '../http/html.js';
import { invitationPath } from '../domain/invitations.js';
import {
  actionButton,
  chip,
  copyableId,
  listView,
  shortMoment,
  type ChipLook,
  type Section,
} from './console-parts.view.js';
import type { ConsoleModel } from './console.model.js';
import { listPage } from './list-page.js';

const LOOK: Readonly<Record<OnboardingState, ChipLook>> = {
  invited: 'wait',
  connected: 'wait',
  verified: 'good',
  refused: 'bad',
};

/** Renders the accounts invited by an ISV or a marketplace, with links to their invitations and the identity check. */
export function accountsSection({ query, read }: ConsoleModel): Section {
  return {
    live: listView('accounts', 'Invited accounts', listPage(read('listAccounts'), query), {
      empty: 'No invitations yet. An ISV invites merchants; a marketplace invites sellers.',
      columns: {
        'Invited (UTC)': ({ invitedAt }) => shortMoment(invitedAt),
        Name: nameOf,
        State: ({ state }) => chip(state, LOOK[state]),
        Payments: ({ acquiringEnabled }) => (acquiringEnabled ? 'Accepted' : 'Not accepted'),
        'Invited by': ({ branding }) => branding?.partnerName ?? '–',
        Account: ({ accountId }) => copyableId('account ID', accountId, invitationPath(accountId)),
        'Merchant ID': ({ person }) => (person ? copyableId('merchant ID', person.personId) : '–'),
        Actions: checkButtons,
      },
    }),
  };
}

function nameOf({ details, known, email }: OnboardedAccount): string {
  return details?.legalName || known?.legalName || email;
}

function checkButtons(account: OnboardedAccount): Html {
  const { accountId, state } = account;
  if (state === 'invited') return html`<a href="${invitationPath(accountId)}">Open the invitation</a>`;
  const button = (verb: string, text: string): Html =>
    actionButton(`/accounts/${accountId}/${verb}`, text, { label: `${text} ${nameOf(account)}` });
  return html`<span class="buttons">${state !== 'verified' && button('approve', 'Approve')}${state !== 'refused' && button('refuse', 'Refuse')}</span>`;
}
