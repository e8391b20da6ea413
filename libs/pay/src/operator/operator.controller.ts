import {
  Controller,
  Inject,
  RequestMapping,
  RequestMethod,
  Req,
  Res,
  StreamableFile,
  UseGuards,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { Logger } from '@nestjs/common';
import type { CanActivate, Type } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { describeThrown } from '../core/values/describe-thrown.js';
import { loggableText } from '../core/values/redaction.js';
import type { Attention } from './attention.js';
import { isFromOtherSite } from './form-token.js';
import { html, plainText, render, t } from './html.js';
import { fieldsOf, textsOf } from './fields.js';
import { WORDS } from './files.generated.js';
import { PayOperator } from './pay-operator.js';
import { OperatorProblem, problem } from './problem.js';
import { ROUTES } from './routes.js';
import { addressesOf, HEADERS, isJsonBody, requirePermission, wantsJson } from './request.js';
import type { HttpRequest, Page, PageRequest, Reply, Route } from './request.js';
import { documentOf, forEngineers } from './ui.js';

/** Creates the controller of the pages: a method for each route, under the guards that the application named. */
export function createOperatorController(
  path: string,
  guards: readonly (Type<CanActivate> | CanActivate)[],
): Type {
  class PayOperatorController extends OperatorResponder {}
  const prototype = PayOperatorController.prototype as unknown as Record<string, unknown>;
  for (const route of ROUTES) {
    const name = `${route.method.toLowerCase()} ${route.path}`;
    prototype[name] = function handle(this: OperatorResponder, request: HttpRequest, response: unknown) {
      return this.respond(route, request, response);
    };
    Req()(prototype, name, 0);
    Res()(prototype, name, 1);
    const descriptor = Reflect.getOwnPropertyDescriptor(prototype, name);
    if (descriptor !== undefined)
      RequestMapping({ path: route.path, method: RequestMethod[route.method] })(prototype, name, descriptor);
  }
  UseGuards(...guards)(PayOperatorController);
  // Links are relative, and a new version of the application's API must not move the pages.
  Controller({ path, version: VERSION_NEUTRAL })(PayOperatorController);
  return PayOperatorController;
}

/** Responds to the requests of all routes. */
class OperatorResponder {
  readonly #logger = new Logger('PayOperator');

  constructor(
    @Inject(PayOperator) private readonly operator: PayOperator,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Checks who may do what, and sends the page or the JSON. The guards have let the request in. */
  async respond(route: Route, raw: HttpRequest, response: unknown): Promise<void> {
    const { operator } = this;
    const isPost = route.method === 'POST';
    const params = fieldsOf(raw.params);
    let request: PageRequest = {
      ...{ ...addressesOf(raw, route), operator, raw, params, query: fieldsOf(raw.query), body: {} },
      ...{ isJson: wantsJson(raw), person: { name: '' }, place: null, token: '' },
    };
    try {
      if (isPost && isFromOtherSite(raw.headers)) throw problem('other-site');
      const place = params['place'] === undefined ? null : operator.places.find(params['place']);
      const person = await operator.personOf(raw, place);
      requirePermission(route, person);
      const address = place?.address ?? '';
      const token = operator.tokens.create(person.name, address);
      request = { ...request, person, place, token };
      const isForm = isPost && !isJsonBody(raw);
      const body = isForm ? fieldsOf(raw.body) : textsOf(raw.body);
      if (isForm && !operator.tokens.verify(body['token'] ?? '', person.name, address))
        throw problem('old-form');
      const reply = await route.run({ ...request, body });
      // After the route, because it may have changed what waits.
      const isPage = place !== null && 'body' in reply && !request.isJson;
      const waiting = isPage ? await operator.attentionFinder.find(place) : undefined;
      this.#send(response, request, reply, waiting);
    } catch (error) {
      this.#send(response, request, problemPage(this.#problemOf(error, route), operator.translate));
    }
  }

  #problemOf(error: unknown, { method, path }: Route): OperatorProblem {
    if (error instanceof OperatorProblem) return error;
    const { name, message } = describeThrown(error);
    this.#logger.error(`${method} ${path} failed: ${name ?? 'Error'}: ${loggableText(message)}`);
    return problem('data-failed');
  }

  #send(response: unknown, request: PageRequest, reply: Reply, attention?: Attention): void {
    const { httpAdapter } = this.adapterHost;
    const { isJson, base, operator } = request;
    const send = (headers: Record<string, string>, body: unknown, status = 200): void => {
      for (const [name, value] of Object.entries({ ...HEADERS, ...headers }))
        httpAdapter.setHeader(response, name, value);
      httpAdapter.reply(response, body, status);
    };
    if ('file' in reply) {
      const { file, type, name } = reply;
      const disposition = `attachment; filename="${name?.replace(/[^\w.-]/g, '')}"`;
      const headers = { 'Content-Type': type, ...(name && { 'Content-Disposition': disposition }) };
      send(headers, typeof file === 'string' ? file : new StreamableFile(file, { type }));
    } else if (isJson)
      send(
        { 'Content-Type': 'application/json; charset=utf-8' },
        JSON.stringify(reply.data ?? null),
        'body' in reply ? reply.status : 200,
      );
    else if ('redirect' in reply) send({ Location: base + reply.redirect }, '', 303);
    else
      send(
        { 'Content-Type': 'text/html; charset=utf-8' },
        render(documentOf(request, reply, attention), operator.translate),
        reply.status,
      );
  }
}

/** Says what is wrong, and what the service reported. */
function problemPage({ status, words, failure }: OperatorProblem, translate: PayOperator['translate']): Page {
  const title = t((WORDS.problem as Record<number, string>)[status] ?? 'Not possible');
  const reference = failure?.meta.correlationId ?? null;
  const detail = forEngineers(
    html`<p>${failure?.message}</p>`,
    reference !== null && html`<p>${t('Reference for the service’s support')}: <code>${reference}</code></p>`,
  );
  return {
    ...{ title, status },
    data: { status, message: plainText(words, translate), service: failure?.message ?? null },
    body: html`<section class="card narrow"><h1>${title}</h1><p role="alert">${words}</p>${failure !== null && detail}</section>`,
  };
}
