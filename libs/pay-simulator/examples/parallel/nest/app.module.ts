import { Injectable, Module } from '@nestjs/common';
import { OnPayEvent, payConfig, PayEventType, PayModule, PayWalletService, unwrap } from 'nestjs-pay';
import type { ReceivedPayEvent } from 'nestjs-pay';

/** Stands for your application, which reads its account from the environment. */
@Injectable()
export class Shop {
  readonly paid: string[] = [];

  constructor(private readonly pay: PayWalletService) {}

  async buy(amount: number): Promise<string> {
    return unwrap(await this.pay.payments.createOrder({ amount })).orderCodeText;
  }

  @OnPayEvent(PayEventType.TransactionPaymentCreated)
  onPaid({ data }: ReceivedPayEvent<typeof PayEventType.TransactionPaymentCreated>): void {
    this.paid.push(data.OrderCodeText);
  }
}

@Module({
  imports: [PayModule.forRootAsync({ config: payConfig, webhooks: { path: 'pay/webhook' } })],
  providers: [Shop],
})
export class AppModule {}
