import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { HostedCheckout } from '../payments/hosted-checkout.js';
import { ShopEnvironment } from '../shop.environment.js';
import { isFromElsewhere, isLoopbackHost } from './request-origin.js';

/** What browsers may do with the shop's pages. */
@Injectable()
export class BrowserSafetyMiddleware implements NestMiddleware {
  private readonly policy: string;
  private readonly onThisMachineOnly: boolean;

  constructor(checkout: HostedCheckout, environment: ShopEnvironment) {
    this.onThisMachineOnly = environment.consoleUrl !== null;
    this.policy = [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      // Chromium holds this against redirects as well: the order form leads to the payment page.
      `form-action 'self' ${checkout.origin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  }

  use(request: Request, response: Response, next: NextFunction): void {
    response.set({
      'Content-Security-Policy': this.policy,
      'X-Content-Type-Options': 'nosniff',
      // The address of an order's page is what protects it.
      'Referrer-Policy': 'same-origin',
    });
    // Another name that leads here belongs to a page elsewhere, which could then read what visitors see.
    if (this.onThisMachineOnly && !isLoopbackHost(request.headers.host)) {
      response.status(421).type('text').send('This shop answers under localhost only.');
      return;
    }
    if (request.method === 'POST' && isFromElsewhere(request.headers)) {
      response.status(403).type('text').send('Forms of other sites are not accepted here.');
      return;
    }
    next();
  }
}
