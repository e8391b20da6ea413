import { Controller, Get, NotFoundException, Param, Post, Res, UseGuards } from '@nestjs/common';
import type { Response } from 'express';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { ShopEnvironment } from '../shop.environment.js';
import { membersView } from './memberships.view.js';
import { Memberships } from './memberships.service.js';

/** Lists all memberships, and lets the simulator's time pass. */
@Controller('back-office/members')
@UseGuards(ThisMachineGuard)
export class MembersController {
  constructor(
    private readonly memberships: Memberships,
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    const hasClock = this.environment.passMonth !== null;
    this.pages.send(response, membersView(await this.memberships.list(), hasClock));
  }

  /** @param card - `declined`: the next charge is declined. */
  @Post('month/:card')
  async month(@Param('card') card: string, @Res() response: Response): Promise<void> {
    if (this.environment.passMonth === null) throw new NotFoundException();
    await this.environment.passMonth(card === 'declined');
    await this.memberships.charge();
    response.redirect(303, '/back-office/members');
  }
}
