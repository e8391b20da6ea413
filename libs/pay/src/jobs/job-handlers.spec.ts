import { expect, it } from '@jest/globals';
import { Injectable } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { JobHandlers } from './job-handlers.js';

const OnJob = DiscoveryService.createDecorator<readonly string[]>();

it('runs the handlers of a job, also methods whose name is a symbol', async () => {
  const ran: string[] = [];
  const PAID = Symbol('paid');
  @Injectable()
  class Handlers {
    @OnJob(['paid']) paid(): void {
      ran.push('named');
    }
    @OnJob(['paid']) [PAID](): void {
      ran.push('symbol');
    }
    @OnJob(['not-paid']) notPaid(): void {
      ran.push('not-paid');
    }
  }
  const app = await Test.createTestingModule({
    imports: [DiscoveryModule],
    providers: [JobHandlers, Handlers],
  }).compile();
  await app.get(JobHandlers).find(OnJob, 'OnJob')('paid', {}, null);
  expect(ran).toEqual(['named', 'symbol']);
});
