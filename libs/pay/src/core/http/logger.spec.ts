import { describe, expect, it } from '@jest/globals';
import { TestingTransport, wallet } from '../../client.testing.js';

describe('a logger', () => {
  it('receives one line for each failure, and none for a success or with logs off', async () => {
    const lines: string[] = [];
    const responses = [
      { status: 404, headers: { 'x-viva-correlationid': '26-1-A' } },
      { body: '{"OrderCode":1,"StateId":0}' },
    ];
    const client = wallet(
      new TestingTransport(responses, { status: 400, body: '{"error":"invalid_client"}' }),
      { logs: true, logger: { error: (line) => lines.push(line) } },
    );
    await client.payments.getOrder(1);
    await client.payments.getOrder(1);
    await client.payments.createOrder({ amount: 100 });
    await client.getCloudTerminalAccessToken();
    expect(lines).toEqual([
      expect.stringMatching(
        /^pay payments\.getOrder failed: code=notfound outcome=rejected status=404 correlationId=26-1-A durationMs=\d+$/,
      ),
      expect.stringMatching(
        /^pay payments\.createOrder failed: code=tokenerror outcome=not-sent status=- correlationId=- durationMs=\d+$/,
      ),
      expect.stringMatching(/^pay getCloudTerminalAccessToken failed: code=tokenerror/),
    ]);
    const silent: string[] = [];
    await wallet(new TestingTransport([{ status: 404 }]), {
      logger: { error: (line) => silent.push(line) },
    }).payments.getOrder(1);
    expect(silent).toEqual([]);
  });

  it('names the method that was called', async () => {
    const lines: string[] = [];
    const client = wallet(new TestingTransport([{ status: 404 }]), {
      logs: true,
      logger: { error: (line) => lines.push(line) },
    });
    await client.transactions.refund('c90d4902-6245-449f-b2b0-51d99cd09cfe', { amount: 1 });
    expect(lines).toEqual([expect.stringContaining('pay transactions.refund failed: ')]);
  });

  it('receives a correlation ID whose digits could be a card number', async () => {
    const lines: string[] = [];
    const id = '26-330-12345670';
    const client = wallet(new TestingTransport([{ status: 404, headers: { 'x-viva-correlationid': id } }]), {
      logs: true,
      logger: { error: (line) => lines.push(line) },
    });
    expect(await client.payments.getOrder(1)).toMatchObject({ meta: { correlationId: id } });
    expect(lines).toEqual([expect.stringContaining(`correlationId=${id} `)]);
  });

  it('may fail synchronously or asynchronously without an effect on the call', async () => {
    const full = new Error('disk full');
    const fails: (() => unknown)[] = [
      () => {
        throw full;
      },
      () => Promise.reject(full),
    ];
    for (const error of fails) {
      const client = wallet(new TestingTransport([{ status: 404 }]), { logs: true, logger: { error } });
      expect(await client.payments.getOrder(1)).toMatchObject({ success: false, code: 'notfound' });
    }
    // The test runner reports unhandled rejections.
    await new Promise(setImmediate);
  });
});
