import { describe, expect, it } from '@jest/globals';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describeThrown, isInstance } from './describe-thrown.js';

const CARD = '4111111111111111';

describe('describeThrown', () => {
  it.each([
    [new TypeError('the row is locked'), { name: 'TypeError', message: 'the row is locked', code: null }],
    [
      Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
      { message: 'refused', code: 'ECONNREFUSED' },
    ],
    [
      new AggregateError([new Error('over IPv6'), new Error('over IPv4')], ''),
      { message: 'over IPv6, over IPv4' },
    ],
    [new Error(''), { name: 'Error', message: 'it failed without a message' }],
    ['out of stock', { name: null, message: 'out of stock', stack: null }],
    ['', { message: 'it failed without a message' }],
    [
      { message: 'from a driver', code: '23505' },
      { name: null, message: 'from a driver', code: '23505' },
    ],
    [Object.create(null), { name: null, message: 'a value of type object was thrown' }],
    [null, { message: 'null was thrown' }],
    [undefined, { message: 'undefined was thrown' }],
    [404, { message: '404 was thrown' }],
    [Symbol('away'), { message: 'Symbol(away) was thrown' }],
  ])('describes %p', (thrown, expected) => {
    expect(describeThrown(thrown)).toMatchObject(expected);
  });

  it('does not call functions of the thrown value', () => {
    const errors = Object.assign([new Error('inner')], { slice: () => undefined, map: () => undefined });
    expect(describeThrown({ errors }).message).toBe('inner');
  });

  it('hides secrets in message, stack, name and code', () => {
    const error = Object.assign(new Error(`card ${CARD}`), { code: CARD });
    expect(inspect(describeThrown(error))).not.toContain(CARD);
    expect(describeThrown(error).message).toBe('card [hidden]');
    expect(describeThrown(Number(CARD)).message).not.toContain(CARD);
  });

  it('escapes control characters and keeps the lines of the stack', () => {
    const { message, stack } = describeThrown(
      Object.assign(new Error('red \u001b[31m\nforged line'), { stack: 'Error\n  at \u001b[31m' }),
    );
    expect(message).toBe('red \\u001b[31m\\u000aforged line');
    expect(stack).toBe('Error\n  at \\u001b[31m');
    expect(describeThrown(Symbol('\n')).message).toBe('Symbol(\\u000a) was thrown');
  });

  it('limits the length of message and stack, also for circular causes', () => {
    const circular = new AggregateError([], '');
    circular.errors.push(...Array.from({ length: 20 }, () => circular));
    expect(describeThrown(circular).message.length).toBeLessThanOrEqual(4_001);
    const { message, stack } = describeThrown(new Error('out of memory '.repeat(100_000)));
    expect([message.length, stack?.length]).toEqual([4_001, 4_001]);
  });

  it('shows no part of a secret at the end of a shortened text', () => {
    const cards = fc.nat(8_100).map((before) => `${'4111111111111111 '.repeat(300)}${'x'.repeat(before)}`);
    fc.assert(
      fc.property(cards, (text) => {
        expect(describeThrown(text + CARD).message).not.toMatch(/41111/);
      }),
    );
  });

  it('never throws, and always returns text', () => {
    fc.assert(
      fc.property(recipes(), (recipe) => {
        const thrown = make(recipe);
        const { name, message, code, stack } = describeThrown(thrown);
        expect(message).toMatch(/^[^\p{Cc}]+$/u);
        for (const text of [name, code, stack]) expect(text === null || typeof text === 'string').toBe(true);
        expect(typeof isInstance(thrown, Error)).toBe('boolean');
      }),
    );
  });
});

const THROW = (): never => {
  throw new Error('a trap');
};
const PROPERTIES = ['name', 'message', 'code', 'stack', 'errors', 'cause', 'toString'];
const SHAPES = {
  // V8 formats the stack, and reads name and message for it, when the property is first used.
  error: () =>
    Object.defineProperty(new Error('an error'), 'stack', { value: 'a stack', configurable: true }),
  object: () => ({}),
  list: () => [],
  function: () => () => undefined,
  bare: () => Object.create(null) as object,
};

/** Recipe for a value that is hard to read. Recipes are plain data, because fast-check inspects the values that it generates. */
type Recipe =
  | { kind: 'plain'; value: unknown }
  | {
      kind: 'made';
      shape: keyof typeof SHAPES;
      values: [property: string, value: Recipe][];
      throwing: string[];
      proxy: 'none' | 'revoked' | 'throwing';
    };

function recipes(): fc.Arbitrary<Recipe> {
  const { recipe } = fc.letrec<{ recipe: Recipe }>((tie) => ({
    recipe: fc.oneof(
      { maxDepth: 3 },
      fc.record({ kind: fc.constant('plain' as const), value: fc.anything() }),
      fc.record({
        kind: fc.constant('made' as const),
        shape: fc.constantFrom('error', 'object', 'list', 'function', 'bare'),
        values: fc.array(fc.tuple(fc.constantFrom(...PROPERTIES), tie('recipe')), { maxLength: 4 }),
        throwing: fc.subarray(PROPERTIES, { maxLength: 3 }),
        proxy: fc.constantFrom('none', 'none', 'revoked', 'throwing'),
      }),
    ),
  }));
  return recipe;
}

function make(recipe: Recipe): unknown {
  if (recipe.kind === 'plain') return recipe.value;
  const made: object = SHAPES[recipe.shape]();
  for (const [name, value] of recipe.values) Reflect.defineProperty(made, name, { value: make(value) });
  for (const name of recipe.throwing) Reflect.defineProperty(made, name, { get: THROW });
  if (recipe.proxy === 'none') return made;
  if (recipe.proxy === 'throwing')
    return new Proxy(made, { get: THROW, has: THROW, getPrototypeOf: THROW, ownKeys: THROW });
  const { proxy, revoke } = Proxy.revocable(made, {});
  revoke();
  return proxy;
}
