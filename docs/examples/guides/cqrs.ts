import { expect } from '@jest/globals';
import { CqrsModule } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { PayModule } from 'nestjs-pay';
import type { World } from '../world.js';
// #region example
import { Injectable } from '@nestjs/common';
import { Command, CommandBus, CommandHandler } from '@nestjs/cqrs';
import type { ICommandHandler } from '@nestjs/cqrs';
import { OnPayEvent, PayEventType } from 'nestjs-pay';
import type { PaymentCreatedEvent } from 'nestjs-pay';

export class MarkOrderPaid extends Command<void> {
  constructor(
    readonly orderCode: string,
    readonly transactionId: string,
  ) {
    super();
  }
}

@CommandHandler(MarkOrderPaid)
export class MarkOrderPaidHandler implements ICommandHandler<MarkOrderPaid> {
  readonly paid = new Map<string, string>(); // your database

  execute({ orderCode, transactionId }: MarkOrderPaid): Promise<void> {
    this.paid.set(orderCode, transactionId); // the same event can arrive twice
    return Promise.resolve();
  }
}

@Injectable()
export class PaymentEvents {
  constructor(private readonly commands: CommandBus) {}

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async paid({ data }: PaymentCreatedEvent): Promise<void> {
    // A command waits and passes errors on. `EventBus.publish` does neither.
    await this.commands.execute(new MarkOrderPaid(data.OrderCodeText, data.TransactionId));
  }
}
// #endregion

export const run = async ({ simulator }: World): Promise<void> => {
  const wallet = { ...simulator.credentials.merchant, dev: true, endpoints: simulator.endpoints };
  const testing = await Test.createTestingModule({
    imports: [CqrsModule.forRoot(), PayModule.forRoot({ wallet, webhooks: { path: 'pay/webhook' } })],
    providers: [PaymentEvents, MarkOrderPaidHandler],
  }).compile();
  const app = testing.createNestApplication({ rawBody: true, logger: false });
  await app.listen(0, '127.0.0.1');
  try {
    const url = `${(await app.getUrl()).replace('localhost', '127.0.0.1')}/pay/webhook`;
    await simulator.webhooks.register({ url, eventTypeIds: [1796] });
    const { orderCode, id } = simulator.pay();
    await simulator.deliveries.settled();
    expect([...app.get(MarkOrderPaidHandler).paid]).toEqual([[orderCode, id]]);
  } finally {
    await app.close();
  }
};
