import { Controller, Get, Module, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PageWriter } from '../pages/page-writer.js';
import { PagesModule } from '../pages/pages.module.js';
import { messageView } from '../views/message.view.js';

/** Says what is missing. */
@Controller('marketplace')
class NoMarketplaceController {
  constructor(private readonly pages: PageWriter) {}

  @Get()
  show(@Res() response: Response): void {
    const text =
      'The shop runs without an account of a marketplace. Name one with PAY_MARKET_MARKETPLACE_CLIENT_ID and the variables beside it.';
    this.pages.send(response, messageView({ title: 'No market here', text }), 404);
  }
}

/** Stands in the market's place where no account of a marketplace is configured. */
@Module({ imports: [PagesModule], controllers: [NoMarketplaceController] })
export class NoMarketplaceModule {}
