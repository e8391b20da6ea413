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
import { isFromOtherSite } from './form-token.js';
import { plainText, render, t } from './html.js';
import { fieldsOf, textsOf } from './fields.js';
import { addressesOf, HEADERS, isJsonBody, requirePermission, wantsJson } from './http-request.js';
import type { HttpRequest } from './http-request.js';
import { PayOperator } from './pay-operator.js';
import { OperatorProblem } from './problem.js';
import { ROUTES } from './routes.js';
import type { OperatorRequest, Reply, Route } from './route.types.js';
import { problemPage } from './views/problem.view.js';
import { documentOf } from './views/ui.js';
import type { Ui } from './views/ui.js';

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

const NOT_COMPLETE = t(
  'The list of what needs a person is not complete: it is too long, or a part could not be read.',
);

/** Responds to the requests of all routes. */
class OperatorResponder {
  readonly #logger = new Logger('PayOperator');

  constructor(
    @Inject(PayOperator) private readonly operator: PayOperator,
    @Inject(HttpAdapterHost) private readonly adapterHost: HttpAdapterHost,
  ) {}

  /** Checks who may do what, and sends the page or the JSON. The guards have let the request in. */
  async respond(route: Route, request: HttpRequest, response: unknown): Promise<void> {
    const { operator } = this;
    const { pages = {} } = operator.settings;
    const translate = pages.text ?? ((english: string) => english);
    const isJson = wantsJson(request);
    const params = fieldsOf(request.params);
    const notices: Ui['notices'] = new Map();
    const { title = translate('Payments'), links = [] } = pages;
    let ui: Ui = {
      ...{ ...addressesOf(request, route), translate, notices, title, links, person: { name: '' } },
      ...{ place: null, token: '', attention: 0, hasAccounts: false, jobs: [] },
    };
    try {
      if (route.method === 'POST' && isFromOtherSite(request.headers))
        throw new OperatorProblem(403, 'Forms of other sites are not accepted.');
      const place = params['place'] === undefined ? null : operator.places.find(params['place']);
      const person = await operator.personOf(request, place);
      requirePermission(route, person);
      const address = place?.address ?? '';
      const token = operator.tokens.create(person.name, address);
      const hasAccounts = operator.places.list().length > 1 || place?.merchantId != null;
      const jobs = place === null ? [] : Object.keys(operator.attentionFinder.jobsOf(place)).sort();
      ui = { ...ui, person, place, token, hasAccounts, jobs };
      const isForm = route.method === 'POST' && !isJsonBody(request);
      const body = isForm ? fieldsOf(request.body) : textsOf(request.body);
      if (isForm && !operator.tokens.verify(body['token'] ?? '', person.name, address))
        throw new OperatorProblem(
          403,
          'This form is too old, or not yours. Go back, reload the page and try again.',
        );
      const query = fieldsOf(request.query);
      const context: OperatorRequest = { operator, person, params, query, body, ui, isJson, raw: request };
      const reply = await route.run(context);
      // After the route, because it may have changed what waits.
      if (place !== null && 'page' in reply && !isJson) {
        const { count, isComplete } = await operator.attentionFinder.find(place);
        if (!isComplete) notices.set('attention', NOT_COMPLETE);
        ui = { ...ui, attention: count };
      }
      this.#send(response, ui, reply, isJson);
    } catch (error) {
      const problem = this.#problemOf(error, route);
      const { status, words, failure } = problem;
      const data = { status, message: plainText(words, translate), service: failure?.message ?? null };
      this.#send(response, ui, { page: problemPage(problem), data, status }, isJson);
    }
  }

  #problemOf(error: unknown, { method, path }: Route): OperatorProblem {
    if (error instanceof OperatorProblem) return error;
    const { name, message } = describeThrown(error);
    this.#logger.error(`${method} ${path} failed: ${name ?? 'Error'}: ${loggableText(message)}`);
    return new OperatorProblem(503, 'The application could not read its data. Try again in a minute.');
  }

  #send(response: unknown, ui: Ui, reply: Reply, isJson: boolean): void {
    const { httpAdapter } = this.adapterHost;
    const set = (name: string, value: string): void => {
      httpAdapter.setHeader(response, name, value);
    };
    for (const [name, value] of Object.entries(HEADERS)) set(name, value);
    if ('body' in reply) {
      const { body, type, file } = reply;
      set('Content-Type', type);
      if (file !== undefined)
        set('Content-Disposition', `attachment; filename="${file.replace(/[^\w.-]/g, '')}"`);
      httpAdapter.reply(response, typeof body === 'string' ? body : new StreamableFile(body, { type }), 200);
    } else if ('redirect' in reply && !isJson) {
      set('Location', ui.base + reply.redirect);
      httpAdapter.reply(response, '', 303);
    } else if (isJson) {
      set('Content-Type', 'application/json; charset=utf-8');
      const status = 'status' in reply ? reply.status : 200;
      httpAdapter.reply(response, JSON.stringify(reply.data ?? null), status ?? 200);
    } else if ('page' in reply) {
      set('Content-Type', 'text/html; charset=utf-8');
      httpAdapter.reply(response, render(documentOf(ui, reply.page), ui.translate), reply.status ?? 200);
    }
  }
}
