import { Body, Controller, Get, Header, NotFoundException, Param, Post } from '@nestjs/common';
import { Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readCustomer, submissionOf, type FormFields } from '../form-fields.js';
import { PageWriter } from '../pages/page-writer.js';
import { rememberedOrders, rememberOrder } from '../pages/visitor.js';
import { ShopEnvironment } from '../shop.environment.js';
import { joinView, membershipVersion, membershipView } from './memberships.view.js';
import { Memberships, type Member, type Membership } from './memberships.service.js';

/** The members' pages: subscribe, see the charges, pause and cancel. */
@Controller('coffee')
export class MembershipsController {
  constructor(
    private readonly memberships: Memberships,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get()
  async offer(@Req() request: Request, @Res() response: Response): Promise<void> {
    const found = await Promise.all(rememberedOrders(request).map((id) => this.memberships.find(id)));
    const own = found.filter((one) => one !== undefined);
    this.pages.send(response, joinView(this.environment.newId(), this.environment.visitor, {}, own));
  }

  @Post()
  async join(
    @Body() fields: FormFields | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { entered, key, problems } = readCustomer(fields);
    if (Object.keys(problems).length > 0)
      return this.pages.send(response, joinView(this.environment.newId(), entered, problems), 422);
    const member = await this.memberships.add(submissionOf(key, entered), entered);
    rememberOrder(request, response, member.id);
    await this.openPaymentPage(member, response);
  }

  @Get(':id')
  async show(@Param('id') id: string, @Res() response: Response): Promise<void> {
    this.pages.send(response, membershipView(await this.membershipAt(id)));
  }

  /** Tells the page's script when to reload. */
  @Get(':id/version')
  @Header('Cache-Control', 'no-store')
  async version(@Param('id') id: string): Promise<{ version: string }> {
    return { version: membershipVersion(await this.membershipAt(id)) };
  }

  @Post(':id/pay')
  async pay(@Param('id') id: string, @Res() response: Response): Promise<void> {
    const { member, subscription } = await this.membershipAt(id);
    if (subscription?.checkoutUrl) return response.redirect(303, subscription.checkoutUrl);
    await this.openPaymentPage(member, response);
  }

  @Post(':id/:step')
  async change(
    @Param('id') id: string,
    @Param('step') step: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.membershipAt(id);
    await this.memberships.change(id, step);
    response.redirect(303, `/coffee/${id}`);
  }

  private async openPaymentPage(member: Member, response: Response): Promise<void> {
    // Without an address, the member's page shows the state and lets the customer try again.
    response.redirect(303, (await this.memberships.open(member)) ?? `/coffee/${member.id}`);
  }

  private async membershipAt(id: string): Promise<Membership> {
    const membership = await this.memberships.find(id);
    if (membership === undefined) throw new NotFoundException();
    return membership;
  }
}
