import { defineOperation } from '../../core/operation/operation.js';
import { SendFundsOptions, TransferReversalOptions } from './marketplace-transfers.types.js';
import type { TransferAnswer } from './marketplace-transfers.types.js';

export const SEND_FUNDS = defineOperation<TransferAnswer>()({
  id: 'transfers.sendFunds',
  method: 'POST',
  host: 'api',
  path: '/platforms/v1/transfers',
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service cannot list a marketplace’s transfers. It sends event 8448 for each one.',
  },
  options: { dto: SendFundsOptions, in: 'json' },
  answer: { kind: 'json', required: ['transferId'], members: { types: { transferId: 'text' } } },
});

export const CREATE_TRANSFER_REVERSAL = defineOperation<TransferAnswer>()({
  id: 'transfers.createTransferReversal',
  method: 'POST',
  host: 'api',
  path: '/platforms/v1/transfers/{transferId}:reverse',
  parameters: { transferId: 'uuid' },
  auth: 'oauth',
  retry: 'unsafe',
  outcomeLookup: {
    nothing: 'The service cannot list a marketplace’s transfers. It sends event 8448 for each one.',
  },
  options: { dto: TransferReversalOptions, in: 'json' },
  answer: { kind: 'json', required: ['transferId'], members: { types: { transferId: 'text' } } },
});
