import { pipeline } from 'node:stream/promises';
import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import { PayError } from 'nestjs-pay';
import type { PayoutReport } from 'nestjs-pay/payouts';
import type { Response } from 'express';
import { readText, type FormFields } from '../form-fields.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { Bookkeeping } from './bookkeeping.js';
import { payoutsView, type PayoutsPage, type Period } from './payouts.view.js';

const DAY_MS = 86_400_000;
const DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens', dateStyle: 'short' });

/** Shows which sales and fees the amounts on the bank statement consist of. */
@Controller('back-office/payouts')
@UseGuards(ThisMachineGuard)
export class PayoutsController {
  constructor(
    private readonly bookkeeping: Bookkeeping,
    private readonly pages: PageWriter,
  ) {}

  @Get()
  async show(@Query() fields: FormFields, @Res() response: Response): Promise<void> {
    const period = readPeriod(fields);
    const page = await this.page(period);
    this.pages.send(response, payoutsView(page), 'problem' in page ? 422 : 200);
  }

  /** Downloads the lines while they are read. */
  @Get('lines.csv')
  async download(@Query() fields: FormFields, @Res() response: Response): Promise<void> {
    const period = readPeriod(fields);
    const report = this.report(period);
    if (report === null || typeof report === 'string') return this.show(fields, response);
    const lines = report.csv({ format: 'spreadsheet' });
    response.type('text/csv; charset=utf-8').attachment(`payouts-${period.from}-${period.to}.csv`);
    response.set('Cache-Control', 'no-store');
    // A failure ends the connection, so that the browser does not keep a part of the file as a whole.
    await pipeline(lines, response).catch(() => response.destroy());
  }

  private async page(period: Period): Promise<PayoutsPage> {
    const report = this.report(period);
    if (report === null) return { period, summary: null };
    if (typeof report === 'string') return { period, problem: report };
    try {
      return { period, summary: await report.summary() };
    } catch (error) {
      if (error instanceof PayError) return { period, problem: error.message };
      throw error;
    }
  }

  /** Returns what is wrong with the period as text, and null without credentials. */
  private report(period: Period): PayoutReport | string | null {
    try {
      return this.bookkeeping.payouts?.reconcile(period) ?? null;
    } catch (error) {
      if (error instanceof RangeError) return error.message;
      throw error;
    }
  }
}

/** Reads the days of an address. The default is the last 30 days in the time zone of the service. */
function readPeriod(fields: FormFields): Period {
  const now = Date.now();
  return {
    from: readText(fields, 'from') || DAY.format(now - 30 * DAY_MS),
    to: readText(fields, 'to') || DAY.format(now),
  };
}
