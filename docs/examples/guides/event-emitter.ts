import { expect } from '@jest/globals';
import { EventEmitterModule } from '@nestjs/event-emitter';
import { Test } from '@nestjs/testing';
import { PayModule } from 'nestjs-pay';
import type { World } from '../world.js';
// #region example
import { Injectable } from '@nestjs/common';
import { EventEmitter2, OnEvent } from '@nestjs/event-emitter';
import { OnPayEvent, PayEventType } from 'nestjs-pay';
import type { PaymentCreatedEvent } from 'nestjs-pay';

export class OrderPaid {
  constructor(
    readonly orderCode: string,
    readonly transactionId: string,
  ) {}
}

@Injectable()
export class PaymentEvents {
  constructor(private readonly emitter: EventEmitter2) {}

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  async paid({ data }: PaymentCreatedEvent): Promise<void> {
    // Otherwise the event would count as handled, although nothing happened.
    if (!this.emitter.hasListeners('order.paid')) throw new Error('nothing listens to order.paid');
    // Waits for all listeners. `emit` would not: a failed listener would lose the event.
    await this.emitter.emitAsync('order.paid', new OrderPaid(data.OrderCodeText, data.TransactionId));
  }
}

@Injectable()
export class Shipping {
  readonly shipped = new Set<string>();

  @OnEvent('order.paid', { suppressErrors: false }) // by default, Nest only logs the error
  async ship({ orderCode }: OrderPaid): Promise<void> {
    await this.callCarrier(orderCode);
    this.shipped.add(orderCode); // the same event can arrive twice
  }

  protected callCarrier(_orderCode: string): Promise<void> {
    return Promise.resolve(); // yours
  }
}
// #endregion

let isCarrierDown = false;

class FlakyShipping extends Shipping {
  protected override callCarrier(): Promise<void> {
    return isCarrierDown ? Promise.reject(new Error('no carrier')) : Promise.resolve();
  }
}

export const run = async ({ simulator }: World): Promise<void> => {
  const wallet = { ...simulator.credentials.merchant, dev: true, endpoints: simulator.endpoints };
  const testing = await Test.createTestingModule({
    imports: [EventEmitterModule.forRoot(), PayModule.forRoot({ wallet, webhooks: { path: 'pay/webhook' } })],
    providers: [PaymentEvents, { provide: Shipping, useClass: FlakyShipping }],
  }).compile();
  const app = testing.createNestApplication({ rawBody: true, logger: false });
  await app.listen(0, '127.0.0.1');
  try {
    const url = `${(await app.getUrl()).replace('localhost', '127.0.0.1')}/pay/webhook`;
    await simulator.webhooks.register({ url, eventTypeIds: [1796] });
    isCarrierDown = true;
    const { orderCode } = simulator.pay();
    await simulator.deliveries.settled();
    const { shipped } = app.get(Shipping);
    expect(shipped.size).toBe(0);
    // The listener failed, so the service delivers the event again after an hour.
    isCarrierDown = false;
    await simulator.clock.advance(3_600_000);
    await simulator.deliveries.settled();
    expect([...shipped]).toEqual([orderCode]);
    app.get(EventEmitter2).removeAllListeners('order.paid');
    simulator.pay();
    await simulator.deliveries.settled();
    const { length: kept } = simulator.deliveries.list().filter(({ state }) => state !== 'delivered');
    expect(kept).toBe(1);
  } finally {
    await app.close();
  }
};
