import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OrderService } from '../orders/order.service.js';
import { messageView } from '../views/message.view.js';
import { PageWriter } from './page-writer.js';
import { rememberedOrders } from './visitor.js';

/**
 * Where the payment page sends customers back to: the payment source's success and failure addresses. Anyone can type these, so
 * nothing in the query is believed: it only says which order's page to show, and that page knows the state from the webhook.
 */
@Controller('return')
export class ReturnController {
  constructor(
    private readonly orders: OrderService,
    private readonly pages: PageWriter,
  ) {}

  @Get(['success', 'failure'])
  async back(
    @Query('s') orderCode: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const order = typeof orderCode === 'string' ? await this.orders.findByOrderCode(orderCode) : undefined;
    // An order code can be guessed, the address of an order's page cannot: only the browser that ordered is led there.
    if (order !== undefined && rememberedOrders(request).includes(order.id)) {
      return response.redirect(303, `/orders/${order.id}`);
    }
    this.pages.send(
      response,
      messageView({
        title: 'Back from the payment page',
        text: 'This browser did not place that order, so we cannot show it here. Open it in the browser you ordered with: it shows whether the payment arrived.',
      }),
    );
  }
}
