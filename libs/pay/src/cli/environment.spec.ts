import { describe, expect, it } from '@jest/globals';
import { clientsOf, webhookUrlOf } from './environment.js';

describe('the environment of a command', () => {
  it('says what it says to the application: without the spaces around it, and nothing where it is blank', () => {
    const environment = {
      PAY_CLIENT_ID: ' client-1 ',
      PAY_CLIENT_SECRET: 'secret-1\n',
      PAY_CLOUD_TERMINAL_CLIENT_ID: 'terminal-1',
      PAY_CLOUD_TERMINAL_CLIENT_SECRET: 'terminal-secret-1',
      PAY_ISV_CLIENT_ID: ' ',
      PAY_DEV: ' true',
      PAY_MAX_RETRIES: '',
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

  it('is refused where a text is none of its kind, by the name of the variable', () => {
    expect(() => clientsOf({ PAY_CLIENT_ID: 'client-1', PAY_DEV: 'perhaps' })).toThrow(
      'PAY_DEV must be true, false, 1 or 0',
    );
  });
});
