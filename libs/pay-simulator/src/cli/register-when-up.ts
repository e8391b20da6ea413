import { WebhookNotVerified, type WebhookRegistration, type Webhooks } from '../deliveries/webhooks.js';

/**
 * Registers a receiver; while its URL is not verified, says why once and tries again after each wait.
 *
 * @throws RangeError naming the member of the registration that is wrong.
 */
export async function registerWhenUp(
  webhooks: Pick<Webhooks, 'register'>,
  registration: WebhookRegistration,
  { wait, say }: { readonly wait: () => Promise<void>; readonly say: (line: string) => void },
): Promise<void> {
  const { url } = registration;
  for (let told = ''; ; await wait()) {
    try {
      await webhooks.register(registration);
      say(`Webhook    ${url}`);
      return;
    } catch (error) {
      if (!(error instanceof WebhookNotVerified)) throw error;
      if (error.message !== told) say(`Webhook    waiting for ${url}: ${error.message}`);
      told = error.message;
    }
  }
}
