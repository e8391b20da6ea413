import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { readPayWebhook } from '../../webhooks/envelope.js';
import { payEventShapeProblems } from '../../webhooks/event-shape.js';
import { PayEventType } from '../../webhooks/event-types.js';
import type { PayWebhookEvent } from '../../webhooks/event.types.js';
import { verifyPayDataServicesWebhookSignature } from '../../webhooks/signature.js';
import { resolveClientAddress } from '../../webhooks/source-address.js';
import {
  readHeader,
  SIGNATURE_SHA1_HEADER,
  SIGNATURE_SHA256_HEADER,
} from '../../webhooks/webhook-headers.js';
import { deliveryOf } from './delivery.js';
import type { PayDelivery } from '../../inbox/pay-inbox.js';
import { isElsewhere, turnedOutElsewhere } from './elsewhere.js';
import { PayWebhookLimits } from './limits/pay-webhook.limits.js';
import { PayWebhookConfirmer } from './pay-webhook.confirmer.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import { PayWebhookRefusals } from './pay-webhook.refusals.js';
import { PayWebhookRoutes } from './pay-webhook.routes.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import { PayWebhookStats } from './pay-webhook.stats.js';
import { announcesBody, keepDelivery, keepEvent, rawBodyOf } from './webhook-request.js';
import type { WebhookRequest } from './webhook-request.js';

const NO_RAW_BODY =
  'the application does not keep raw request bodies: create it with NestFactory.create(AppModule, { rawBody: true })';

/**
 * Lets only deliveries of the service through: method, size, content type, source address, signature, shape. On a route
 * of your own it also reads the event back from the service and gives it to `@PayEvent()`; repeats are yours to know
 * then. With `@PayWebhook()`, which uses it, that comes after the look for repeats. Every step can be overridden.
 *
 * @example
 * @Post('hook')
 * @HttpCode(200)
 * @UseGuards(PayWebhookGuard)
 * receive(@PayEvent() event: ReceivedPayEvent) {}
 */
@Injectable()
export class PayWebhookGuard implements CanActivate {
  constructor(
    protected readonly routes: PayWebhookRoutes,
    protected readonly confirmer: PayWebhookConfirmer,
    protected readonly refusals: PayWebhookRefusals,
    protected readonly stats: PayWebhookStats,
    protected readonly limits: PayWebhookLimits,
  ) {}

  /**
   * Lets a handshake or a delivery that stands the checks through.
   *
   * @throws PayWebhookException for what is refused.
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<WebhookRequest>();
    const route = this.routes.resolve(context.getClass(), context.getHandler());
    try {
      if (route.isEndpoint && request.method === 'GET') return true;
      const delivery = this.check(request, route);
      if (route.isEndpoint) keepDelivery(request, delivery);
      else await this.admit(request, delivery, route);
      return true;
    } catch (error) {
      throw this.refusals.refuse(error, route, http.getResponse());
    }
  }

  /** All that costs no call, the cheapest first. */
  protected check(request: WebhookRequest, route: WebhookRoute): PayDelivery {
    this.checkMethod(request);
    this.stats.count('received', route.account.account);
    this.checkSize(request, route);
    this.checkContentType(request);
    this.checkSourceAddress(request, route);
    const rawBody = this.readRawBody(request, route);
    const signed = this.checkSignature(request, rawBody, route);
    const event = this.readEvent(request, rawBody, route);
    if (event.eventTypeId === PayEventType.SaleTransactions && route.secrets.length > 0 && !signed) {
      throw new PayWebhookException('signature', 'a report file event came without a signature');
    }
    const address = addressOf(request, route);
    const sender = address !== null && route.isServiceAddress(address) ? 'service' : 'unknown';
    return deliveryOf(event, route, { source: 'webhook', signed, sender });
  }

  protected checkMethod({ method }: WebhookRequest): void {
    if (method !== 'POST') throw new PayWebhookException('method', 'the method is neither GET nor POST');
  }

  protected checkSize({ headers }: WebhookRequest, { maxBodyBytes }: WebhookRoute): void {
    if (Number(headers['content-length'] ?? 0) > maxBodyBytes) {
      throw new PayWebhookException('size', `the body is longer than ${maxBodyBytes} bytes`);
    }
  }

