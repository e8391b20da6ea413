import type { LoggedRequest, RequestTexts } from '../http/request-log.js';
import type { Services } from '../services/services.js';
import { curlCommand } from './curl.js';
import { hideSecrets } from './hide-secrets.js';

/** Returns what a search finds of a request besides its texts. */
export function lineOf({ fault, method, operation, path, refused, status }: LoggedRequest): string {
  return [method, path, operation, status, fault, refused].join('\n');
}

/** Formats a request with its texts, in which secrets are hidden, and with the command that repeats it. */
export function requestView(services: Services, id: number, origin: string) {
  const { hasOrder, log } = services;
  const entry = log.find(id);
  if (!entry) return undefined;
  const texts = log.texts(entry);
  const shown = (text = ''): string => hideSecrets(text, hasOrder);
  return {
    ...entry,
    path: shown(entry.path),
    target: shown(texts?.target),
    request: shown(texts?.request),
    response: shown(texts?.response),
    orderCode: (texts && orderOf(services, texts)) ?? null,
    curl: (texts && curlCommand(origin, entry, texts)) ?? null,
  };
}

/** Returns the code of the order that a request or its response names, or that has the transaction they name. */
function orderOf({ servicesForTransaction }: Services, texts: RequestTexts): string | undefined {
  const text = `${texts.target} ${texts.request} ${texts.response}`;
  const transactionId = /\/transactions\/([0-9a-f-]{36})/i.exec(text)?.[1];
  const code = /(?:order_?code"?\s*[:=]\s*"?|\/orders\/|[?&]ref=)(\d{16})/i.exec(text)?.[1];
  if (code !== undefined || transactionId === undefined) return code;
  return servicesForTransaction(transactionId).transactions.find(transactionId)?.orderCode;
}
