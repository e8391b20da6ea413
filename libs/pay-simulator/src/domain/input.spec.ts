import { describe, expect, it } from '@jest/globals';
import { checkedInput } from './input.js';

const messageOf = (run: () => unknown): string => {
  try {
    run();
    return 'no error';
  } catch (error) {
    return error instanceof RangeError ? error.message : String(error);
  }
};

describe('an input in JavaScript', () => {
  it('has the limits of contract/control.yaml', () => {
    expect(messageOf(() => checkedInput('duplicateDelivery', { times: 1001 }))).toBe(
      'times: expected a whole number from 1 to 1000 (received 1001)',
    );
    expect(messageOf(() => checkedInput('setPermissions', { allowRefund: true }))).toBe(
      'allowRefund: unknown member: did you mean allowRefunds?',
    );
    expect(
      messageOf(() => checkedInput('registerWebhook', { url: 'http://a', eventTypeIds: ['1796'] })),
    ).toBe('eventTypeIds[0]: expected a whole number (received "1796")');
    expect(messageOf(() => checkedInput('saveSource', null as never))).toBe('body: expected a JSON object');
  });

  it('loses members that are undefined, so that they change nothing', () => {
    expect(checkedInput('saveSource', { code: 'shop', name: undefined })).toStrictEqual({ code: 'shop' });
    expect(messageOf(() => checkedInput('saveSource', { code: undefined }))).toBe(
      'code: expected a non-empty string',
    );
  });

  it('repeats no number of a card and no token', () => {
    expect(messageOf(() => checkedInput('advanceClock', { days: '5' }, 'cardNumber'))).toBe(
      'cardNumber.days: expected a number, at least 0',
    );
  });
});
