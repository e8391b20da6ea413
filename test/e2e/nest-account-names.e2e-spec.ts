import { describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import {
  getPayToken,
  InjectPay,
  OnPayEvent,
  PayEventType,
  PayModule,
  PayPayments,
  PayWebhook,
} from 'nestjs-pay';
import { boot } from './nest-app.js';

const wallet = {
  clientId: 'a',
  clientSecret: 'b',
  merchantId: '01234567-89ab-cdef-0123-456789abcdef',
  apikey: 'd',
};
const named = (name?: string) => PayModule.forRoot({ name, wallet });

describe('names of PayModules', () => {
  it.each<[string, (string | undefined)[], string]>([
    ['names that differ in case only', ['shop-gr', 'SHOP-GR'], "'shop-gr' and 'SHOP-GR'"],
    ['names that differ in dashes only', ['shop-gr', 'shop_gr'], "'shop-gr' and 'shop_gr'"],
    [
      'a name that gives the variables of another account’s ISV client',
      ['shop', 'shop-isv'],
      'PAY_SHOP_ISV_CLIENT_ID',
    ],
    [
      'a name that gives the variables of another account’s platform client',
      ['shop-marketplace', 'shop'],
      'PAY_SHOP_MARKETPLACE_CLIENT_ID',
    ],
    [
      'a name that gives the variables of another account’s terminals',
      ['shop', 'Shop_Cloud-Terminal'],
      'PAY_SHOP_CLOUD_TERMINAL_CLIENT_ID',
    ],
    [
      'a name that gives a variable of the default account',
      [undefined, 'cloud-terminal'],
      'PAY_CLOUD_TERMINAL_CLIENT_ID',
    ],
    ['the name of the ISV client in another case', ['ISV'], 'name is ISV, which is the name of a client'],
    [
      'the name of the wallet client in another case',
      ['Wallet'],
      'name is Wallet, which is the name of a client',
    ],
  ])('%s: the application does not boot', async (_what, names, message) => {
    const { failure, log } = await boot({ imports: names.map(named) });
    expect(failure).not.toBe('');
    expect(failure + log).toContain(message);
  });

  it.each([[['shop', 'shop-gr', undefined]], [['shop-isv', 'shop-gr']], [['shop', 'shop-isv-eu']]])(
    '%j: the application boots',
    async (names) => {
      expect(await boot({ imports: names.map(named) })).toMatchObject({ failure: '' });
    },
  );

  it('null is rejected, and the message says to leave the name out', () => {
    const name = null as unknown as string;
    expect(() => PayModule.forRoot({ name, wallet })).toThrow('name must be letters, digits, - and _');
    expect(() => PayModule.forRoot({ name, wallet })).toThrow('leave it out');
    expect(() => PayModule.forRootAsync({ name, useFactory: () => ({ wallet }) })).toThrow('leave it out');
  });
});

describe('the options of a decorator', () => {
  /** Hides the type of wrong options from TypeScript. */
  const untyped = (options: object): object => options;

  it.each<[object, string]>([
    [{ acount: 'shop' }, 'acount is not an option: did you mean account?'],
    [{ unconfirmd: true }, 'unconfirmd is not an option: did you mean unconfirmed?'],
    [{ unconfirmed: 'yes' }, 'unconfirmed must be true or false'],
    [{ account: '' }, 'account must be a non-empty string'],
  ])('@OnPayEvent() rejects %j', (options, message) => {
    expect(() => OnPayEvent('*', untyped(options))).toThrow(message);
    expect(() => OnPayEvent(PayEventType.OrderUpdated, untyped(options))).toThrow(message);
  });

  it('@OnPayEvent() rejects event types that are not numbers', () => {
    expect(() => OnPayEvent('1796' as unknown as '*')).toThrow('@OnPayEvent()');
    expect(() => OnPayEvent(...([] as unknown as ['*']))).toThrow('@OnPayEvent()');
    expect(() => OnPayEvent('*', null as unknown as undefined)).toThrow('@OnPayEvent()');
    expect(() => OnPayEvent('*', { account: null, unconfirmed: true })).not.toThrow();
    expect(() => OnPayEvent('*', undefined)).not.toThrow();
    const { TransactionPaymentCreated: paid, OrderUpdate: misspelt } = PayEventType as typeof PayEventType & {
      OrderUpdate: never;
    };
    for (const types of [[paid, misspelt] as const, [misspelt, paid] as const, [paid, NaN] as const])
      expect(() => OnPayEvent(...types)).toThrow('misspelt name');
  });

  it.each<[object, string]>([
    [{ acount: 'shop' }, 'acount is not an option: did you mean account?'],
    [{ account: 'shop', clent: 'wallet' }, 'clent is not an option: did you mean client?'],
    [{ client: 'walet' }, "client must be 'wallet', 'marketplace' or 'isv'"],
    [{ account: null }, 'account must be a non-empty string'],
  ])('@InjectPay() and getPayToken() reject %j', (place, message) => {
    expect(() => InjectPay(PayPayments, untyped(place))).toThrow(message);
    expect(() => getPayToken(PayPayments, untyped(place))).toThrow(message);
  });
});

describe('the paths of two webhooks', () => {
  @PayWebhook({ account: 'shop-gr' })
  @Controller('hook')
  class GreekHook {}
  @PayWebhook({ account: 'shop-ro' })
  @Controller('/hook/')
  class RomanianHook {}
  @PayWebhook({ account: 'shop-ro', path: 'ro' })
  @Controller(['other', 'hook'])
  class OtherHook {}
  @PayWebhook({ account: 'shop-ro' })
  @Controller({ path: 'hook', host: 'ro.example.com' })
  class HostHook {}
  const accounts = [named('shop-gr'), named('shop-ro')];

  it('stop the boot if they are the same', async () => {
    const { failure } = await boot({ imports: accounts, controllers: [GreekHook, RomanianHook] });
    expect(failure).toContain('GreekHook.receivePayWebhook');
    expect(failure).toContain('RomanianHook.receivePayWebhook');
    expect(failure).toContain('/hook');
  });

  it('may differ in path, host or the prefix of their module', async () => {
    @Module({ imports: accounts, controllers: [RomanianHook] })
    class Romania {}
    const imports = [...accounts, Romania, RouterModule.register([{ path: 'ro', module: Romania }])];
    const controllers = [GreekHook, OtherHook, HostHook];
    expect(await boot({ imports, controllers })).toMatchObject({ failure: '' });
  });
});
