import { probe, ProbeError } from '../../doctor/probe-request.js';
import { PayEventType } from '../../webhooks/event-types.js';
import { signPayWebhookForTest } from '../../webhooks/test-signer.js';
import { loggableText } from '../../core/redaction.js';

/** What became of an event that was posted. */
export interface TriggerResult {
  /** Whether the service would count it as delivered. */
  taken: boolean;
  /** Null where nobody answered. */
  status: number | null;
  /** What was answered with it: its message, where it has one. */
  answer: string;
  /** For people. */
  message: string;
}

const MAX_SHOWN = 300;

const MEANINGS: Readonly<Record<number, string>> = {
  200: 'taken: handled, kept to be confirmed and handled later, or known already',
  400: 'refused: not the shape of an event',
  401: 'refused: the signature fits none of its secrets, or a guard stands before the webhook',
  403: 'refused: the service does not confirm the event, as it does none that was made up, or this machine is no source of webhooks',
  404: 'no webhook is at this path',
  405: 'no webhook takes POST at this path',
  413: 'refused: the body is too large',
  415: 'refused: not a content type that it takes',
  429: 'a limit on requests stands before the webhook',
  503: 'not taken now: the service could not be asked, too much waits, or the inbox could not keep it',
};

/** Posts a body as the service does; a report file's with a signature. */
export async function deliver(
  url: URL,
  body: string,
  { eventTypeId, secret, timeoutMs }: { eventTypeId: number; secret?: string; timeoutMs: number },
): Promise<TriggerResult> {
  const headers =
    eventTypeId === PayEventType.SaleTransactions && secret !== undefined
      ? signPayWebhookForTest({ body, secret }).headers
      : { 'Content-Type': 'application/json' };
  try {
    const answer = await probe(url, timeoutMs, { method: 'POST', headers, body });
    const said = loggableText(messageIn(answer.body)).slice(0, MAX_SHOWN);
    return {
      taken: answer.status === 200,
      status: answer.status,
      answer: said,
      message: meaningOf(answer.status),
    };
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    const why = {
      tls: 'its certificate is not trusted',
      connection: 'nobody is there',
      'time-out': 'not in time',
    };
    return { taken: false, status: null, answer: '', message: `no answer: ${why[error.reason]}` };
  }
}

function meaningOf(status: number): string {
  const meaning = MEANINGS[status];
  if (meaning !== undefined) return meaning;
  if (status > 200 && status < 300) return 'not taken: the service delivers again after all but 200';
  if (status >= 300 && status < 400) return 'a redirect, of which the service follows none';
  return status >= 500 ? 'it failed: the log of the application says why' : 'refused';
}

function messageIn(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === 'string' ? message : body;
  } catch {
    return body;
  }
}
