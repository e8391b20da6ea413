import { Body, Controller, Get, Param, Post, Query, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readCustomer, readText, submissionOf, type FormFields } from '../form-fields.js';
import { found } from '../pages/found.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { rememberedOrders, rememberOrder } from '../pages/visitor.js';
import { ShopEnvironment } from '../shop.environment.js';
import { joinView, membershipView, membersView, type MonthResult } from './memberships.view.js';
import { Memberships, type Member, type Membership } from './memberships.service.js';

/** The members' pages: subscribe, see the charges, pause and cancel. Operators see all members. */
@Controller()
export class MembershipsController {
  constructor(
    private readonly memberships: Memberships,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get('coffee')
  async offer(@Req() request: Request, @Res() response: Response): Promise<void> {
    const known = await Promise.all(rememberedOrders(request).map((id) => this.memberships.find(id)));
    const members = known.filter((one) => one !== undefined);
    const own = await Promise.all(members.map((one) => this.memberships.membership(one)));
    this.pages.send(response, joinView(this.environment.newId(), this.environment.visitor, {}, own));
  }

  @Post('coffee')
  async join(
    @Body() fields: FormFields | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { entered, key, problems } = readCustomer(fields);
    if (Object.keys(problems).length > 0)
      return this.pages.send(response, joinView(this.environment.newId(), entered, problems), 422);
    const member = await this.memberships.join(submissionOf(key, entered), entered);
    rememberOrder(request, response, member.id);
    await this.openPaymentPage(member, response);
  }

  @Get(['coffee/:id', 'coffee/:id/version'])
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.pages.send(response, membershipView(await this.membershipAt(id)));
  }

  @Post('coffee/:id/pay')
  async pay(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const { member, subscription } = await this.membershipAt(id);
    if (subscription?.checkoutUrl) return response.redirect(303, subscription.checkoutUrl);
    await this.openPaymentPage(member, response);
  }

  @Post('coffee/:id/:step')
  async change(
    @Param('id') id: string,
    @Param('step') step: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.membershipAt(id);
    await this.memberships.change(id, step);
    response.redirect(303, `/coffee/${id}`);
  }

  /** Lists all memberships for operators. */
  @Get('back-office/members')
  @UseGuards(ThisMachineGuard)
  async members(@Query() query: FormFields, @Res() response: Response): Promise<void> {
    const lastMonth = readMonthResult(query);
    const clock = this.environment.passMonth && { now: this.environment.now(), lastMonth };
    this.pages.send(response, membersView(await this.memberships.all(), clock));
  }

  /** Lets the simulator's time pass. @param card - `declined`: the next charge is declined. */
  @Post('back-office/members/month/:card')
  @UseGuards(ThisMachineGuard)
  async month(@Param('card') card: string, @Res() response: Response): Promise<void> {
    const before = await this.memberships.countOutcomes();
    await found(this.environment.passMonth)(card === 'declined');
    await this.memberships.charge();
    const { charged, declined } = await this.memberships.countOutcomes();
    const result = { charged: charged - before.charged, declined: Math.max(0, declined - before.declined) };
    response.redirect(303, `/back-office/members?charged=${result.charged}&declined=${result.declined}`);
  }

  private async openPaymentPage(member: Member, response: Response): Promise<void> {
    // Without an address, the member's page shows the state and lets the customer try again.
    response.redirect(303, (await this.memberships.open(member)) ?? `/coffee/${member.id}`);
  }

  private async membershipAt(id: string): Promise<Membership> {
    return this.memberships.membership(found(await this.memberships.find(id)));
  }
}

/** Reads what the clock's button did. */
function readMonthResult(query: FormFields): MonthResult | null {
  const read = (name: string): number => Number.parseInt(readText(query, name), 10);
  const result = { charged: read('charged'), declined: read('declined') };
  return result.charged >= 0 && result.declined >= 0 ? result : null;
}
