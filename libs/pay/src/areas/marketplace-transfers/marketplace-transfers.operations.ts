import { defineOperation } from '../define-operation.js';
import { SendFundsOptions, TransferReversalOptions } from './marketplace-transfers.options.generated.js';

export const SEND_FUNDS = defineOperation('transfers.sendFunds', {
  outcomeLookup: {
    nothing: 'The service cannot list a marketplace’s transfers. It sends event 8448 for each one.',
  },
  options: { dto: SendFundsOptions },
});

export const CREATE_TRANSFER_REVERSAL = defineOperation('transfers.createTransferReversal', {
  outcomeLookup: {
    nothing: 'The service cannot list a marketplace’s transfers. It sends event 8448 for each one.',
  },
  options: { dto: TransferReversalOptions },
});
