import { Body, Controller, Get, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { readText, type FormFields } from '../form-fields.js';
import { found } from '../pages/found.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { ActionKind } from './action.js';
import { ActionService } from './action.service.js';
import { PaymentRecords } from './payment-records.js';
import { actionView } from './views/action.view.js';
import { readFailureView } from './views/back-office.view.js';
import { transactionView } from './views/transaction.view.js';

/** Refunds, voids, captures and releases. One form plans an action, another one confirms it. */
@Controller('back-office')
@UseGuards(ThisMachineGuard)
export class ActionsController {
  constructor(
    private readonly actions: ActionService,
    private readonly records: PaymentRecords,
    private readonly pages: PageWriter,
  ) {}

  @Post('transactions/:id/actions')
  async plan(
    @Param('id') id: string,
    @Body() fields: FormFields | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const kind = found(Object.values(ActionKind).find((one) => one === readText(fields, 'kind')));
    const reading = await this.records.ofTransaction(id);
    if (!reading.success) return this.pages.send(response, readFailureView(reading.failure), 502);
    const records = reading.data;
    const entered = readText(fields, 'amount');
    const planning = await this.actions.plan(records, kind, entered);
    // The confirmation has its own address, so reloading it sends nothing.
    if (planning.success) return response.redirect(303, `/back-office/actions/${planning.plan.id}`);
    const actions = await this.actions.ofTransaction(records.transaction.TransactionId);
    const { problem } = planning;
    this.pages.send(response, transactionView({ records, actions, problem, entered }), 422);
  }

  @Get('actions/:id')
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const action = found(await this.actions.find(id));
    const records = await this.records.ofTransaction(action.transactionId);
    const canDismiss = await this.actions.canDismiss(action);
    this.pages.send(response, actionView({ action, records, canDismiss }));
  }

  @Post('actions/:id/confirm')
  async confirm(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.actions.confirm(id);
    response.redirect(303, `/back-office/actions/${id}`);
  }

  @Post('actions/:id/resolve')
  async resolve(
    @Param('id') id: string,
    @Body() fields: FormFields | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const happened = readText(fields, 'happened');
    if (happened === 'yes' || happened === 'no') await this.actions.resolve(id, happened === 'yes');
    response.redirect(303, `/back-office/actions/${id}`);
  }
}
