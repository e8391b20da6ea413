import { MAX_TEXT, type LoggedRequest, type RequestTexts } from '../http/request-log.js';
import { ROUTES } from '../operations/routes.generated.js';
import { splitAtSecrets } from './hide-secrets.js';

/** Headers that curl sets, or that describe the connection. */
const OF_CONNECTION =
  /^(?:accept-encoding|connection|content-length|cookie|expect|host|keep-alive|origin|referer|te|traceparent|tracestate|trailer|transfer-encoding|upgrade|user-agent|(?:proxy|sec)-.*)$/;
const WITHOUT_SECRETS = /^(?:accept|accept-language|content-type)$/;
/** What curl would otherwise change: brackets and braces stand for several addresses, and dot segments are removed. */
const CHANGED_BY_CURL = /[[\]{}]|\/(?:\.|%2e)/i;
const LINE = ' \\\n  ';
/** Variables of the credentials. An application that is set up by `--write-env` has most of them. */
const CREDENTIALS = {
  basic: ['PAY_MERCHANT_ID', 'PAY_API_KEY'],
  reseller: ['RESELLER_ID', 'MERCHANT_ID', 'RESELLER_API_KEY'],
  clientBasic: ['PAY_CLIENT_ID', 'PAY_CLIENT_SECRET'],
} as const;

/**
 * Returns the curl command that repeats a request, for a POSIX shell. Shell variables stand for credentials, tokens and card numbers.
 * A request whose body was not kept as a whole, or that no command line can hold, has none.
 */
export function curlCommand(
  origin: string,
  { method, operation }: Pick<LoggedRequest, 'method' | 'operation'>,
  { target, headers, request }: RequestTexts,
): string | undefined {
  if (request.includes('\0') || Math.max(request.length, target.length) >= MAX_TEXT) return undefined;
  const auth = ROUTES.find(({ key }) => key === operation)?.auth;
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    OF_CONNECTION.test(name) ? [] : headerOption(name, String(value), auth),
  );
  const body = request === '' ? [] : [`--data-raw ${withVariables(request)}`];
  // Otherwise curl adds the content type of a form.
  if (request !== '' && headers['content-type'] === undefined) lines.push("-H 'content-type:'");
  const asItIs = CHANGED_BY_CURL.test(target) ? ' --globoff --path-as-is' : '';
  return [
    `curl${asItIs} -X ${shellQuoted(method)} ${withVariables(origin + target)}`,
    ...lines,
    ...body,
  ].join(LINE);
}

/** Quotes a text as one word of a POSIX shell. Control characters are escaped, because a terminal would act on them. */
export function shellQuoted(text: string): string {
  if (text === '') return "''";
  if (/^[\w./:@%+=-]+$/.test(text)) return text;
  return text
    .split(/((?:(?!\n)\p{Cc})+)/u)
    .map((part, index) => {
      if (index % 2 === 0) return part === '' ? '' : `'${part.replaceAll("'", String.raw`'\''`)}'`;
      const bytes = [...Buffer.from(part)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`);
      return `$'${bytes.join('')}'`;
    })
    .join('');
}

function headerOption(name: string, value: string, auth: string | undefined): string {
  if (WITHOUT_SECRETS.test(name)) return `-H ${shellQuoted(`${name}: ${value}`)}`;
  // A name may contain backticks, which a shell would run between double quotes.
  const start = /^[\w-]+$/.test(name) ? `-H "${name}: ` : `-H ${shellQuoted(`${name}: `)}"`;
  if (/^Bearer /i.test(value)) return `${start}Bearer $ACCESS_TOKEN"`;
  const scheme = Object.entries(CREDENTIALS).find(([known]) => known === auth);
  if (name === 'authorization' && /^Basic /i.test(value) && scheme)
    return `-u "${scheme[1].map((variable) => `$${variable}`).join(':')}"`;
  return `${start}${variableOf(name)}"`;
}

function withVariables(text: string): string {
  return splitAtSecrets(text)
    .map((part) => {
      if (typeof part !== 'string') return `"${variableOf(part.secret)}"`;
      return part === '' ? '' : shellQuoted(part);
    })
    .join('');
}

/** A name such as `cardToken` becomes `$CARD_TOKEN`. */
function variableOf(name: string): string {
  const words = name.replace(/([a-z\d])(?=[A-Z])/g, '$1_').replace(/[^A-Za-z\d]+/g, '_');
  return `$${words.replace(/^(?=\d)/, '_').toUpperCase()}`;
}
