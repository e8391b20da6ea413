import { Controller, Get, NotFoundException, Param, Post, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { ShopEnvironment } from '../shop.environment.js';
import { knownSeller, SellerService } from './sellers/seller.service.js';
import { sellersView } from './views/sellers.view.js';

/** Who sells on the market: invited here, onboarded by the service. */
@Controller('marketplace/sellers')
@UseGuards(ThisMachineGuard)
export class SellersController {
  constructor(
    private readonly sellers: SellerService,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  /** Also where a seller lands after onboarding: what it shows is read from the service. */
  @Get()
  async list(@Res() response: Response): Promise<void> {
    this.pages.send(response, sellersView(await this.sellers.reread(), this.environment.now()));
  }

  @Post(':key/invitation')
  async invite(@Param('key') key: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const seller = knownSeller(key);
    if (seller === undefined) throw new NotFoundException();
    await this.sellers.invite(seller, `${request.protocol}://${request.headers.host ?? ''}`);
    response.redirect(303, '/marketplace/sellers');
  }
}
