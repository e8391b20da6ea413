import { Module } from '@nestjs/common';
import { ConfigModule } from '@nestjs/config';
import { payConfig } from 'nestjs-pay';
import { PayOperatorModule } from 'nestjs-pay/operator';
import { pgliteStore } from 'nestjs-pay/pglite';
import { ShopDatabase } from '../database/shop-database.js';
import { Orders } from '../orders/orders.service.js';
import { PagesModule } from '../pages/pages.module.js';
import { ThisMachineGuard } from '../pages/this-machine.guard.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { AuditLog } from './audit-log.js';
import { Bookkeeping } from './bookkeeping.js';
import { OfficeController } from './office.controller.js';
import { staffMemberOf } from './staff.js';
import { asset } from '../pages/asset.js';

@Module({
  imports: [ConfigModule.forFeature(payConfig), PaymentsModule],
  providers: [AuditLog, Bookkeeping],
  exports: [AuditLog, Bookkeeping, PaymentsModule],
})
class OfficeModule {}

/** Pages of the shop's operators: those of `nestjs-pay/operator` in the shop's colors, and the audit. */
@Module({
  imports: [
    OfficeModule,
    PagesModule,
    PayOperatorModule.forRootAsync({
      path: 'back-office/payments',
      // A real shop has its login here.
      guards: [ThisMachineGuard],
      imports: [OfficeModule],
      inject: [ShopDatabase, AuditLog, Bookkeeping, Orders],
      useFactory: ({ pglite }: ShopDatabase, audit: AuditLog, reports: Bookkeeping, orders: Orders) => ({
        store: pgliteStore(pglite),
        authorize: staffMemberOf,
        audit: (entry) => audit.write(entry),
        reads: {
          perMinute: 1_000,
          dataServices: () => reports.dataServices,
          ordersOfEmail: (email) => orders.codesOfEmail(email),
        },
        pages: {
          title: 'Harbour Lane',
          stylesheet: asset('operator.css'),
          links: [
            { text: 'Shop', href: '/' },
            { text: 'Members', href: '/back-office/members' },
            { text: 'Audit', href: '/back-office/audit' },
          ],
        },
      }),
    }),
  ],
  controllers: [OfficeController],
})
export class BackOfficeModule {}
