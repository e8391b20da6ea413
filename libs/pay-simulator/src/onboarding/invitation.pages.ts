import { detailProblems, type LegalDetails, type OnboardedAccount } from '../domain/onboarding.js';
import type { Onboardings } from '../domain/onboardings.js';
import { redirectReply, type Page, type PageRequest } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';
import { INVITATION_PATH, invitationPath, type Invitations } from '../domain/invitations.js';
import { invitationPage, unknownInvitationPage } from './invitation.view.js';

const PATH = `${INVITATION_PATH}/{accountId}`;

interface InvitationServices {
  readonly invitations: Invitations;
}

/** Serves the invitation pages: the form for the invited account and the manual identity check. */
export function invitationPages(): readonly Page<InvitationServices>[] {
  const whenKnown =
    (respond: (account: OnboardedAccount, onboardings: Onboardings, request: PageRequest) => HttpReply) =>
    ({ invitations }: InvitationServices, request: PageRequest): HttpReply => {
      const accountId = request.path.accountId ?? '';
      const onboardings = invitations.findOnboardings(accountId);
      const account = onboardings?.find(accountId);
      return onboardings && account ? respond(account, onboardings, request) : unknownInvitationPage();
    };

  const accept = whenKnown((account, onboardings, { form }) => {
    // After a second submit, the page continues, because the invitation is already accepted.
    if (account.state !== 'invited') return redirectReply(new URL(account.returnUrl).href);
    const details = readDetails(form);
    const problems = detailProblems(details);
    if (Object.keys(problems).length > 0)
      return invitationPage(400, { account, typed: details, problems: Object.keys(problems) });
    onboardings.accept(account.accountId, details);
    return redirectReply(new URL(account.returnUrl).href);
  });

  const verify = (verified: boolean): Page<InvitationServices>['respond'] =>
    whenKnown((account, onboardings) => {
      if (account.state !== 'invited') onboardings.verify(account.accountId, verified);
      return redirectReply(invitationPath(account.accountId));
    });

  return [
    {
      method: 'GET',
      path: PATH,
      isPublic: true,
      respond: whenKnown((account) => invitationPage(200, { account })),
    },
    { method: 'POST', path: PATH, isPublic: true, respond: accept },
    { method: 'POST', path: `${PATH}/approve`, respond: verify(true) },
    { method: 'POST', path: `${PATH}/refuse`, respond: verify(false) },
  ];
}

function readDetails(form: URLSearchParams): LegalDetails {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  return {
    legalName: text('legalName'),
    email: text('email'),
    taxNumber: text('taxNumber') || null,
    vatNumber: text('vatNumber') || null,
    registrationNumber: text('registrationNumber') || null,
  };
}
