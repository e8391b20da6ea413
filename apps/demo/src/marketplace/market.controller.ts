import { Body, Controller, Get, Header, Param, Post } from '@nestjs/common';
import { Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SHOP_COLOR } from '../catalogue/goods.js';
import { readText, type FormFields } from '../form-fields.js';
import { isPayable } from '../orders/order-state.js';
import { found } from '../pages/found.js';
import { PageWriter } from '../pages/page-writer.js';
import { rememberedOrders, rememberOrder } from '../pages/visitor.js';
import { ShopEnvironment } from '../shop.environment.js';
import { OTHER_BROWSER } from '../views/message.view.js';
import { readMarketForm } from './orders/market-form.js';
import type { MarketOrder } from './orders/market-order.js';
import { MarketOrders } from './orders/market-orders.service.js';
import { SellerService } from './sellers/seller.service.js';
import { marketOrderView } from './views/market-order.view.js';
import { marketView } from './views/market.view.js';

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#${SHOP_COLOR}"/><path d="M16 7v9h7z" fill="#f0cf86"/></svg>`;

/** The market's pages for customers. */
@Controller('marketplace')
export class MarketController {
  constructor(
    private readonly sellers: SellerService,
    private readonly orders: MarketOrders,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get()
  async goods(@Res() response: Response): Promise<void> {
    const sellers = await this.sellers.list();
    const key = this.environment.newId();
    this.pages.send(response, marketView(sellers, { key, cart: [], entered: this.environment.visitor }));
  }

  @Post('orders')
  async place(
    @Body() fields: FormFields | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const sellers = await this.sellers.list();
    const form = readMarketForm(fields, sellers);
    if (!form.success) {
      const key = this.environment.newId();
      return this.pages.send(response, marketView(sellers, { key, ...form }), 422);
    }
    const order = await this.orders.place(form.draft);
    rememberOrder(request, response, order.id);
    await this.openPaymentPage(order, response);
  }

  @Post('orders/:id/pay')
  async pay(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.openPaymentPage(found(await this.orders.find(id)), response);
  }

  @Get(['orders/:id', 'orders/:id/version'])
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.pages.send(response, marketOrderView(found(await this.orders.find(id)), this.environment.now()));
  }

  /** Receives customers who come back from the payment page. The order's state comes from webhooks, never from the query. */
  @Get('return')
  async back(@Query() query: FormFields, @Req() request: Request, @Res() response: Response): Promise<void> {
    const order = await this.orders.findByReference(readText(query, 's'));
    if (order !== undefined && rememberedOrders(request).includes(order.id))
      return response.redirect(303, `/marketplace/orders/${order.id}`);
    this.pages.send(response, OTHER_BROWSER);
  }

  /** The service shows this logo on its onboarding pages. */
  @Get('logo.svg')
  @Header('Content-Type', 'image/svg+xml')
  logo(): string {
    return LOGO;
  }

  private async openPaymentPage(order: MarketOrder, response: Response): Promise<void> {
    const opening = isPayable(order, this.environment.now()) ? await this.orders.open(order) : null;
    // Without an address, the order's page lets the customer try again.
    response.redirect(303, opening?.success ? opening.address : `/marketplace/orders/${order.id}`);
  }
}
