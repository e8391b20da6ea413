import { defineOperation } from '../define-operation.js';
import { SendFundsOptions, TransferReversalOptions } from './marketplace-transfers.types.js';
import type { TransferAnswer } from './marketplace-transfers.types.js';

export const SEND_FUNDS = defineOperation<TransferAnswer>()('transfers.sendFunds', {
  outcomeLookup: {
    nothing: 'The service cannot list a marketplace’s transfers. It sends event 8448 for each one.',
  },
  options: { dto: SendFundsOptions },
  answer: { kind: 'json', required: ['transferId'], members: { types: { transferId: 'text' } } },
});

export const CREATE_TRANSFER_REVERSAL = defineOperation<TransferAnswer>()(
  'transfers.createTransferReversal',
  {
    outcomeLookup: {
      nothing: 'The service cannot list a marketplace’s transfers. It sends event 8448 for each one.',
    },
    options: { dto: TransferReversalOptions },
    answer: { kind: 'json', required: ['transferId'], members: { types: { transferId: 'text' } } },
  },
);
