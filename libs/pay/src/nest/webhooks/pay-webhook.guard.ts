import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { readUnkeyedPayWebhook } from '../../webhooks/envelope.js';
import type { UnkeyedPayWebhookEvent } from '../../webhooks/envelope.js';
import { payEventShapeProblems } from '../../webhooks/event-shape.js';
import { PayEventType } from '../../webhooks/event-types.js';
import { verifyPayDataServicesWebhookSignature } from '../../webhooks/signature.js';
import { resolveClientAddress } from '../../webhooks/client-address.js';
import {
  readHeader,
  SIGNATURE_SHA1_HEADER,
  SIGNATURE_SHA256_HEADER,
} from '../../webhooks/webhook-headers.js';
import type { PayDelivery } from '../../inbox/pay-inbox.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import { createDelivery } from './pay-webhook.processor.js';
import { CHECKED, PayWebhookResponder } from './pay-webhook.responder.js';
import type { CheckedWebhook } from './pay-webhook.responder.js';
import type { WebhookRoute } from './pay-webhook.routes.js';
import type { ReceivedPayEvent } from './received-event.js';

/** Members of a webhook request that Express and Fastify have in common. */
export interface WebhookRequest {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  socket: { remoteAddress?: string };
  /** Set by Nest if the application is created with `rawBody: true`. */
  rawBody?: unknown;
  /** Parsed body, or bytes or text if the application has its own parser for the route. */
  body?: unknown;
}

/** A request after the guard. */
export interface CheckedRequest extends WebhookRequest {
  [CHECKED]?: CheckedWebhook;
}

/** A delivery of the service has one or two kilobytes. */
const MAX_BODY_BYTES = 64 * 1024;
const NO_RAW_BODY =
  'the application does not keep raw request bodies: create it with NestFactory.create(AppModule, { rawBody: true })';

/**
 * Accepts only deliveries of the service. It checks method, size, content type, source address, signature and shape. You can
 * override each check.
 *
 * On a route of your own, the guard also reads the event back from the service, for `@PayEvent()`. Your route must detect
 * duplicates itself. `@PayWebhook()` includes this guard, and detects duplicates before it reads the event back.
 *
 * @example
 * @Post('hook')
 * @HttpCode(200)
 * @UseGuards(PayWebhookGuard)
 * receive(@PayEvent() event: ReceivedPayEvent) {}
 */
@Injectable()
export class PayWebhookGuard implements CanActivate {
  /** A property, so that a guard of your own can have a constructor of its own. */
  @Inject(PayWebhookResponder) private readonly payWebhooks!: PayWebhookResponder;

