import type { ReservationOutcome } from '../reservations/reservations.service.js';
import type { PageView } from './layout.js';
import { messageView } from './message.view.js';
import { money } from './money.js';

/** Shows the outcome of a reservation to a customer who comes back from the payment page. */
export function reservationOutcomeView(outcome: ReservationOutcome): PageView {
  switch (outcome.kind) {
    case 'held': {
      const { amount, purpose } = outcome.reservation;
      return messageView({
        title: 'The amount is held',
        text: `${money(amount)} is held on your card for “${purpose}”. Nothing was charged. We charge the amount that is due, and release the rest.`,
      });
    }
    case 'failed':
      return messageView({
        title: 'Nothing is held',
        text: 'This attempt holds no amount on your card, and nothing was charged. To try again, open the link that we sent you.',
      });
    case 'over':
      return messageView({
        title: 'The amount is no longer held',
        text: 'The amount that was due was charged, if any, and the rest was released. Please ask us for details.',
      });
    case 'unknown':
      return messageView({
        title: 'Back from the payment page',
        text: 'We cannot see yet whether the amount is held. Please ask us before you try again.',
      });
  }
}
