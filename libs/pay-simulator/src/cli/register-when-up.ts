import { WebhookNotVerified, type WebhookRegistration, type Webhooks } from '../deliveries/webhooks.js';

/**
 * Registers a receiver and retries until its URL is verified. Prints each new reason for a failure once.
 *
 * @throws RangeError if a member of the registration is invalid. The message names the member.
 */
export async function registerWhenUp(
  webhooks: Pick<Webhooks, 'register'>,
  registration: WebhookRegistration,
  { wait, print }: { readonly wait: () => Promise<void>; readonly print: (line: string) => void },
): Promise<void> {
  const { url } = registration;
  for (let lastMessage = ''; ; await wait()) {
    try {
      await webhooks.register(registration);
      print(`Webhook    ${url}`);
      return;
    } catch (error) {
      if (!(error instanceof WebhookNotVerified)) throw error;
      if (error.message !== lastMessage) print(`Webhook    waiting for ${url}: ${error.message}`);
      lastMessage = error.message;
    }
  }
}
