import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { HostedCheckout } from '../payments/hosted-checkout.js';

/** What browsers may do with the shop's pages. */
@Injectable()
export class BrowserSafetyMiddleware implements NestMiddleware {
  private readonly policy: string;

  constructor(checkout: HostedCheckout) {
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
    // A page elsewhere must not send a visitor's forms here. The payment service is no browser and has no such header.
    const site = request.headers['sec-fetch-site'];
    if (request.method === 'POST' && (site === 'cross-site' || site === 'same-site')) {
      response.status(403).type('text').send('Forms of other sites are not accepted here.');
      return;
    }
    next();
  }
}
