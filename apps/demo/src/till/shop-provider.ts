import { Injectable } from '@nestjs/common';
import { localFiscalProvider } from 'nestjs-pay/fiscal';
import type { PayFiscalProvider } from 'nestjs-pay/fiscal';
import { AADE_TEST_KEY } from 'pay-simulator';
import { ShopEnvironment } from '../shop.environment.js';

/** The shop's e-invoicing provider: it signs with the public test key, and can be down. A real shop calls its provider's API here. */
@Injectable()
export class ShopProvider implements PayFiscalProvider {
  readonly id: string;
  isDown = false;
  private readonly books: PayFiscalProvider;

  constructor(environment: ShopEnvironment) {
    const now = (): Date => new Date(environment.now());
    this.books = localFiscalProvider({ privateKey: AADE_TEST_KEY.privateKey, now });
    this.id = this.books.id;
  }

  sign: PayFiscalProvider['sign'] = (request, call) => this.reach().sign(request, call);
  report: PayFiscalProvider['report'] = (payment, call) => this.reach().report(payment, call);
  cancel: PayFiscalProvider['cancel'] = async (signature, call) => this.reach().cancel?.(signature, call);

  private reach(): PayFiscalProvider {
    if (this.isDown) throw new Error('the provider is down');
    return this.books;
  }
}
