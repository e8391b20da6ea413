import { Controller, Get, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { found } from '../pages/found.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { MARKET_SELLERS } from './market-goods.js';
import { SellerService } from './sellers/seller.service.js';
import { sellersView } from './views/sellers.view.js';

/** Invites the market's sellers, and shows their status at the payment service. */
@Controller('marketplace/sellers')
@UseGuards(ThisMachineGuard)
export class SellersController {
  constructor(
    private readonly sellers: SellerService,
    private readonly pages: PageWriter,
  ) {}

  /** Also receives sellers after onboarding. The page shows what the service returns. */
  @Get()
  async list(@Res() response: Response): Promise<void> {
    this.pages.send(response, sellersView(await this.sellers.refreshAll()));
  }

  @Post(':key/invitation')
  async invite(@Param('key') key: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const seller = found(MARKET_SELLERS.find((one) => one.key === key));
    await this.sellers.invite(seller, `${request.protocol}://${request.headers.host ?? ''}`);
    response.redirect(303, '/marketplace/sellers');
  }
}
