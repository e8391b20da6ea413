import { describe, expect, it } from '@jest/globals';
import { BadRequest } from './bad-request.js';
import { limitsOf } from './request-limits.js';
import { readValues } from './request-values.js';

const AMOUNT = { type: 'integer', minimum: 1 } as const;
const IS_NEW = { type: 'boolean' } as const;
const LIMITS = limitsOf({
  properties: {
    amount: AMOUNT,
    name: {},
    note: { minLength: 1, isBlank: true },
    dueAt: { format: 'date-time' },
    customer: { type: ['object', 'null'], properties: { name: {}, isNew: IS_NEW } },
    isNew: IS_NEW,
    lines: { type: 'array', items: { type: 'object', properties: { amount: AMOUNT } } },
    anything: { type: 'any' },
    items: { type: 'array', items: { type: 'object' } },
  },
  required: ['name'],
});
const valuesOf = (body: Record<string, unknown>): object => readValues(body, 'body', LIMITS, false);

describe('the values of a request', () => {
  it('have the names of the contract, whatever the case of those that were sent', () => {
    const body = {
      AMOUNT: 5,
      name: 'Jo',
      dueAt: '2026-02-03T10:00:00Z',
      customer: { Name: 'Ada', isNew: true, unknown: 1 },
      lines: [{ amount: 1 }, { amount: 2 }],
      anything: [1],
      unknown: 1,
    };
    expect(valuesOf(body)).toEqual({
      amount: 5,
      name: 'Jo',
      dueAt: Date.parse('2026-02-03T10:00:00Z'),
      customer: { name: 'Ada', isNew: true },
      lines: [{ amount: 1 }, { amount: 2 }],
      anything: [1],
    });
  });

  it('have no member for null, for an absent field and for a blank text', () => {
    expect(valuesOf({ name: 'Jo', customer: null, amount: null, note: '' })).toEqual({ name: 'Jo' });
  });

  it('have a list for a single object', () => {
    expect(valuesOf({ name: 'Jo', lines: { amount: 3 } })).toEqual({ name: 'Jo', lines: [{ amount: 3 }] });
  });

  it('have only objects in a list of objects without known members', () => {
    expect(valuesOf({ name: 'Jo', items: [{ any: 1 }] })).toEqual({ name: 'Jo', items: [{}] });
    expect(() => valuesOf({ name: 'Jo', items: ['text'] })).toThrow('items: expected a list of objects');
  });

  it('are refused with each invalid field, once', () => {
    const body = { amount: 0, customer: { isNew: 'no' }, lines: [{ amount: 'many' }] };
    const problems = [
      'name: expected a value, it is required',
      'amount: expected an integer of at least 1',
      'customer.isNew: expected true or false',
      'lines[0].amount: expected an integer of at least 1',
    ];
    expect(() => valuesOf(body)).toThrow(new BadRequest(problems.join('; ')));
  });
});
