import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { Controller, HttpCode, Injectable, Post, UseGuards } from '@nestjs/common';
import type { DynamicModule, Type } from '@nestjs/common';
import * as pay from 'nestjs-pay';
import {
  InjectPay,
  Marketplace,
  PayISV,
  PayIsvService,
  PayMarketplaceService,
  PayModule,
  PayWallet,
  PayWalletService,
  PayWebhookGuard,
} from 'nestjs-pay';
import { createPaySimulator } from 'pay-simulator';
import { createApp, walletOf } from './nest-app.js';

// The user chose these names. They are part of the interface, so no change removes them.
const AREAS = [
  ...['PayPayments', 'PayTransactions', 'PayWebhooks', 'PayFees', 'PayBankTransfers', 'PayWallets'],
  ...['PayDataServices', 'PayPos', 'PayResellers', 'PayRFCodePayments', 'PayObligations', 'PaySourceCode'],
  ...['PayLegacyBankAccounts', 'IsvPayments', 'IsvTransactions', 'IsvConnectedAccounts', 'IsvSourceCode'],
  ...['IsvPos', 'IsvWebhook', 'MarketPlacePayments', 'MarketPlaceSellers', 'MarketPlaceTransactions'],
  'MarketPlaceTransfers',
];
const TOP_LEVEL = ['package.json', 'nest-cli.json', 'libs/pay', 'apps/sample', 'test', 'README.md'];
const PACKAGES = [
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/config',
  '@nestjs/axios',
  'rxjs',
  'class-validator',
];

@Injectable()
class Everything {
  constructor(
    readonly wallet: PayWallet,
    readonly walletService: PayWalletService,
    readonly isv: PayISV,
    readonly isvService: PayIsvService,
    readonly marketplace: Marketplace,
    readonly marketplaceService: PayMarketplaceService,
    @InjectPay(PayWalletService, 'greece') readonly greece: PayWalletService,
  ) {}
}

@Controller('hook')
class Hook {
  @Post()
  @HttpCode(200)
  @UseGuards(PayWebhookGuard)
  receive(): void {}
}

it('PayModule provides the clients under both names, each area, and the guard for webhook routes', async () => {
  const simulator = await createPaySimulator({ seed: 'names' });
  const clients = {
    wallet: walletOf(simulator),
    isv: { ...simulator.credentials.isv, dev: true, endpoints: simulator.endpoints },
    marketplace: walletOf(simulator),
  };
  const forms: DynamicModule[] = [
    PayModule.forRoot(clients),
    PayModule.forRootAsync({ useFactory: () => clients }),
  ];
  for (const form of forms) {
    const greece = PayModule.forRoot({ name: 'greece', wallet: clients.wallet });
    const app = await createApp({
      imports: [form, greece],
      controllers: [Hook],
      providers: [
        Everything,
        { provide: 'by token', inject: [PayWalletService], useFactory: (one) => one as unknown },
      ],
    });
    await app.init();
    const one = app.get(Everything);
    expect(one.wallet).toBeInstanceOf(PayWallet);
    expect(one.walletService).toBe(one.wallet);
    expect(one.isv).toBeInstanceOf(PayISV);
    expect(one.isvService).toBe(one.isv);
    expect(one.marketplace).toBeInstanceOf(Marketplace);
    expect(one.marketplaceService).toBe(one.marketplace);
    expect(one.greece).toBeInstanceOf(PayWalletService);
    expect(one.greece).not.toBe(one.wallet);
    expect(app.get(PayWalletService)).toBe(one.wallet);
    expect(app.get('by token')).toBe(one.wallet);
    const exported = pay as unknown as Record<string, Type>;
    for (const area of AREAS) expect(app.get(exported[area] as Type)).toBeInstanceOf(exported[area]);
    await app.close();
  }
  await simulator.close();
});

it('the workspace has the folders and packages that the user named, and the packages ask for them', () => {
  expect(TOP_LEVEL.filter((path) => !existsSync(path))).toEqual([]);
  const packagesOf = (file: string): string[] => {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >;
    return ['dependencies', 'peerDependencies', 'devDependencies'].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    );
  };
  expect(packagesOf('libs/pay/package.json')).toEqual(expect.arrayContaining(PACKAGES));
  expect(packagesOf('package.json')).toEqual(expect.arrayContaining([...PACKAGES, 'jest']));
  expect(readFileSync('nest-cli.json', 'utf8')).toContain('apps/sample');
});
