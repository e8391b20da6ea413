import { Body, Controller, Get, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { ShopEnvironment } from '../shop.environment.js';
import { readAmount } from '../money-entry.js';
import { isEmail, isFormKey, MAX_EMAIL, NO_EMAIL, readText } from '../form-fields.js';
import { ReservationsService } from '../reservations/reservations.service.js';
import { reservationView } from './views/reservation.view.js';

/** The most that is reserved here, minor units. */
const MOST = 1_000_000;

/** Links by which customers let an amount be reserved. */
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
  async create(
    @Body() fields: Record<string, unknown> | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const [amountText, email, purpose, key] = ['amount', 'email', 'purpose', 'key'].map((name) =>
      readText(fields, name),
    ) as [string, string, string, string];
    const entered = { amount: amountText, email, purpose };
    const fresh = this.environment.newId();
    const reading = readAmount(amountText, SHOP_CURRENCY.code, { most: MOST });
    if (!reading.success) {
      return this.pages.send(response, reservationView(fresh, entered, reading.problem), 422);
    }
    if (email === '' || purpose === '' || !isFormKey(key)) {
      return this.pages.send(response, reservationView(fresh, entered, 'Please fill in every field.'), 422);
    }
    if (!isEmail(email) || email.length > MAX_EMAIL) {
      return this.pages.send(response, reservationView(fresh, entered, NO_EMAIL), 422);
    }
    const made = await this.reservations.create({ key, email, purpose, amount: reading.amount });
    if (made.success) return response.redirect(303, `/back-office/orders/${made.orderCode}`);
    const status = made.code === 'validationerror' ? 422 : 502;
    this.pages.send(response, reservationView(fresh, entered, made), status);
  }
}