  protected checkContentType({ headers }: WebhookRequest): void {
    const [type = ''] = (readHeader(headers, 'content-type') ?? '').split(';');
    if (type.trim().toLowerCase() !== 'application/json') {
      throw new PayWebhookException('content-type', 'the content type is not application/json');
    }
  }

  /** From the socket and trusted proxies only: the framework's own notion of the address may believe anybody. */
  protected checkSourceAddress(request: WebhookRequest, route: WebhookRoute): void {
    const address = addressOf(request, route);
    if (route.isSourceAddress(address ?? '')) return;
    throw new PayWebhookException(
      'source-address',
      `${address ?? 'an address that is not known'} is not among the source addresses ` +
        '(behind a proxy of yours set webhooks.trustedProxies, else webhooks.sourceAddresses)',
    );
  }

  protected readRawBody(request: WebhookRequest, { maxBodyBytes }: WebhookRoute): Uint8Array | string {
    const rawBody = rawBodyOf(request);
    if (rawBody === undefined) {
      throw announcesBody(request)
        ? new PayWebhookException('raw-body', NO_RAW_BODY)
        : new PayWebhookException('malformed', 'the body is empty');
    }
    if (Buffer.byteLength(rawBody) > maxBodyBytes) {
      throw new PayWebhookException('size', `the body is longer than ${maxBodyBytes} bytes`);
    }
    return rawBody;
  }

  /** Whether the delivery carries a valid signature. One that cannot be checked counts as none. */
  protected checkSignature(
    request: WebhookRequest,
    rawBody: Uint8Array | string,
    { secrets }: WebhookRoute,
  ): boolean {
    const { headers } = request;
    const isSigned = [SIGNATURE_SHA256_HEADER, SIGNATURE_SHA1_HEADER].some(
      (name) => readHeader(headers, name) !== null,
    );
    if (!isSigned || secrets.length === 0) return false;
    const { valid } = verifyPayDataServicesWebhookSignature({ rawBody, headers, secret: secrets });
    if (!valid) throw new PayWebhookException('signature', 'the signature fits none of the secrets');
    return true;
  }

  protected readEvent(
    { headers }: WebhookRequest,
    rawBody: Uint8Array | string,
    { maxBodyBytes }: WebhookRoute,
  ): PayWebhookEvent {
    const reading = readPayWebhook({ rawBody, headers, limits: { maxBytes: maxBodyBytes } });
    if (!reading.success) throw new PayWebhookException('malformed', reading.message);
    const { eventTypeId } = reading.event;
    // The library's own events are found by reading the service, never posted.
    if (eventTypeId !== null && eventTypeId < 0)
      throw new PayWebhookException('malformed', `the service sends no event ${eventTypeId}`);
    const problems = payEventShapeProblems(reading.event);
    if (problems.length > 0) {
      throw new PayWebhookException('malformed', `event ${eventTypeId}: ${problems.join('; ')}`);
    }
    return reading.event;
  }

  /** On a route of your own: confirms the event and hands it to `@PayEvent()`. */
  protected async admit(request: WebhookRequest, delivery: PayDelivery, route: WebhookRoute): Promise<void> {
    if (isElsewhere(delivery.event, route.takenFrom)) throw elsewhere(delivery.event);
    const end = this.limits.begin(route, delivery.sender);
    const event = await this.confirmer.confirm(delivery, route).finally(end);
    if (turnedOutElsewhere(event, route.takenFrom)) throw elsewhere(event);
    if (event.confirmedBy === 'none' && !route.acceptsUnconfirmed) {
      throw new PayWebhookException(
        'unconfirmed',
        `events of type ${event.eventTypeId} cannot be confirmed: take them with @PayWebhookOptions({ unconfirmed: true })`,
      );
    }
    keepEvent(request, event);
  }
}

/** Where a request comes from; null where that is not known. */
function addressOf(
  { socket, headers }: WebhookRequest,
  { isTrustedProxy }: Pick<WebhookRoute, 'isTrustedProxy'>,
): string | null {
  return resolveClientAddress({
    remoteAddress: socket.remoteAddress,
    forwardedFor: headers['x-forwarded-for'],
    trustedProxies: isTrustedProxy,
  });
}

function elsewhere({ eventTypeId }: Pick<PayWebhookEvent, 'eventTypeId'>): PayWebhookException {
  return new PayWebhookException('elsewhere', `event ${eventTypeId} is another source's or merchant's`);
}