  /**
   * Accepts a handshake, or a delivery that passes all checks.
   *
   * @throws PayWebhookException if the request is refused.
   */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<CheckedRequest>();
    const route = this.payWebhooks.routes.resolve(context.getClass(), context.getHandler());
    const checked: CheckedWebhook = { route, responder: this.payWebhooks };
    request[CHECKED] = checked;
    if (route.isEndpoint && request.method === 'GET') return true;
    try {
      const delivery = this.check(request, route);
      if (route.isEndpoint) checked.delivery = delivery;
      else checked.event = await this.confirm(delivery, route);
      return true;
    } catch (error) {
      throw this.payWebhooks.refusals.refuse(error, route, http.getResponse());
    }
  }

  /** Runs all checks that need no call to the service, the cheapest first. */
  protected check(request: WebhookRequest, route: WebhookRoute): PayDelivery {
    this.checkMethod(request);
    this.payWebhooks.stats.count('received', route.account.account);
    this.checkSize(request);
    this.checkContentType(request);
    const address = addressOf(request, route);
    this.checkSourceAddress(request, route, address);
    const rawBody = this.readRawBody(request);
    const signed = this.checkSignature(request, rawBody, route);
    const event = this.readEvent(request, rawBody);
    if (event.eventTypeId === PayEventType.SaleTransactions && route.secrets.length > 0 && !signed) {
      throw new PayWebhookException('signature', 'the report file event has no signature');
    }
    const sender = route.isServiceAddress(address ?? '') ? 'service' : 'unknown';
    return createDelivery(event, route, { source: 'webhook', signed, sender });
  }

  protected checkMethod({ method }: WebhookRequest): void {
    if (method !== 'POST') throw new PayWebhookException('method', 'the method is neither GET nor POST');
  }

  protected checkSize({ headers }: WebhookRequest): void {
    if (Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
      throw new PayWebhookException('size', `the body is longer than ${MAX_BODY_BYTES} bytes`);
    }
  }

  protected checkContentType({ headers }: WebhookRequest): void {
    if (headers['content-type'] === 'application/json') return;
    const [type = ''] = (readHeader(headers, 'content-type') ?? '').split(';');
    if (type.trim().toLowerCase() !== 'application/json') {
      throw new PayWebhookException('content-type', 'the content type is not application/json');
    }
  }

  /** Checks the address that the socket and the trusted proxies give. The framework's own address may come from a header that anyone can set. */
  protected checkSourceAddress(
    request: WebhookRequest,
    route: WebhookRoute,
    address = addressOf(request, route),
  ): void {
    if (route.isSourceAddress(address ?? '')) return;
    throw new PayWebhookException(
      'source-address',
      `${address ?? 'an unknown address'} is not among the source addresses ` +
        '(behind your own proxy, set webhooks.trustedProxies; otherwise set webhooks.sourceAddresses)',
    );
  }

  protected readRawBody(request: WebhookRequest): Uint8Array | string {
    const rawBody = [request.rawBody, request.body].find(
      (body) => body instanceof Uint8Array || typeof body === 'string',
    );
    if (rawBody === undefined) {
      throw hasBody(request)
        ? new PayWebhookException('raw-body', NO_RAW_BODY)
        : new PayWebhookException('malformed', 'the body is empty');
    }
    if (Buffer.byteLength(rawBody) > MAX_BODY_BYTES) {
      throw new PayWebhookException('size', `the body is longer than ${MAX_BODY_BYTES} bytes`);
    }
    return rawBody;
  }

  /** Whether the delivery has a valid signature. False if there is no secret to check it with. */
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
    if (!valid)
      throw new PayWebhookException('signature', 'the signature matches no secret in webhooks.secrets');
    return true;
  }

  protected readEvent({ headers }: WebhookRequest, rawBody: Uint8Array | string): UnkeyedPayWebhookEvent {
    const reading = readUnkeyedPayWebhook({ rawBody, headers, limits: { maxBytes: MAX_BODY_BYTES } });
    if (!reading.success) throw new PayWebhookException('malformed', reading.message);
    const { eventTypeId } = reading.event;
    // Events of the reconciler have negative types, and no webhook posts them.
    if (eventTypeId !== null && eventTypeId < 0)
      throw new PayWebhookException('malformed', `the service does not send events ${eventTypeId}`);
    const problems = payEventShapeProblems(reading.event);
    if (problems.length > 0) {
      throw new PayWebhookException('malformed', `event ${eventTypeId}: ${problems.join('; ')}`);
    }
    return reading.event;
  }

  /** Confirms the event on a route of your own. */
  protected async confirm(delivery: PayDelivery, route: WebhookRoute): Promise<ReceivedPayEvent> {
    const event = await this.payWebhooks.processor.confirm(delivery, route);
    if (event.confirmedBy !== 'none' || route.acceptsUnconfirmed) return event;
    throw new PayWebhookException(
      'not-accepted',
      `events of type ${event.eventTypeId} cannot be confirmed: accept them with @PayWebhookOptions({ unconfirmed: true })`,
    );
  }
}

/** Returns the address of the sender, or null if it is unknown. */
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

function hasBody({ headers }: WebhookRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
