import { createHmac } from 'node:crypto';
import type { SimulatorClock } from '../domain/clock.js';
import type { SaleFile } from '../domain/sale-files.js';
import { FILE_GENERATED_EVENT, type Subscription, type Subscriptions } from '../domain/subscriptions.js';
import { writeJson } from '../domain/wire-json.js';
import { post, type Send } from './send.js';
import { PlannedWork } from '../domain/planned-work.js';
import { resetServices, Table } from '../domain/table.js';

/** Retry interval; the service retries hourly for five hours. @see contract/behaviour/data-services.yaml events */
const RETRY_SECONDS = 3600;
const RETRIES = 5;

/** A POST request to a subscription. */
export interface FileNoticeAttempt {
  readonly subscriptionId: string;
  readonly requestId: string;
  /** Virtual time of the attempt. */
  readonly at: number;
  readonly request: string;
  /** HTTP status of the response, or null without a response. */
  readonly status: number | null;
}

type AnnouncedFile = Omit<SaleFile, 'csv'>;

/** An attempt that is due later. */
interface PlannedNotice {
  readonly subscriptionId: string;
  readonly file: AnnouncedFile;
  readonly retries: number;
}

/** Notifies subscriptions of files, with bodies signed by the subscription's secret. Only status 200 counts as success. */
export class FileNotices {
  private readonly log = new Table<FileNoticeAttempt>('fileNotices');
  private readonly planned = new PlannedWork<PlannedNotice>('plannedFileNotices', this.clock, (notice) =>
    this.attempt(notice),
  );
  private abort = new AbortController();
  private baseAddress = '';

  constructor(
    private readonly clock: SimulatorClock,
    private readonly subscriptions: Subscriptions,
    private readonly send: Send,
  ) {}

  /** Sets the base URL of links. The URL is known after the server starts to listen. */
  reachableAt(baseAddress: string): void {
    this.baseAddress = baseAddress;
  }

  /** Lists all attempts, oldest first. */
  attempts(): readonly FileNoticeAttempt[] {
    return [...this.log.values()];
  }

  /** Notifies all subscriptions. Resolves after one attempt for each. */
  async announce({ requestId, fileId, expiresAt }: SaleFile): Promise<void> {
    const file = { requestId, fileId, expiresAt };
    await Promise.all(
      this.subscriptions.list().map(({ id }) => this.attempt({ subscriptionId: id, file, retries: 0 })),
    );
  }

  /** Lists the retries to come. */
  coming(): readonly { readonly at: number }[] {
    return this.planned.list().filter(({ argument }) => this.subscriptions.find(argument.subscriptionId));
  }

  reset(): void {
    this.abort.abort();
    this.abort = new AbortController();
  }

  /** Aborts notifications in progress, and sends none any more. */
  end(): void {
    resetServices([this], 'start');
    this.abort.abort();
  }

  private async attempt({ subscriptionId, file, retries }: PlannedNotice): Promise<void> {
    // The subscription may have been changed or removed since the last attempt.
    const subscription = this.subscriptions.find(subscriptionId);
    const { signal } = this.abort;
    if (!subscription || signal.aborted) return;
    const request = this.createBody(file, retries);
    const status = await this.post(subscription, file, request, signal);
    if (signal.aborted) return;
    const at = this.clock.now();
    this.log.append({ subscriptionId, requestId: file.requestId, at, request, status });
    if (status === 200 || retries === RETRIES) return;
    const next = { subscriptionId, file, retries: retries + 1 };
    this.planned.plan(`${subscriptionId} ${file.requestId}`, at + RETRY_SECONDS * 1000, next);
  }

  private async post(
    { url, secret }: Subscription,
    file: AnnouncedFile,
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
    return (await post(this.send, url, { body, headers }, signal)).status;
  }

  private createBody({ requestId, fileId, expiresAt }: AnnouncedFile, retries: number): string {
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
