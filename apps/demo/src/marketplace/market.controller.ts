import {
  Body,
  Controller,
  Get,
  Header,
  NotFoundException,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { PageWriter } from '../pages/page-writer.js';
import { rememberedOrders, rememberOrder } from '../pages/visitor.js';
import { ShopEnvironment } from '../shop.environment.js';
import { messageView } from '../views/message.view.js';
import { MarketCheckout } from './orders/market-checkout.js';
import { NOTHING_ENTERED, readMarketForm } from './orders/market-form.js';
import type { MarketOrder } from './orders/market-order.js';
import { MarketOrderStore } from './orders/market-order.store.js';
import { SellerService } from './sellers/seller.service.js';
import { customerState, isPayable } from './views/market-order-words.js';
import { marketOrderView } from './views/market-order.view.js';
import { marketView } from './views/market.view.js';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#2f5d62"/><path d="M16 7v9h7z" fill="#f0cf86"/></svg>';

/** What the market's customers see. */
@Controller('marketplace')
export class MarketController {
  constructor(
    private readonly sellers: SellerService,
    private readonly store: MarketOrderStore,
    private readonly checkout: MarketCheckout,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get()
  async goods(@Res() response: Response): Promise<void> {
    const sellers = await this.sellers.list();
    const key = this.environment.newId();
    this.pages.send(response, marketView({ sellers, key, entered: NOTHING_ENTERED, problems: {} }));
  }

  @Post('orders')
  async place(
    @Body() fields: Record<string, unknown> | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sellers = await this.sellers.list();
    const form = readMarketForm(fields, sellers);
    if (!form.success) {
      const { entered, problems } = form;
      const key = this.environment.newId();
      return this.pages.send(response, marketView({ sellers, key, entered, problems }), 422);
    }
    const order = await this.checkout.place(form.draft);
    rememberOrder(request, response, order.id);
    await this.leadToPayment(order, response);
  }

  @Post('orders/:id/pay')
  async pay(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.leadToPayment(await this.orderAt(id), response);
  }

  @Get('orders/:id')
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.pages.send(response, marketOrderView(await this.orderAt(id), this.environment.now()));
  }

  /** For the page's script: it reloads the page when this changes. */
  @Get('orders/:id/version')
  @Header('Cache-Control', 'no-store')
  async version(@Param('id') id: string): Promise<{ version: string }> {
    return { version: customerState(await this.orderAt(id), this.environment.now()) };
  }

  /** Where the payment page leads back to. Nothing in the query is believed: the order's page knows the state from the webhook. */
  @Get('return')
  async back(
    @Query('s') orderCode: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const order = typeof orderCode === 'string' ? await this.store.findByOrderCode(orderCode) : undefined;
    if (order !== undefined && rememberedOrders(request).includes(order.id))
      return response.redirect(303, `/marketplace/orders/${order.id}`);
    this.pages.send(
      response,
      messageView({
        title: 'Back from the payment page',
        text: 'This browser did not place that order, so we cannot show it here.',
      }),
    );
  }

  /** For the onboarding pages: the service shows it to sellers. */
  @Get('logo.svg')
  @Header('Content-Type', 'image/svg+xml')
  logo(): string {
    return LOGO;
  }

  private async leadToPayment(order: MarketOrder, response: Response): Promise<void> {
    const page = `/marketplace/orders/${order.id}`;
    if (!isPayable(order, this.environment.now())) return response.redirect(303, page);
    const address = await this.checkout.open(order);
    // The order's page offers another try: nobody was charged.
    response.redirect(303, address ?? page);
  }

  private async orderAt(id: string): Promise<MarketOrder> {
    const order = await this.store.find(id);
    if (order === undefined) throw new NotFoundException();
    return order;
  }
}
