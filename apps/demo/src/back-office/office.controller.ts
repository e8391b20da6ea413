import { Body, Controller, Get, Post, Redirect, Req, Res, UseGuards } from '@nestjs/common';
import type { Request, Response } from 'express';
import { readText, type FormFields } from '../form-fields.js';
import { PageWriter } from '../pages/page-writer.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { AuditLog } from './audit-log.js';
import { STAFF, STAFF_COOKIE, staffMemberOf } from './staff.js';
import { auditView } from './views/office.view.js';

/** Number of entries that the audit lists. */
const LISTED = 100;

/** Shows who did what in the back office, and lets the visitor be another person. */
@Controller('back-office')
@UseGuards(ThisMachineGuard)
export class OfficeController {
  constructor(
    private readonly audit: AuditLog,
    private readonly pages: PageWriter,
  ) {}

  @Get()
  @Redirect('/back-office/payments', 303)
  payments(): void {
    // The operator's pages are the first ones.
  }

  @Get('audit')
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    this.pages.send(response, auditView(await this.audit.list(LISTED), staffMemberOf(request).name));
  }

  @Post('staff')
  choose(@Body() fields: FormFields | undefined, @Res() response: Response): void {
    const name = readText(fields, 'name');
    if (STAFF.some(({ person }) => person.name === name))
      response.cookie(STAFF_COOKIE, name, { httpOnly: true, sameSite: 'strict', path: '/back-office' });
    response.redirect(303, '/back-office/audit');
  }
}
