import {
  Body,
  Controller,
  Get,
  Header,
  Headers,
  NotFoundException,
  Param,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Order } from '../orders/order.js';
import { OrderService } from '../orders/order.service.js';
import { isPayable, orderVersion } from '../orders/order-state.js';
import { HostedCheckout } from '../payments/hosted-checkout.js';
import { ShopEnvironment } from '../shop.environment.js';
import { catalogueView } from '../views/catalogue.view.js';
import { checkoutFailureView } from '../views/checkout-failure.view.js';
import { checkoutView } from '../views/checkout.view.js';
import { myOrdersView } from '../views/my-orders.view.js';
import { orderView } from '../views/order.view.js';
import { readCheckoutForm } from '../orders/checkout-form.js';
import { PageWriter } from './page-writer.js';
import { requestLanguage } from './request-language.js';
import { rememberedOrders, rememberOrder } from './visitor.js';

/** Placing orders, paying them, and watching what becomes of them. */
@Controller()
export class OrderController {
  constructor(
    private readonly orders: OrderService,
    private readonly checkout: HostedCheckout,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Post('orders')
  async place(
    @Body() fields: Record<string, unknown> | undefined,
    @Headers('accept-language') languages: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = readCheckoutForm(fields ?? {});
    if (!form.success) {
      const { cart, entered, problems } = form;
      const key = this.environment.newId();
      const page =
        cart.length === 0
          ? catalogueView({ cart, problem: 'Choose at least one thing first.' })
          : checkoutView({ cart, key, entered, problems });
      return this.pages.send(response, page, 422);
    }
    const customer = { ...form.draft.customer, language: requestLanguage(languages) };
    const order = await this.orders.place({ ...form.draft, customer });
    rememberOrder(request, response, order.id);
    await this.leadToPayment(order, response);
  }

  @Post('orders/:id/pay')
  async pay(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.leadToPayment(await this.orderAt(id), response);
  }

  @Get('orders/:id')
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const order = await this.checkout.settleExpiry(await this.orderAt(id));
    this.pages.send(response, orderView(order));
  }

  /** For the page's script: it reloads the page when this changes. */
  @Get('orders/:id/version')
  @Header('Cache-Control', 'no-store')
  async version(@Param('id') id: string): Promise<{ version: string }> {
    const order = await this.checkout.settleExpiry(await this.orderAt(id));
    return { version: orderVersion(order) };
  }

  @Get('my-orders')
  async mine(@Req() request: Request, @Res() response: Response): Promise<void> {
    const orders = await Promise.all(rememberedOrders(request).map((id) => this.orders.find(id)));
    this.pages.send(response, myOrdersView(orders.filter((order) => order !== undefined)));
  }

  private async leadToPayment(order: Order, response: Response): Promise<void> {
    if (!isPayable(order)) return response.redirect(303, `/orders/${order.id}`);
    const opening = await this.checkout.open(order);
    if (opening.success) return response.redirect(303, opening.address);
    this.pages.send(response, checkoutFailureView(order, opening), 502);
  }

  private async orderAt(id: string): Promise<Order> {
    const order = await this.orders.find(id);
    if (order === undefined) throw new NotFoundException();
    return order;
  }
}
