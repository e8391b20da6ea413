import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { ShopEnvironment } from '../shop.environment.js';
import { layout, pageVersion, type PageView } from '../views/layout.js';

/** Sends pages to browsers. */
@Injectable()
export class PageWriter {
  constructor(private readonly environment: ShopEnvironment) {}

  send(response: Response, page: PageView, status = 200): void {
    // The script of a live page asks when to reload.
    if (response.req.path.endsWith('/version'))
      return void response.set('Cache-Control', 'no-store').json({ version: pageVersion(page) });
    // Pages show a status or a one-time form, so an old copy would be wrong.
    response
      .status(status)
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(layout(page, { path: response.req.path, consoleUrl: this.environment.consoleUrl }).toString());
  }
}
