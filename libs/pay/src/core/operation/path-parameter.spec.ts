import { describe, expect, it } from '@jest/globals';
import { TestingTransport, wallet } from '../../client.testing.js';

describe('a session ID', () => {
  const sale = (sessionId: unknown) =>
    ({
      sessionId,
      terminalId: '1',
      cashRegisterId: 'r',
      amount: 100,
      currencyCode: '978',
      merchantReference: '',
    }) as never;

  it.each([' a', 'a ', 'a/b?c#d', '%2e%2e', '…é', 'x'.repeat(200)])(
    'is sent, read and aborted unchanged: %p',
    async (sessionId) => {
      const transport = new TestingTransport([{ body: '' }, { status: 202 }, { body: '' }]);
      const { pos } = wallet(transport);
      await pos.transactions.initiateSaleRequest(sale(sessionId));
      await pos.session.retrieveSessionById({ sessionId });
      await pos.session.abortSession({ sessionId, cashRegisterId: 'r' });
      const [sent, read, aborted] = transport.calls;
      expect(JSON.parse(String(sent?.body))).toMatchObject({ sessionId });
      for (const call of [read, aborted])
        expect(decodeURIComponent(new URL(String(call?.url)).pathname.split('/').at(-1) ?? '')).toBe(
          sessionId,
        );
    },
  );

  it.each(['', ' ', '.', '..', 'a\nb', 'a\u0000', '\ud800', 'x'.repeat(201), 7, null])(
    'is rejected by the sale and by the reads if it does not fit into a path: %p',
    async (sessionId) => {
      const transport = new TestingTransport([]);
      const { pos } = wallet(transport);
      for (const result of [
        await pos.transactions.initiateSaleRequest(sale(sessionId)),
        await pos.session.retrieveSessionById({ sessionId } as never),
        await pos.session.waitForSession({ sessionId } as never),
        await pos.session.abortSession({ sessionId, cashRegisterId: 'r' } as never),
      ])
        expect(result).toMatchObject({
          code: 'validationerror',
          error: { fields: [{ field: 'sessionId' }] },
        });
      expect(transport.sent).toHaveLength(0);
    },
  );
});
