import { Inject, Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { resolveClientAddress } from '../../webhooks/client-address.js';
import type { PayDelivery } from '../../webhooks/delivery.types.js';
import { parseDelivery } from '../../webhooks/parse-delivery.js';
import type { ReceivedPayEvent } from '../../webhooks/received-event.js';
import { readHeader } from '../../webhooks/webhook-headers.js';
import { PayWebhookException } from './pay-webhook.exception.js';
import { CHECKED, PayWebhookResponder } from './pay-webhook.responder.js';
import type { CheckedWebhook } from './pay-webhook.responder.js';
import type { WebhookRoute } from './pay-webhook.routes.js';

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
const LIMITS = { maxBytes: MAX_BODY_BYTES };
/** Problem of an application without raw bodies, and the fix. */
export const NO_RAW_BODY =
  'the application does not keep raw request bodies: create it with NestFactory.create(AppModule, { rawBody: true })';

/**
 * Accepts only deliveries of the service. It checks method, size, content type, source address, signature and shape. You can
 * override each check.
 *
 * On a route of your own, the guard also reads the event back from the service, for `@PayEvent()`. Your route must detect
 * duplicates itself, and its path needs a GET route without the guard, with which the service verifies the address.
 * `@PayWebhook()` includes this guard and the GET, and detects duplicates before it reads the event back.
 *
 * @example
 * @Get('hook')
 * async verify() {
 *   return buildPayWebhookVerificationResponse(unwrap(await this.pay.webhooks.retrieveWebhookKey())).body;
 * }
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
   * @throws PayWebhookException for every other request.
   */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    // `switchToHttp()` adds three functions to the context of each request.
    const request = context.getArgByIndex<CheckedRequest>(0);
    const route = this.payWebhooks.routes.resolve(context.getClass(), context.getHandler());
    const checked: CheckedWebhook = {
      route,
      responder: this.payWebhooks,
      delivery: undefined,
      event: undefined,
    };
    request[CHECKED] = checked;
    if (route.isEndpoint && request.method === 'GET') return true;
    try {
      checked.delivery = this.#check(request, route);
    } catch (error) {
      throw this.payWebhooks.refuse(error, route, context.getArgByIndex(1));
    }
    return route.isEndpoint || this.#confirm(checked, checked.delivery, context);
  }

  #check(request: WebhookRequest, route: WebhookRoute): PayDelivery {
    // The cheapest check comes first, and none calls the service.
    this.checkMethod(request);
    this.payWebhooks.stats.count('received', route.account.account);
    this.checkSize(request);
    this.checkContentType(request);
    const address = addressOf(request, route);
    this.checkSourceAddress(request, route, address);
    const rawBody = this.readRawBody(request);
    const sender = route.isServiceAddress(address ?? '') ? 'service' : 'unknown';
    const parsing = parseDelivery({ rawBody, headers: request.headers, limits: LIMITS }, route, sender);
    if (parsing.success) return parsing.delivery;
    throw new PayWebhookException(parsing.reason, parsing.message);
  }

  async #confirm(checked: CheckedWebhook, delivery: PayDelivery, context: ExecutionContext): Promise<true> {
    const { route } = checked;
    try {
      checked.event = await this.confirm(delivery, route);
      return true;
    } catch (error) {
      throw this.payWebhooks.refuse(error, route, context.getArgByIndex(1));
    }
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
    const rawBody = isUnparsed(request.rawBody) ? request.rawBody : request.body;
    if (!isUnparsed(rawBody)) {
      throw hasBody(request)
        ? new PayWebhookException('raw-body', NO_RAW_BODY)
        : new PayWebhookException('malformed', 'the body is empty');
    }
    if (Buffer.byteLength(rawBody) > MAX_BODY_BYTES) {
      throw new PayWebhookException('size', `the body is longer than ${MAX_BODY_BYTES} bytes`);
    }
    return rawBody;
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

/** Returns whether a class is the guard, or extends it. */
export function isWebhookGuard(type: unknown): boolean {
  return (
    typeof type === 'function' && (type === PayWebhookGuard || type.prototype instanceof PayWebhookGuard)
  );
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

function isUnparsed(body: unknown): body is Uint8Array | string {
  return body instanceof Uint8Array || typeof body === 'string';
}

function hasBody({ headers }: WebhookRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
