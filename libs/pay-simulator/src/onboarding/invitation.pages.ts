import {
  detailProblems,
  NO_DETAILS,
  type LegalDetails,
  type OnboardedAccount,
} from '../domain/onboarding.js';
import type { Onboardings } from '../domain/onboardings.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { INVITATION_PATH, invitationPath, type Invitations } from '../domain/invitations.js';
import { invitationPage, unknownInvitationPage } from './invitation.view.js';

const PATH = `${INVITATION_PATH}/{accountId}`;

interface InvitationServices {
  readonly invitations: Invitations;
}

type Respond = (account: OnboardedAccount, onboardings: Onboardings, request: PageRequest) => HttpReply;

/** Serves the invitation pages: the form for the invited account and the manual identity check. */
export function invitationPages(): readonly Page<InvitationServices>[] {
  const page = (method: 'GET' | 'POST', path: string, respond: Respond): Page<InvitationServices> => ({
    method,
    path,
    // The identity check is made by the developer, and not by the invited account.
    isPublic: path === PATH,
    respond: ({ invitations }, request) => {
      const accountId = request.path['accountId'] ?? '';
      const onboardings = invitations.findOnboardings(accountId);
      const account = onboardings?.find(accountId);
      return onboardings && account ? respond(account, onboardings, request) : unknownInvitationPage();
    },
  });
  return [
    page('GET', PATH, (account) => invitationPage(200, account)),
    page('POST', PATH, accept),
    page('POST', `${PATH}/approve`, verify(true)),
    page('POST', `${PATH}/refuse`, verify(false)),
  ];
}

const accept: Respond = (account, onboardings, { form }) => {
  const details = readDetails(form);
  const problems = Object.keys(detailProblems(details));
  // After a second submit, the page continues, because the invitation is already accepted.
  if (account.state === 'invited') {
    if (problems.length > 0) return invitationPage(400, account, { typed: details, problems });
    onboardings.accept(account.accountId, details);
  }
  return redirectReply(new URL(account.returnUrl).href);
};

const verify =
  (verified: boolean): Respond =>
  ({ accountId, state }, onboardings) => {
    if (state !== 'invited') onboardings.verify(accountId, verified);
    return redirectReply(invitationPath(accountId));
  };

function readDetails(form: URLSearchParams): LegalDetails {
  const entered = Object.keys(NO_DETAILS)
    .map((name) => [name, (form.get(name) ?? '').trim()] as const)
    .filter(([, value]) => value !== '');
  return { ...NO_DETAILS, ...Object.fromEntries(entered) };
}
