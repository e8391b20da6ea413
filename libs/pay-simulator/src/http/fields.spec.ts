import { describe, expect, it } from '@jest/globals';
import { BadRequest, Fields } from './fields.js';
import { limitsOf } from './request-limits.js';

const AMOUNT = { type: 'integer', minimum: 1 } as const;
const IS_NEW = { type: 'boolean' } as const;
const LIMITS = limitsOf({
  properties: {
    amount: AMOUNT,
    name: {},
    dueAt: { format: 'date-time' },
    customer: { type: ['object', 'null'], properties: { name: {}, isNew: IS_NEW } },
    isNew: IS_NEW,
    lines: { type: 'array', items: { type: 'object', properties: { amount: AMOUNT } } },
    anything: { type: 'any' },
  },
  required: ['name'],
});

describe('the rest of the fields', () => {
  it('has the fields that were not read before, by the names of the contract', () => {
    const body = {
      AMOUNT: 5,
      name: 'Jo',
      dueAt: '2026-02-03T10:00:00Z',
      customer: { Name: 'Ada', isNew: true, unknown: 1 },
      lines: [{ amount: 1 }, { amount: 2 }],
      anything: [1],
      unknown: 1,
    };
    const fields = Fields.fromJson(body, false, LIMITS);
    expect(fields.text('name')).toBe('Jo');
    expect(fields.rest()).toEqual({
      amount: 5,
      dueAt: Date.parse('2026-02-03T10:00:00Z'),
      customer: { name: 'Ada', isNew: true },
      lines: [{ amount: 1 }, { amount: 2 }],
      anything: [1],
    });
  });

  it('has no member for null and for an absent field', () => {
    expect(Fields.fromJson({ name: 'Jo', customer: null, amount: null }, false, LIMITS).rest()).toEqual({
      name: 'Jo',
    });
  });

  it('is refused with each invalid field, once', () => {
    const body = { amount: 0, customer: { isNew: 'no' }, lines: [{ amount: 'many' }] };
    const fields = Fields.fromJson(body, false, LIMITS);
    fields.integer('amount');
    const problems = [
      'amount: expected an integer of at least 1',
      'name: expected a value, it is required',
      'customer.isNew: expected true or false',
      'lines[0].amount: expected an integer of at least 1',
    ];
    expect(() => fields.rest()).toThrow(new BadRequest(problems.join('; ')));
  });
});
