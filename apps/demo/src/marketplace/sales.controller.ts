import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { readText, type FormFields } from '../form-fields.js';
import { found } from '../pages/found.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { ShopEnvironment } from '../shop.environment.js';
import { MoneyService, type Sale } from './money/money.service.js';
import { planRefund } from './money/refund-plan.js';
import { MarketOrders } from './orders/market-orders.service.js';
import { refundView, salesView, saleView } from './views/sales.view.js';

type Params = Readonly<Record<string, string>>;

/** Shows where every cent of the market's orders is, and refunds them. */
@Controller('marketplace/sales')
@UseGuards(ThisMachineGuard)
export class SalesController {
  constructor(
    private readonly orders: MarketOrders,
    private readonly money: MoneyService,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    const sales = await Promise.all((await this.orders.list()).map((order) => this.money.sale(order)));
    this.pages.send(response, salesView(sales, this.environment.now()));
  }

  @Get([':id', ':id/version'])
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.sendSale(id, response);
  }

  /** Shows the amounts of a refund for confirmation. Sends nothing. */
  @Get(':id/refunds/new')
  async plan(@Param('id') id: string, @Query() query: FormFields, @Res() response: Response): Promise<void> {
    const sale = await this.saleAt(id);
    const planning = planRefund(sale.order, sale.split, readText(query, 'goods'));
    if (!planning.success) return this.sendSale(id, response, planning.problem);
    this.pages.send(response, refundView(sale.order, planning));
  }

  @Post(':id/refunds')
  async refund(
    @Param('id') id: string,
    @Body() fields: FormFields | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const { order } = await this.saleAt(id);
    const piece = Number(readText(fields, 'piece'));
    const problem = await this.money.refund(order, readText(fields, 'goods'), piece);
    if (problem !== undefined) return this.sendSale(id, response, problem);
    response.redirect(303, `/marketplace/sales/${id}`);
  }

  @Post(':id/movements/:step')
  async resolve(@Param() { id = '', step }: Params, @Res() response: Response): Promise<void> {
    const sale = await this.saleAt(id);
    if (step === 'again') await this.money.sendAgain(sale);
    if (step === 'dismiss') await this.money.dismiss(sale);
    response.redirect(303, `/marketplace/sales/${id}`);
  }

  private async sendSale(id: string, response: Response, problem?: string): Promise<void> {
    const view = saleView(await this.saleAt(id), this.environment.now(), problem);
    this.pages.send(response, view, problem === undefined ? 200 : 422);
  }

  private async saleAt(id: string): Promise<Sale> {
    return this.money.sale(found(await this.orders.find(id)));
  }
}
