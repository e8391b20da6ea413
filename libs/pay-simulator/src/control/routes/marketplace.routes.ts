import type { OnboardedAccount } from '../../domain/onboarding.js';
import type { Payouts } from '../../domain/payouts.js';
import type { SellerOptions } from '../../domain/sellers.js';
import type { Services } from '../../wiring/services.js';
import { bodyAs, parameter, routesOf } from '../control-route.js';
import * as schema from '../control-schemas.js';
import { INVITATION, invitationOf, UNKNOWN_ACCOUNT } from './invitations.js';

/** Routes of the sellers and transfers of the marketplace. */
export const MARKETPLACE_ROUTES = routesOf('Marketplace', {
  listSellers: {
    endpoint: 'GET /sellers',
    summary: 'Lists the sellers with their balances and payouts.',
    calls: ['sellers.list'],
    run: ({ sellers }) => sellers.list().map(({ accountId }) => sellerView(sellers, accountId)),
  },
  connectSeller: {
    endpoint: 'POST /sellers',
    summary: 'Connects a seller without the onboarding page.',
    calls: ['sellers.connect'],
    body: schema.input({
      accountId: schema.id('ID of an invitation. Default: a new one.'),
      email: schema.id('E-mail address.'),
      legalName: schema.id('Legal name.'),
      verified: schema.flag('Whether the seller passes the identity check. Default: true.'),
      payouts: schema.input(schema.PAYOUTS),
    }),
    example: { legalName: 'Naxos Tours' },
    run: ({ sellers }, request) =>
      sellerView(sellers, sellers.connect(bodyAs<SellerOptions>(request)).accountId),
  },
  inviteSeller: {
    endpoint: 'POST /marketplace/invitations',
    summary: 'Invites a seller in the name of the marketplace.',
    calls: ['sellers.invite'],
    body: schema.input(INVITATION, ['email']),
    example: { email: 'seller@example.com' },
    run: ({ sellers }, request) => sellers.invite(invitationOf(request)),
  },
  getSeller: {
    endpoint: 'GET /sellers/{accountId}',
    summary: 'Returns a seller with its wallet, balance and payouts.',
    calls: ['get', 'payoutsOf', 'walletOf', 'balance'].map((name) => `sellers.${name}`),
    errors: UNKNOWN_ACCOUNT,
    run: ({ sellers }, request) => sellerView(sellers, parameter(request, 'accountId')),
  },
  setSellerPayouts: {
    endpoint: 'POST /sellers/{accountId}/payouts',
    summary: 'Changes the automatic payouts of a seller.',
    calls: ['sellers.changePayouts'],
    body: schema.input(schema.PAYOUTS),
    example: {
      interval: 1,
      bankAccount: {
        iban: 'GR1601101250000000012300695',
        friendlyName: null,
        beneficiaryName: 'Naxos Tours',
        branchCode: null,
        accountNumber: null,
        countryCode: null,
      },
    },
    errors: { ...UNKNOWN_ACCOUNT, 409: 'A setting is missing or invalid.' },
    run: ({ sellers }, request) => {
      const accountId = parameter(request, 'accountId');
      sellers.changePayouts(accountId, bodyAs<Partial<Payouts>>(request));
      return sellerView(sellers, accountId);
    },
  },
  listTransfers: {
    endpoint: 'GET /transfers',
    summary: 'Lists the transfers between marketplace and sellers, and their reversals.',
    calls: ['transfers.list', 'transfers.ofPayment'],
    run: ({ transfers }) => transfers.list(),
  },
  getTransfer: {
    endpoint: 'GET /transfers/{transferId}',
    summary: 'Returns a transfer.',
    calls: ['transfers.get'],
    errors: { 404: 'The transfer is unknown.' },
    run: ({ transfers }, request) => transfers.get(parameter(request, 'transferId')),
  },
  sendFunds: {
    endpoint: 'POST /transfers',
    summary: 'Sends funds to a seller, or when the payment clears.',
    calls: ['transfers.send'],
    body: schema.input(
      {
        accountId: schema.id('Seller.'),
        amount: schema.amount('Amount', 1),
        description: schema.text('Description.'),
        paymentId: schema.nullable(schema.id('Payment that funds the transfer.')),
      },
      ['accountId', 'amount'],
    ),
    example: { accountId: '5d7a7e50-0000-4000-8000-000000000009', amount: 500 },
    errors: { 404: 'The seller or payment is unknown.', 409: 'The service would reject the transfer.' },
    run: ({ transfers }, request) =>
      transfers.send({
        description: 'Transfer to seller',
        paymentId: null,
        ...bodyAs<{ accountId: string; amount: number }>(request),
      }),
  },
  reverseTransfer: {
    endpoint: 'POST /transfers/{transferId}/reverse',
    summary: 'Reverses a transfer in full or in part.',
    calls: ['transfers.reverse'],
    body: schema.input({ amount: schema.amount('Amount. Default: the remaining amount', 1) }),
    example: { amount: 500 },
    errors: { 404: 'The transfer is unknown.', 409: 'The service would reject the reversal.' },
    run: ({ transfers }, request) =>
      transfers.reverse(parameter(request, 'transferId'), bodyAs<{ amount?: number }>(request).amount),
  },
});

/** An account with its wallet, balance and payouts. */
interface SellerView {
  readonly account: OnboardedAccount;
  /** ID of the wallet. Null until the invitation is accepted. */
  readonly walletId: string | null;
  /** Available balance. */
  readonly available: bigint | null;
  /** Automatic payouts. */
  readonly payouts: Payouts | null;
}

function sellerView(sellers: Services['sellers'], accountId: string): SellerView {
  const account = sellers.get(accountId);
  const wallet = account.person === null ? undefined : sellers.walletOf(accountId);
  return {
    account,
    walletId: wallet?.id ?? null,
    available: wallet ? sellers.balance(accountId).available : null,
    payouts: sellers.payoutsOf(accountId) ?? null,
  };
}
