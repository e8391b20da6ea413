import { basicHeader } from '../auth/credentials.js';
import { isLoopbackHost } from '../core/operation/hosts.js';
import { getPayEventName } from '../webhooks/event-types.js';
import type { PayEventType } from '../webhooks/event-types.js';
import { eventsOf } from '../webhooks/relied-events.js';
import type { ClientName } from './credentials-check.js';
import type { DoctorFinding, DoctorOptions } from './doctor.types.js';
import { hostsOf } from './endpoints-check.js';
import { probe, probeProblem } from './probe-request.js';

const CHECK = 'webhook.events';
const WHERE = "in the service's banking app (Settings > API Access > Webhooks)";

/** Checks whether the events that an application relies on are registered for a webhook. Changes nothing. */
export async function checkEvents(
  webhook: string,
  client: ClientName,
  options: DoctorOptions,
  timeoutMs: number,
): Promise<DoctorFinding[]> {
  if (!URL.canParse(webhook)) return [];
  const { origin, pathname, href } = new URL(webhook);
  const finding = (status: DoctorFinding['status'], message: string): DoctorFinding => {
    return { check: CHECK, status, url: `${origin}${pathname}`, message };
  };
  const needed = eventsOf(['handlers', ...(options.uses ?? [])]);
  const registered = await registeredEvents(href, client, options, timeoutMs);
  if (typeof registered === 'string')
    return [
      finding(
        'optional',
        `The registered events cannot be read (${registered}). Check ${client === 'isv' ? 'your registrations' : WHERE} that the webhook has ${[...needed.keys()].map(describe).join(', ')}.`,
      ),
    ];
  const missing = [...needed].filter(([eventTypeId]) => !registered.includes(eventTypeId));
  if (missing.length === 0)
    return [finding('ok', `The webhook is registered for ${[...needed.keys()].map(describe).join(', ')}.`)];
  const isSimulated = isLoopbackHost(new URL(hostsOf(client, options).hosts.web).hostname);
  const fix = isSimulated
    ? `Start the simulator with \`--webhook ${origin}${pathname} --events ${[...needed.keys()].join()}\`.`
    : `Register it ${WHERE}.`;
  return missing.map(([eventTypeId, without]) =>
    finding(
      'warning',
      `The webhook is not registered for ${describe(eventTypeId)}: ${without.join('; ')}. ${fix}`,
    ),
  );
}

const describe = (eventTypeId: PayEventType): string => `${eventTypeId} (${getPayEventName(eventTypeId)})`;

/** Reads the events of an address at the service. Returns why not, if the service does not list them. */
async function registeredEvents(
  url: string,
  client: ClientName,
  options: DoctorOptions,
  timeoutMs: number,
): Promise<readonly number[] | string> {
  if (client === 'isv') return 'the service lists no webhooks of an ISV';
  const { merchantId, apikey } = options[client] ?? {};
  if (merchantId === undefined || apikey === undefined) return 'merchantId and apikey are not configured';
  const { web } = hostsOf(client, options).hosts;
  const authorization = basicHeader(merchantId, apikey);
  try {
    // Known from one public project only, so any other response is no failure.
    const { status, body } = await probe(new URL(`${web}/api/messages/config`), timeoutMs, {
      headers: { authorization },
    });
    if (status !== 200) return `the service responded with ${status}`;
    const rows: unknown = JSON.parse(body);
    if (!Array.isArray(rows)) return 'the response is not a list';
    return (rows as { Url?: unknown; EventTypeId?: unknown; Active?: unknown }[])
      .filter(({ Url, Active }) => isAddress(Url, url) && Active !== false)
      .map(({ EventTypeId }) => Number(EventTypeId));
  } catch (error) {
    return error instanceof SyntaxError ? 'the response is not JSON' : probeProblem(error).reason;
  }
}

function isAddress(found: unknown, url: string): boolean {
  return typeof found === 'string' && URL.canParse(found) && new URL(found).href === url;
}
