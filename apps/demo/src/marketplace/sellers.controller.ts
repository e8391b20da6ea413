import { Controller, Get, NotFoundException, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
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
    const seller = MARKET_SELLERS.find((one) => one.key === key);
    if (seller === undefined) throw new NotFoundException();
    await this.sellers.invite(seller, `${request.protocol}://${request.headers.host ?? ''}`);
    response.redirect(303, '/marketplace/sellers');
  }
}
