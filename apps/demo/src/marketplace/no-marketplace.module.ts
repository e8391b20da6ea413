import { Controller, Get, Module, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PageWriter } from '../pages/page-writer.js';
import { PagesModule } from '../pages/pages.module.js';
import { messageView } from '../views/message.view.js';

@Controller('marketplace')
class NoMarketplaceController {
  constructor(private readonly pages: PageWriter) {}

  @Get()
  show(@Res() response: Response): void {
    const text =
      'The shop runs without a marketplace account. Set PAY_MARKET_MARKETPLACE_CLIENT_ID and the other variables of that name.';
    this.pages.send(response, messageView({ title: 'There is no market', text }), 404);
  }
}

/** Replaces the market if no marketplace account is configured. */
@Module({ imports: [PagesModule], controllers: [NoMarketplaceController] })
export class NoMarketplaceModule {}
