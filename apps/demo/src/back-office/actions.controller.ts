import { Body, Controller, Get, NotFoundException, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { ShopEnvironment } from '../shop.environment.js';
import { ActionKind } from './actions/action.js';
import { ActionService } from './actions/action.service.js';
import { PaymentRecords } from './payment-records.js';
import { readText } from '../form-fields.js';
import { actionView } from './views/action.view.js';
import { readFailureView } from './views/failure.view.js';
import { transactionView } from './views/transaction.view.js';

type Fields = Record<string, unknown> | undefined;

/** Refunds, voids, captures and releases: planned by one form, confirmed by another, sent once. */
@Controller('back-office')
@UseGuards(ThisMachineGuard)
export class ActionsController {
  constructor(
    private readonly actions: ActionService,
    private readonly records: PaymentRecords,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Post('transactions/:id/actions')
  async plan(@Param('id') id: string, @Body() fields: Fields, @Res() response: Response): Promise<void> {
    const kind = Object.values(ActionKind).find((one) => one === readText(fields, 'kind'));
    if (kind === undefined) throw new NotFoundException();
    const reading = await this.records.ofTransaction(id);
    if (!reading.success) return this.pages.send(response, readFailureView(reading), 502);
    const records = reading.data;
    const amount = readText(fields, 'amount');
    const planning = await this.actions.plan(records, kind, amount);
    // The confirmation has an address of its own: loading it again asks again, and sends nothing.
    if (planning.success) return response.redirect(303, `/back-office/actions/${planning.action.id}`);
    const actions = await this.actions.ofTransaction(records.transaction.TransactionId);
    const { problem } = planning;
    const now = this.environment.now();
    this.pages.send(response, transactionView({ records, actions, now, problem, entered: amount }), 422);
  }

  @Get('actions/:id')
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const look = await this.actions.look(id);
    if (look === undefined) throw new NotFoundException();
    this.pages.send(response, actionView(look));
  }

  @Post('actions/:id/confirm')
  async confirm(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.actions.confirm(id);
    response.redirect(303, `/back-office/actions/${id}`);
  }

  @Post('actions/:id/settle')
  async settle(@Param('id') id: string, @Body() fields: Fields, @Res() response: Response): Promise<void> {
    const happened = readText(fields, 'happened');
    if (happened === 'yes' || happened === 'no') await this.actions.settleByOperator(id, happened === 'yes');
    response.redirect(303, `/back-office/actions/${id}`);
  }
}
