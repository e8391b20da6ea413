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

const wallet = { clientId: 'a', clientSecret: 'b', merchantId: 'c', apikey: 'd' };
const named = (name?: string) => PayModule.forRoot({ name, wallet });

describe('names of accounts stop the boot', () => {
  it.each<[string, (string | undefined)[], string]>([
    ['told apart by capitals only', ['shop-gr', 'SHOP-GR'], "'shop-gr' and 'SHOP-GR'"],
    ['told apart by dashes only', ['shop-gr', 'shop_gr'], "'shop-gr' and 'shop_gr'"],
    ['whose variables are another’s client', ['shop', 'shop-isv'], 'PAY_SHOP_ISV_CLIENT_ID'],
    [
      'whose variables are another’s platform',
      ['shop-marketplace', 'shop'],
      'PAY_SHOP_MARKETPLACE_CLIENT_ID',
    ],
    [
      'whose variables are another’s terminals',
      ['shop', 'Shop_Cloud-Terminal'],
      'PAY_SHOP_CLOUD_TERMINAL_CLIENT_ID',
    ],
    [
      'whose variables are those of the one without',
      [undefined, 'cloud-terminal'],
      'PAY_CLOUD_TERMINAL_CLIENT_ID',
    ],
    ['that are a client’s in other capitals', ['ISV'], 'name is ISV, which is the name of a client'],
    [
      'that are a client’s in other capitals too',
      ['Wallet'],
      'name is Wallet, which is the name of a client',
    ],
  ])('%s', async (_what, names, message) => {
    const { failure, log } = await boot({ imports: names.map(named) });
    expect(failure).not.toBe('');
    expect(failure + log).toContain(message);
  });

  it.each([[['shop', 'shop-gr', undefined]], [['shop-isv', 'shop-gr']], [['shop', 'shop-isv-eu']]])(
    'not %j',
    async (names) => {
      expect(await boot({ imports: names.map(named) })).toMatchObject({ failure: '' });
    },
  );

  it('null is none, and leaving it out is', () => {
    const name = null as unknown as string;
    expect(() => PayModule.forRoot({ name, wallet })).toThrow('name must be letters, digits, - and _');
    expect(() => PayModule.forRoot({ name, wallet })).toThrow('leave it out');
    expect(() => PayModule.forRootAsync({ name, useFactory: () => ({ wallet }) })).toThrow('leave it out');
  });
});

describe('misspelt members of decorators', () => {
  const say = (said: object): object => said;

  it.each<[object, string]>([
    [{ acount: 'shop' }, 'acount is not an option: did you mean account?'],
    [{ unconfirmd: true }, 'unconfirmd is not an option: did you mean unconfirmed?'],
    [{ unconfirmed: 'yes' }, 'unconfirmed must be true or false'],
    [{ account: '' }, 'account must be a non-empty string'],
  ])('of @OnPayEvent() are refused: %j', (options, message) => {
    expect(() => OnPayEvent('*', say(options))).toThrow(message);
    expect(() => OnPayEvent(PayEventType.OrderUpdated, say(options))).toThrow(message);
  });

  it('as are types of events that are none', () => {
    expect(() => OnPayEvent('1796' as unknown as '*')).toThrow('@OnPayEvent()');
    expect(() => OnPayEvent(...([] as unknown as ['*']))).toThrow('@OnPayEvent()');
    expect(() => OnPayEvent('*', null as unknown as undefined)).toThrow('@OnPayEvent()');
    expect(() => OnPayEvent('*', { account: null, unconfirmed: true })).not.toThrow();
    expect(() => OnPayEvent('*', undefined)).not.toThrow();
  });

  it.each<[object, string]>([
    [{ acount: 'shop' }, 'acount is not an option: did you mean account?'],
    [{ account: 'shop', clent: 'wallet' }, 'clent is not an option: did you mean client?'],
    [{ client: 'walet' }, "client must be 'wallet', 'marketplace' or 'isv'"],
    [{ account: null }, 'account must be a non-empty string'],
  ])('of @InjectPay() and getPayToken() are refused: %j', (place, message) => {
    expect(() => InjectPay(PayPayments, say(place))).toThrow(message);
    expect(() => getPayToken(PayPayments, say(place))).toThrow(message);
  });
});

describe('two webhooks on one path', () => {
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

  it('stop the boot: the second would never be reached', async () => {
    const { failure } = await boot({ imports: accounts, controllers: [GreekHook, RomanianHook] });
    expect(failure).toContain('GreekHook.receivePayWebhook');
    expect(failure).toContain('RomanianHook.receivePayWebhook');
    expect(failure).toContain('/hook');
  });

  it('are none on other paths, hosts, or below another module’s prefix', async () => {
    @Module({ imports: accounts, controllers: [RomanianHook] })
    class Romania {}
    const imports = [...accounts, Romania, RouterModule.register([{ path: 'ro', module: Romania }])];
    const controllers = [GreekHook, OtherHook, HostHook];
    expect(await boot({ imports, controllers })).toMatchObject({ failure: '' });
  });
});
