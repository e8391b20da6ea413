import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookNotVerified, type WebhookRegistration, type Webhooks } from './webhooks.js';

type Registrar = Pick<Webhooks, 'register'>;

/** Limit for {@link tryAwaitedReceivers}, in real milliseconds. */
const MAX_WAIT_MS = 1000;
/** Registers a receiver, unless an earlier attempt did. */
type Attempt = () => Promise<boolean>;

/** A receiver that is not registered yet. */
export interface AwaitedReceiver {
  /** Address of the receiver. */
  readonly url: string;
  /** Why its last verification failed, or null before the first one has ended. */
  readonly problem: string | null;
}

const ATTEMPTS = new WeakMap<Registrar, Map<Attempt, AwaitedReceiver>>();

/** Lists the receivers that are registered once their addresses are verified. */
export const awaitedReceivers = (webhooks: Registrar): readonly AwaitedReceiver[] => [
  ...(ATTEMPTS.get(webhooks)?.values() ?? []),
];

/**
 * Registers a receiver and retries until its URL is verified. Prints each new reason for a failure once.
 *
 * @throws RangeError if a member of the registration is invalid. The message names the member.
 */
export async function registerWhenUp(
  webhooks: Registrar,
  registration: WebhookRegistration,
  { wait, print }: { readonly wait: () => Promise<void>; readonly print: (line: string) => void },
): Promise<void> {
  const { url } = registration;
  let lastMessage = '';
  // Each attempt waits for the one before it, because two at a time would register the receiver twice.
  let isRegistered = Promise.resolve(false);
  const register = async (): Promise<boolean> => {
    try {
      await webhooks.register(registration);
      print(`Webhook    ${url}`);
      return true;
    } catch (error) {
      if (!(error instanceof WebhookNotVerified)) throw error;
      if (error.message !== lastMessage) print(`Webhook    waiting for ${url}: ${error.message}`);
      lastMessage = error.message;
      attempts.set(attempt, { url, problem: error.message });
      return false;
    }
  };
  const attempt: Attempt = () => (isRegistered = isRegistered.then((isDone) => isDone || register()));
  const attempts = ATTEMPTS.get(webhooks) ?? new Map<Attempt, AwaitedReceiver>();
  ATTEMPTS.set(webhooks, attempts.set(attempt, { url, problem: null }));
  try {
    while (!(await attempt())) await wait();
  } finally {
    attempts.delete(attempt);
  }
}

/** Tries again to register the awaited receivers. One that listens since the last attempt would lose the next events. */
export async function tryAwaitedReceivers(webhooks: Registrar): Promise<void> {
  const attempts = [...(ATTEMPTS.get(webhooks)?.keys() ?? [])];
  if (attempts.length === 0) return;
  await Promise.race([
    Promise.allSettled(attempts.map((attempt) => attempt())),
    // A receiver in the thread that waits for the control API can respond only afterwards.
    sleep(MAX_WAIT_MS, undefined, { ref: false }),
  ]);
}
