import { Body, Controller, Get, Header, NotFoundException, Param, Post } from '@nestjs/common';
import { Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { DeviceStatus, PayPos } from 'nestjs-pay';
import type { FormFields } from '../form-fields.js';
import { PageWriter } from '../pages/page-writer.js';
import { ShopEnvironment } from '../shop.environment.js';
import { money } from '../views/money.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import {
  readEntered,
  readRefundForm,
  readSaleForm,
  type EnteredSale,
  type TillProblems,
} from './till-form.js';
import { refundable, tillVersion, type TillSession } from './till-session.js';
import { TillService } from './till.service.js';
import { sessionView } from './views/session.view.js';
import { tillView, type TerminalChoice } from './views/till.view.js';

/** Number of sessions that the till lists. */
const LISTED = 10;

/** Pages of the till: start a sale, watch it, abort it, refund it. */
@UseGuards(ThisMachineGuard)
@Controller('till')
export class TillController {
  constructor(
    private readonly till: TillService,
    private readonly pos: PayPos,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  /** The query can fill in the form for another attempt, which is a new sale with its own session ID. */
  @Get()
  async show(@Query() query: FormFields, @Res() response: Response): Promise<void> {
    await this.sendTill(response, readEntered(query));
  }

  @Post('sales')
  async sell(@Body() fields: FormFields | undefined, @Res() response: Response): Promise<void> {
    const form = readSaleForm(fields ?? {});
    if (!form.success) return this.sendTill(response, form.entered, form.problems, 422);
    this.leadTo(await this.till.sell(form.draft), response);
  }

  @Get(':id')
  async watch(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.sendSession(response, await this.sessionAt(id));
  }

  /** Tells the page's script when to reload. */
  @Get(':id/version')
  @Header('Cache-Control', 'no-store')
  async version(@Param('id') id: string): Promise<{ version: string }> {
    const session = await this.sessionAt(id);
    return { version: tillVersion([session, ...(await this.till.refundsOf(id))]) };
  }

  @Post(':id/abort')
  async abort(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.leadTo(await this.till.abort(await this.sessionAt(id)), response);
  }

  @Post(':id/ask')
  async ask(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.leadTo(await this.till.ask(await this.sessionAt(id)), response);
  }

  @Post(':id/send-again')
  async sendAgain(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.leadTo(await this.till.sendAgain(await this.sessionAt(id)), response);
  }

  @Post(':id/refunds')
  async refund(
    @Param('id') id: string,
    @Body() fields: FormFields | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const sale = await this.sessionAt(id);
    const form = readRefundForm(fields ?? {}, id);
    if (!form.success) return this.sendSession(response, sale, form.entered.amount, form.problems);
    const refund = await this.till.refund(sale, form.draft);
    if (refund !== null) return this.leadTo(refund, response);
    const left = refundable(sale, await this.till.refundsOf(id));
    const amount = `Please enter at most ${money(left)}: no more is left of this sale.`;
    await this.sendSession(response, sale, readEntered(fields ?? {}).amount, { amount });
  }

  private leadTo({ id }: TillSession, response: Response): void {
    response.redirect(303, `/till/${id}`);
  }

  private async sendTill(
    response: Response,
    entered: EnteredSale,
    problems: TillProblems = {},
    status = 200,
  ): Promise<void> {
    const sessions = await this.till.newest(LISTED);
    const terminals = await this.terminals();
    const key = this.environment.newId();
    this.pages.send(response, tillView({ terminals, entered, problems, key, sessions }), status);
  }

  private async sendSession(
    response: Response,
    session: TillSession,
    entered?: string,
    problems: TillProblems = {},
  ): Promise<void> {
    const refunds = await this.till.refundsOf(session.id);
    const view = sessionView({
      session,
      refunds,
      left: refundable(session, refunds),
      key: this.environment.newId(),
      terminalUrl: this.environment.terminalUrl(session.terminalId),
      entered,
      problems,
    });
    this.pages.send(response, view, Object.keys(problems).length > 0 ? 422 : 200);
  }

  private async terminals(): Promise<TerminalChoice> {
    const response = await this.pos.devices.searchDevices({ statusId: DeviceStatus.Live });
    return response.success
      ? { ids: response.data.map(({ terminalId }) => terminalId), problem: null }
      : { ids: [], problem: response.message };
  }

  private async sessionAt(id: string): Promise<TillSession> {
    const session = await this.till.find(id);
    if (session === undefined) throw new NotFoundException();
    return session;
  }
}
