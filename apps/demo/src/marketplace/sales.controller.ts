import {
  Body,
  Controller,
  Get,
  Header,
  NotFoundException,
  Param,
  Post,
  Query,
  Res,
  UseGuards,
} from '@nestjs/common';
import type { Response } from 'express';
import { readText } from '../form-fields.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { ShopEnvironment } from '../shop.environment.js';
import { MoneyService } from './money/money.service.js';
import { planRefund, refundsDone } from './money/split.js';
import type { MarketOrder } from './orders/market-order.js';
import { MarketOrderStore } from './orders/market-order.store.js';
import { refundView } from './views/refund.view.js';
import { saleVersion, saleView } from './views/sale.view.js';
import { salesView } from './views/sales.view.js';

type Fields = Record<string, unknown> | undefined;

const REFUND_ID = /^[0-9a-f-]{36}$/;

/** The market's orders: where every cent went, and refunds. */
@Controller('marketplace/sales')
@UseGuards(ThisMachineGuard)
export class SalesController {
  constructor(
    private readonly store: MarketOrderStore,
    private readonly money: MoneyService,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    this.pages.send(response, salesView(await this.store.list(), this.environment.now()));
  }

  @Get(':id')
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.sendSale(id, response);
  }

  /** For the page's script: it reloads the page when this changes. */
  @Get(':id/version')
  @Header('Cache-Control', 'no-store')
  async version(@Param('id') id: string): Promise<{ version: string }> {
    return { version: saleVersion(await this.saleAt(id), this.environment.now()) };
  }

  /** Asks: what one piece gives back, and what it takes from whom. Nothing is sent. */
  @Get(':id/refunds/new')
  async plan(
    @Param('id') id: string,
    @Query('goods') goods: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const order = await this.saleAt(id);
    const planning = planRefund(order, typeof goods === 'string' ? goods : '');
    if (!planning.success) return this.sendSale(id, response, planning.problem);
    const { line, plan } = planning;
    const key = this.environment.newId();
    this.pages.send(response, refundView({ order, line, plan, key, basis: refundsDone(order) }));
  }

  @Post(':id/refunds')
  async refund(@Param('id') id: string, @Body() fields: Fields, @Res() response: Response): Promise<void> {
    const order = await this.saleAt(id);
    const key = readText(fields, 'key');
    if (!REFUND_ID.test(key)) throw new NotFoundException();
    const basis = Number(readText(fields, 'basis'));
    const problem = await this.money.refund(order.id, key, readText(fields, 'goods'), basis);
    if (problem !== undefined) return this.sendSale(id, response, problem);
    response.redirect(303, `/marketplace/sales/${id}`);
  }

  @Post(':id/moves/:moveId/again')
  async again(
    @Param('id') id: string,
    @Param('moveId') moveId: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.money.sendAgain((await this.saleAt(id)).id, moveId);
    response.redirect(303, `/marketplace/sales/${id}`);
  }

  @Post(':id/moves/:moveId/dismiss')
  async dismiss(
    @Param('id') id: string,
    @Param('moveId') moveId: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.money.dismiss((await this.saleAt(id)).id, moveId);
    response.redirect(303, `/marketplace/sales/${id}`);
  }

  private async sendSale(id: string, response: Response, problem?: string): Promise<void> {
    const view = saleView({ order: await this.saleAt(id), now: this.environment.now(), problem });
    this.pages.send(response, view, problem === undefined ? 200 : 422);
  }

  private async saleAt(id: string): Promise<MarketOrder> {
    if ((await this.store.find(id)) === undefined) throw new NotFoundException();
    return this.money.look(id);
  }
}
