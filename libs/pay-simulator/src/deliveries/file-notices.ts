import { createHmac } from 'node:crypto';
import type { SimulatorClock } from '../domain/clock.js';
import type { SaleFile } from '../domain/sale-files.js';
import { FILE_GENERATED_EVENT, type Subscription, type Subscriptions } from '../domain/subscriptions.js';
import { writeJson } from '../domain/wire-json.js';
import { SendFailure, type Send } from './send.js';

/** Tried again hourly, no longer than five hours. @see contract/data-services.json events */
const RETRY_SECONDS = 3600;
const RETRIES = 5;

/** One POST to a subscription. */
export interface FileNoticeAttempt {
  readonly subscriptionId: string;
  readonly requestId: string;
  /** Virtual time, milliseconds. */
  readonly at: number;
  readonly request: string;
  /** HTTP status of the answer; null when there was none. */
  readonly status: number | null;
}

/** Tells subscriptions of files: flat bodies, signed with the subscription's secret. Only 200 counts. */
export class FileNotices {
  private tried: FileNoticeAttempt[] = [];
  private abort = new AbortController();
  private baseAddress = '';

  constructor(
    private readonly clock: SimulatorClock,
    private readonly subscriptions: Subscriptions,
    private readonly send: Send,
  ) {}

  /** The API's base address, known once the server listens: links begin with it. */
  reachableAt(baseAddress: string): void {
    this.baseAddress = baseAddress;
  }

  /** Everything that was tried, oldest first. */
  attempts(): readonly FileNoticeAttempt[] {
    return [...this.tried];
  }

  /** Tells every subscription. Resolves when each was tried once. */
  async announce(file: SaleFile): Promise<void> {
    await Promise.all(this.subscriptions.list().map(({ id }) => this.tryOnce(id, file, 0)));
  }

  reset(): void {
    this.abort.abort();
    this.abort = new AbortController();
    this.tried = [];
  }

  private async tryOnce(subscriptionId: string, file: SaleFile, retries: number): Promise<void> {
    // Read anew each time: the secret may have been replaced, the subscription removed.
    const subscription = this.subscriptions.find(subscriptionId);
    if (!subscription) return;
    const { signal } = this.abort;
    const request = this.bodyOf(file, retries);
    const status = await this.post(subscription, file, request, signal);
    if (signal.aborted) return;
    const at = this.clock.now();
    this.tried.push({ subscriptionId, requestId: file.requestId, at, request, status });
    if (status === 200 || retries === RETRIES) return;
    this.clock.schedule(at + RETRY_SECONDS * 1000, () => this.tryOnce(subscriptionId, file, retries + 1));
  }

  private async post(
    { url, secret }: Subscription,
    file: SaleFile,
    body: string,
    signal: AbortSignal,
  ): Promise<number | null> {
    const signed = (algorithm: string): string => createHmac(algorithm, secret).update(body).digest('hex');
    const headers = {
      'Viva-Event': FILE_GENERATED_EVENT,
      'Viva-Delivery-Id': file.requestId,
      'Viva-Signature': signed('sha1'),
      'Viva-Signature-256': signed('sha256'),
    };
    try {
      return (await this.send(url, { method: 'POST', body, headers }, signal)).status;
    } catch (error) {
      if (!(error instanceof SendFailure)) throw error;
      return null;
    }
  }

  private bodyOf({ requestId, fileId, expiresAt }: SaleFile, retries: number): string {
    const link = `${this.baseAddress}/dataservices/v1/FileRequests/File/${requestId}/${fileId}`;
    return writeJson({
      Text: `The file that you requested is ready: ${link}`,
      Link: link,
      Authorized: true,
      ExpirationDate: new Date(expiresAt).toISOString().replace('Z', ' +00:00'),
      FileType: '.csv',
      RetryCount: retries,
      RetryDelayInSeconds: retries === 0 ? null : RETRY_SECONDS,
    });
  }
}
