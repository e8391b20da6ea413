import { describe, expect, it } from '@jest/globals';
import { ValidationPipe } from '@nestjs/common';
import * as dto from 'nestjs-pay/dto';
import { readDocuments } from '../../scripts/contract/read.mjs';
import { classOf, readClasses } from '../../scripts/operation-facts/option-classes.mjs';
import { companionsOf } from './contract.js';
import type { OptionFacts, OptionsClassFacts } from '../../scripts/operation-facts/option-classes.mjs';

type Options = Record<string, unknown>;

const classes = readClasses(readDocuments());
const pipe = new ValidationPipe({ whitelist: true, transform: true });
const exported = dto as unknown as Record<string, new () => object>;

function factsOf(name: string): OptionsClassFacts {
  const facts = classes.get(name);
  if (facts === undefined) throw new Error(`contract/ has no class ${name}`);
  return facts;
}

/** All members of a class, also of the class that it extends. */
function membersOf(name: string): OptionsClassFacts['members'] {
  const { members, extends: base } = factsOf(name);
  const own = members.map((member) => member.name);
  return [
    ...(base === undefined ? [] : membersOf(base).filter((one) => !own.includes(one.name))),
    ...members,
  ];
}

/** The contract's example of an option, or one of its members' examples. */
function exampleOf({ items, properties, ...schema }: OptionFacts): unknown {
  const nested = classOf(items ?? schema);
  if (nested !== undefined) return items === undefined ? requiredOf(nested) : [requiredOf(nested)];
  if (properties !== undefined)
    return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, exampleOf(member)]));
  return schema.const ?? schema.examples?.[0] ?? (items === undefined ? 'x' : [exampleOf(items)]);
}

/** Options that a rule across options requires. */
const NEEDED: Record<string, string> = {
  CreateIsvSourceOptions: 'isPhysical',
  PayoutBankAccount: 'iban',
  SellerPayouts: 'dayOfWeek',
  SellerPayoutChanges: 'dayOfWeek',
};

const requiredOf = (name: string): Options =>
  Object.fromEntries(
    membersOf(name)
      .filter((member) => member.isRequired === true || NEEDED[name] === member.name)
      .map((member) => [member.name, exampleOf(member.schema)]),
  );

const companions = (name: string, option: string): Options =>
  Object.fromEntries(
    membersOf(name)
      .filter((member) => companionsOf(option).includes(member.name))
      .map((member) => [member.name, exampleOf(member.schema)]),
  );

const throughPipe = async (name: string, value: Options): Promise<object> =>
  (await pipe.transform(value, { type: 'body', metatype: exported[name]! })) as object;

it('nestjs-pay/dto exports every class of options, also nested ones', () => {
  expect(Object.keys(exported).sort()).toEqual([...classes.keys()].sort());
});

describe.each([...classes.keys()])('%s behind a ValidationPipe', (name) => {
  it.each(membersOf(name).map((member) => [member.name, member.schema] as const))(
    'keeps the contract’s example of %s',
    async (option, schema) => {
      const value = { ...requiredOf(name), ...companions(name, option), [option]: exampleOf(schema) };
      const passed = await throughPipe(name, { ...value, unheardOf: 1 });
      expect(passed).toBeInstanceOf(exported[name]);
      expect(JSON.parse(JSON.stringify(passed))).toEqual(JSON.parse(JSON.stringify(value)));
    },
  );
});

it('a ValidationPipe refuses wrong options, also nested ones', async () => {
  const refused = throughPipe('CreateOrderOptions', { amount: 10.5, customer: { email: '' } });
  await expect(refused).rejects.toMatchObject({
    response: {
      message: expect.arrayContaining([
        expect.stringMatching(/^amount must be a whole number of minor units/),
        expect.stringMatching(/^customer\.email must be longer than or equal to 1/),
      ]),
    },
  });
});
