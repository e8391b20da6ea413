import type { ReservationOutcome } from '../reservations/reservations.service.js';
import { messageView } from './message.view.js';
import type { PageView } from './layout.js';
import { money } from './money.js';

/** What a customer is told who comes back from the payment page of a reservation. */
export function reservationOutcomeView(outcome: ReservationOutcome): PageView {
  switch (outcome.kind) {
    case 'held': {
      const { amount, purpose } = outcome.reservation;
      return messageView({
        title: 'The amount is held',
        text: `${money(amount)} is held on your card for “${purpose}”. Nothing was taken. We take what is due, all or a part of it, and release the rest.`,
      });
    }
    case 'failed':
      return messageView({
        title: 'Nothing is held',
        text: 'No amount is held on your card by this attempt, and nothing was taken. To try again, open the link that we sent you.',
      });
    case 'over':
      return messageView({
        title: 'The amount is no longer held',
        text: 'What was due was taken, if anything was, and the rest was released. Please ask us if you would like to know more.',
      });
    case 'unknown':
      return messageView({
        title: 'Back from the payment page',
        text: 'We cannot see from here whether the amount is held. Please ask us before you try again.',
      });
  }
}
