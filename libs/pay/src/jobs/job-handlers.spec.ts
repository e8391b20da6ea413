import { expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { OnPaySale, SaleSubscriber } from '../till/on-pay-sale.decorator.js';
import { JobHandlers } from './job-handlers.js';

it('runs the handlers of a job, also methods whose name is a symbol', async () => {
  const ran: string[] = [];
  const PAID = Symbol('paid');
  @Injectable()
  class Handlers {
    @OnPaySale('paid') paid(): void {
      ran.push('named');
    }
    @OnPaySale('paid') [PAID](): void {
      ran.push('symbol');
    }
    @OnPaySale('not-paid') notPaid(): void {
      ran.push('not-paid');
    }
  }
  const app = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [JobHandlers, Handlers],
  }).compile();
  await app.get(JobHandlers).find(SaleSubscriber, 'OnPaySale')('paid', {}, null);
  expect(ran).toEqual(['named', 'symbol']);
});
