import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { Query, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { DeviceStatus, PayPos } from 'nestjs-pay';
import { PayFiscal, PayFiscalError } from 'nestjs-pay/fiscal';
import { PayTill, PayTillError } from 'nestjs-pay/till';
import type { PaySale } from 'nestjs-pay/till';
import { SHOP_CURRENCY } from '../catalogue/goods.js';
import { readText, type FormFields } from '../form-fields.js';
import { found } from '../pages/found.js';
import { PageWriter } from '../pages/page-writer.js';
import { ShopEnvironment } from '../shop.environment.js';
import { money } from '../views/money.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { documentOf } from './fiscal-document.js';
import { ShopProvider } from './shop-provider.js';
import {
  readEntered,
  readRefundForm,
  readSaleForm,
  type EnteredSale,
  type TillProblems,
} from './till-form.js';
import { saleView } from './views/sale.view.js';
import { tillView } from './views/till.view.js';

/** Number of sales and refunds that the till lists. */
const LISTED = 10;

/** Pages of the till: start a sale, watch it, abort it, refund it. */
@UseGuards(ThisMachineGuard)
@Controller('till')
export class TillController {
  constructor(
    private readonly till: PayTill,
    private readonly fiscal: PayFiscal,
    private readonly provider: ShopProvider,
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
    if (!form.success) return this.sendTill(response, form.entered, form.problems);
    const { reference } = form.draft;
    const customerTrns = `Harbour Lane, ${reference}`;
    const request = { ...form.draft, customerTrns };
    const selling = this.environment.aade?.isOn()
      ? this.fiscal.sell({ ...request, document: documentOf('sale', request.amount) })
      : this.till.sell({ ...request, currencyCode: SHOP_CURRENCY.code });
    const sale = await selling.catch(refusalOf);
    if (typeof sale !== 'string') return this.leadTo(sale, response);
    await this.sendTill(response, readEntered(fields ?? {}), { form: sale });
  }

  /** Switches fiscal sales on or off at the simulated terminals. */
  @Post('fiscal')
  switchFiscal(@Body() fields: FormFields | undefined, @Res() response: Response): void {
    found(this.environment.aade).set(readText(fields ?? {}, 'on') === 'yes');
    response.redirect(303, '/till');
  }

  /** Makes the shop's e-invoicing provider unreachable, or reachable again. */
  @Post('provider')
  switchProvider(@Body() fields: FormFields | undefined, @Res() response: Response): void {
    this.provider.isDown = readText(fields ?? {}, 'down') === 'yes';
    response.redirect(303, '/till');
  }

  @Get([':id', ':id/version'])
  async watch(@Param('id') id: string, @Res() response: Response): Promise<void> {
    await this.sendSale(response, await this.saleAt(id));
  }

  @Post(':id/abort')
  async abort(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.leadTo(await this.till.abort((await this.saleAt(id)).id), response);
  }

  @Post(':id/ask')
  async ask(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.leadTo(await this.till.recheck((await this.saleAt(id)).id), response);
  }

  @Post(':id/refunds')
  async refund(
    @Param('id') id: string,
    @Body() fields: FormFields | undefined,
    @Res() response: Response,
  ): Promise<void> {
    const sale = await this.saleAt(id);
    const form = readRefundForm(fields ?? {}, id);
    if (!form.success) return this.sendSale(response, sale, form.entered.amount, form.problems);
    const { draft } = form;
    const isFiscal = (await this.fiscal.get(id)) !== null;
    const refunding = isFiscal
      ? this.fiscal.refund(id, { ...draft, document: documentOf('refund', draft.amount) })
      : this.till.refund(id, draft);
    const refund = await refunding.catch(refusalOf);
    if (typeof refund !== 'string') return this.leadTo(refund, response);
    const left = money(leftOf(sale, await this.till.list({ parentId: id })));
    const { amount: entered } = readEntered(fields ?? {});
    await this.sendSale(response, sale, entered, { amount: `Please enter at most ${left}. ${refund}` });
  }

  private leadTo({ id }: PaySale, response: Response): void {
    response.redirect(303, `/till/${id}`);
  }

  private async sendTill(
    response: Response,
    entered: EnteredSale,
    problems: TillProblems = {},
  ): Promise<void> {
    const sales = await this.till.list({ limit: LISTED });
    const terminals = await this.pos.devices.searchDevices({ statusId: DeviceStatus.Live });
    const key = this.environment.newId();
    const unreported = await this.fiscal.list({ state: 'paid' });
    const isOn = this.environment.aade?.isOn() ?? null;
    const fiscal = { isOn, isProviderDown: this.provider.isDown, unreported };
    const view = tillView({
      terminals,
      entered,
      problems,
      key,
      sales,
      environment: this.environment,
      fiscal,
    });
    this.pages.send(response, view, statusOf(problems));
  }

  private async sendSale(
    response: Response,
    sale: PaySale,
    entered?: string,
    problems: TillProblems = {},
  ): Promise<void> {
    const refunds = (await this.till.list({ parentId: sale.id })).toReversed();
    const left = leftOf(sale, refunds);
    const key = this.environment.newId();
    const fiscal = await this.fiscal.get(sale.id);
    const view = saleView({
      sale,
      refunds,
      left,
      key,
      environment: this.environment,
      fiscal,
      entered,
      problems,
    });
    this.pages.send(response, view, statusOf(problems));
  }

  private async saleAt(id: string): Promise<PaySale> {
    return found(await this.till.get(id));
  }
}

const statusOf = (problems: TillProblems): number => (Object.keys(problems).length > 0 ? 422 : 200);

/** Returns what is left to refund, in minor units. A refund whose outcome is unknown counts. */
function leftOf({ state, amount }: PaySale, refunds: readonly PaySale[]): number {
  if (state !== 'paid') return 0;
  const counted = refunds.filter((refund) => refund.state !== 'not-paid');
  return counted.reduce((left, refund) => left - refund.amount, amount);
}

/** Returns why the till refuses a request. */
function refusalOf(error: unknown): string {
  if (error instanceof PayTillError || error instanceof PayFiscalError) return error.message;
  throw error;
}
