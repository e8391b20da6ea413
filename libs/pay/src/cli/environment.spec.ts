import { describe, expect, it } from '@jest/globals';
import { clientsOf, webhookUrlOf } from './environment.js';

describe('the environment variables of a command', () => {
  it('have the same meaning as in the application: values are trimmed, and blank values are ignored', () => {
    const environment = {
      PAY_CLIENT_ID: ' client-1 ',
      PAY_CLIENT_SECRET: 'secret-1\n',
      PAY_CLOUD_TERMINAL_CLIENT_ID: 'terminal-1',
      PAY_CLOUD_TERMINAL_CLIENT_SECRET: 'terminal-secret-1',
      PAY_ISV_CLIENT_ID: ' ',
      PAY_DEV: ' true',
    };
    expect(clientsOf(environment)).toEqual({
      wallet: {
        clientId: 'client-1',
        clientSecret: 'secret-1',
        cloudTerminal: { clientId: 'terminal-1', clientSecret: 'terminal-secret-1' },
        dev: true,
      },
    });
    expect(webhookUrlOf({ PAY_WEBHOOK_URL: ' https://shop.example/pay ' })).toBe('https://shop.example/pay');
    expect(webhookUrlOf({ PAY_WEBHOOK_URL: ' ' })).toBeUndefined();
  });

  it('are rejected by name if a value is invalid', () => {
    expect(() => clientsOf({ PAY_CLIENT_ID: 'client-1', PAY_DEV: 'perhaps' })).toThrow(
      'PAY_DEV must be true, false, 1 or 0',
    );
  });
});
