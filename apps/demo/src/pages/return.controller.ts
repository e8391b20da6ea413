import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { OrderService } from '../orders/order.service.js';
import { ReservationsService } from '../reservations/reservations.service.js';
import { messageView } from '../views/message.view.js';
import { reservationOutcomeView } from '../views/reservation-outcome.view.js';
import { PageWriter } from './page-writer.js';
import { rememberedOrders } from './visitor.js';

/**
 * Where the payment page sends customers back to: the payment source's success and failure addresses. Anyone can type these, so
 * nothing in the query is believed: it only says which order's page to show, and that page knows the state from the webhook. A
 * reservation has no page of its own for customers: there the service is asked.
 */
@Controller('return')
export class ReturnController {
  constructor(
    private readonly orders: OrderService,
    private readonly reservations: ReservationsService,
    private readonly pages: PageWriter,
  ) {}

  @Get(['success', 'failure'])
  async back(
    @Query('s') orderCode: unknown,
    @Query('t') transactionId: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const code = typeof orderCode === 'string' ? orderCode : '';
    if ((await this.reservations.find(code)) !== undefined) {
      const attempt = typeof transactionId === 'string' ? transactionId : '';
      const outcome = await this.reservations.outcome(code, attempt);
      return this.pages.send(response, reservationOutcomeView(outcome));
    }
    const order = await this.orders.findByOrderCode(code);
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
