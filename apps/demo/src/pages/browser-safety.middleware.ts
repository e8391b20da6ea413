import { Injectable, type NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Orders } from '../orders/orders.service.js';
import { ShopEnvironment } from '../shop.environment.js';
import { isFromOtherSite, isLoopbackHost } from './request-origin.js';

/** Restricts what browsers can do with the shop's pages, and rejects forms of other sites. */
@Injectable()
export class BrowserSafetyMiddleware implements NestMiddleware {
  private readonly policy: string;
  private readonly onThisMachineOnly: boolean;

  constructor(orders: Orders, environment: ShopEnvironment) {
    this.onThisMachineOnly = environment.consoleUrl !== null;
    this.policy = [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      "img-src 'self' data:",
      // Chromium applies this to redirects too: the order form redirects to the payment page.
      `form-action 'self' ${orders.paymentOrigin}`,
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; ');
  }

  use(request: Request, response: Response, next: NextFunction): void {
    response.set({
      'Content-Security-Policy': this.policy,
      'X-Content-Type-Options': 'nosniff',
      // The secret address of an order's page protects the order.
      'Referrer-Policy': 'same-origin',
    });
    // A page of another name that resolves to this machine could read what visitors see (DNS rebinding).
    if (this.onThisMachineOnly && !isLoopbackHost(request.headers.host)) {
      response.status(421).type('text').send('This shop only responds to the name localhost.');
      return;
    }
    if (request.method === 'POST' && isFromOtherSite(request.headers)) {
      response.status(403).type('text').send('Forms of other sites are not accepted.');
      return;
    }
    next();
  }
}
