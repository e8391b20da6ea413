import { Body, Controller, Get, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { ShopEnvironment } from '../shop.environment.js';
import { readAmount } from '../money-entry.js';
import { isEmail, isFormKey, NO_EMAIL, readText, type FormFields } from '../form-fields.js';
import { ReservationsService } from '../reservations/reservations.service.js';
import { reservationView } from './views/reservation.view.js';

/** Highest amount in minor units. */
const MOST = 1_000_000;

/** Makes links by which customers reserve an amount. */
@Controller('back-office/reservations')
@UseGuards(ThisMachineGuard)
export class ReservationsController {
  constructor(
    private readonly reservations: ReservationsService,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get('new')
  form(@Res() response: Response): void {
    this.pages.send(response, reservationView(this.environment.newId()));
  }

  @Post()
  async create(@Body() fields: FormFields | undefined, @Res() response: Response): Promise<void> {
    const entered = {
      amount: readText(fields, 'amount'),
      email: readText(fields, 'email'),
      purpose: readText(fields, 'purpose'),
    };
    const key = readText(fields, 'key');
    const { email, purpose } = entered;
    const reading = readAmount(entered.amount, SHOP_CURRENCY.code, { most: MOST });
    const problem = !reading.success
      ? reading.problem
      : email === '' || purpose === '' || !isFormKey(key)
        ? 'Please fill in every field.'
        : !isEmail(email)
          ? NO_EMAIL
          : undefined;
    const fresh = this.environment.newId();
    if (!reading.success || problem !== undefined)
      return this.pages.send(response, reservationView(fresh, entered, problem), 422);
    const order = await this.reservations.create({ key, email, purpose, amount: reading.amount });
    if (order.success) return response.redirect(303, `/back-office/orders/${order.orderCode}`);
    const status = order.code === 'validationerror' ? 422 : 502;
    this.pages.send(response, reservationView(fresh, entered, order), status);
  }
}
