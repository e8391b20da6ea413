import type { FactoryProvider } from '@nestjs/common';
import { systemClock } from '../../../core/values/clock.js';
import type { PayModuleOptions } from '../../options/pay.options.js';
import { PAY_OPTIONS } from '../../pay.module-tokens.js';
import { PAY_INBOX } from '../webhook.tokens.js';
import { InlineInbox } from './inline-inbox.js';
import type { PayInbox } from '../../../inbox/pay-inbox.js';

const DEFAULT_REPEAT_WAIT_MS = 10_000;

/** Each PayModule has an inbox: the option `webhooks.inbox`, or one of its own in memory. */
export const inboxProvider: FactoryProvider<PayInbox> = {
  provide: PAY_INBOX,
  useFactory: ({ webhooks }: PayModuleOptions) =>
    webhooks?.inbox ?? new InlineInbox(systemClock, webhooks?.repeatWaitMs ?? DEFAULT_REPEAT_WAIT_MS),
  inject: [PAY_OPTIONS],
};
