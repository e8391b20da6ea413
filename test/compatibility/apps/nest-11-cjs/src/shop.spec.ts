import { Test } from '@nestjs/testing';
import { PayPayments } from 'nestjs-pay';
import { sell, ShopModule } from './shop';

// A busy machine needs more than the default of 5 seconds.
jest.setTimeout(60_000);

describe('ShopModule', () => {
  it('sells on the CommonJS build', async () => {
    const seen = await sell(async () => {
      const testing = await Test.createTestingModule({ imports: [ShopModule] }).compile();
      return testing.createNestApplication({ rawBody: true });
    });
    expect(require.resolve('nestjs-pay')).toMatch(/dist.cjs.index\.js$/);
    expect(seen).toMatchObject({ payment: 'approved', paid: [{ confirmedBy: 'api' }], isOneClass: true });
  });

  it('replaces a provider by class', async () => {
    const testing = await Test.createTestingModule({ imports: [ShopModule] })
      .overrideProvider(PayPayments)
      .useValue({ createOrder: 'a double' })
      .compile();
    expect(testing.get(PayPayments, { strict: false }).createOrder).toBe('a double');
    await testing.close();
  });
});
