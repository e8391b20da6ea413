import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readCart } from '../catalogue/cart.js';
import { CATALOGUE } from '../catalogue/goods.js';
import { readText, type FormFields } from '../form-fields.js';
import { EMPTY_CART, readCheckoutForm } from '../orders/checkout-form.js';
import { Memberships } from '../memberships/memberships.service.js';
import type { Order } from '../orders/order.js';
import { Orders } from '../orders/orders.service.js';
import { isPayable } from '../orders/order-state.js';
import { ShopEnvironment } from '../shop.environment.js';
import { catalogueView } from '../views/catalogue.view.js';
import { checkoutFailureView, checkoutView } from '../views/checkout.view.js';
import { OTHER_BROWSER } from '../views/message.view.js';
import { myOrdersView, orderView } from '../views/order.view.js';
import { found } from './found.js';
import { PageWriter } from './page-writer.js';
import { requestLanguage } from './request-language.js';
import { rememberedOrders, rememberOrder } from './visitor.js';

/** The shop's pages for customers: goods, checkout, orders, and the return from the payment page. */
@Controller()
export class ShopController {
  constructor(
    private readonly orders: Orders,
    private readonly memberships: Memberships,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  /** The address contains the cart, so there is no session and no script. */
  @Get()
  goods(@Query() query: FormFields, @Res() response: Response): void {
    this.pages.send(response, catalogueView(readCart(query, CATALOGUE)));
  }

  @Get('checkout')
  showCheckout(@Query() query: FormFields, @Res() response: Response): void {
    const cart = readCart(query, CATALOGUE);
    if (cart.length === 0) return this.pages.send(response, catalogueView(cart, EMPTY_CART), 422);
    this.pages.send(
      response,
      checkoutView({ cart, key: this.environment.newId(), entered: this.environment.visitor }),
    );
  }

  @Post('orders')
  async place(
    @Body() fields: FormFields | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = readCheckoutForm(fields);
    if (!form.success) {
      const { cart, entered, problems } = form;
      const key = this.environment.newId();
      const page =
        cart.length === 0 ? catalogueView(cart, EMPTY_CART) : checkoutView({ cart, key, entered, problems });
      return this.pages.send(response, page, 422);
    }
    const customer = { ...form.draft.customer, language: requestLanguage(request.acceptsLanguages()) };
    const order = await this.orders.place({ ...form.draft, customer });
    rememberOrder(request, response, order.id);
    await this.openPaymentPage(order, response);
  }

  @Post('orders/:id/pay')
  async pay(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.openPaymentPage(await this.orderAt(id), response);
  }

  @Get(['orders/:id', 'orders/:id/version'])
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.orders.reconcile(await this.orderAt(id));
    this.pages.send(response, orderView(await this.orderAt(id)));
  }

  @Get('my-orders')
  async mine(@Req() request: Request, @Res() response: Response): Promise<void> {
    const orders = await Promise.all(rememberedOrders(request).map((id) => this.orders.find(id)));
    this.pages.send(response, myOrdersView(orders.filter((order) => order !== undefined)));
  }

  /**
   * Receives customers who come back from the payment page, at the payment source's success and failure addresses. Anyone can
   * type these, so the query only selects the order's page, whose state comes from webhooks.
   */
  @Get(['return/success', 'return/failure'])
  async back(@Query() query: FormFields, @Req() request: Request, @Res() response: Response): Promise<void> {
    const code = readText(query, 's');
    const order = await this.orders.findByReference(code);
    const member = order === undefined ? await this.memberships.findByReference(code) : undefined;
    const id = order?.id ?? member?.id;
    // An order code can be guessed, so only the browser that placed the order is redirected to its page.
    if (id !== undefined && rememberedOrders(request).includes(id))
      return response.redirect(303, member === undefined ? `/orders/${id}` : `/coffee/${id}`);
    this.pages.send(response, OTHER_BROWSER);
  }

  private async openPaymentPage(order: Order, response: Response): Promise<void> {
    if (!isPayable(order)) return response.redirect(303, `/orders/${order.id}`);
    const opening = await this.orders.open(order);
    if (opening.success) return response.redirect(303, opening.address);
    this.pages.send(response, checkoutFailureView(order, opening.error.outcome), 502);
  }

  private async orderAt(id: string): Promise<Order> {
    return found(await this.orders.find(id));
  }
}
