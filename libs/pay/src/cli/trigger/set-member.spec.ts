import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toExactJsonText } from '../../core/exact-json.js';
import { setMember } from './set-member.js';

const BODY = {
  EventData: {
    Amount: 24.5,
    OrderCode: 4271655739472609,
    OrderCodeInText: '4304117763000001',
    Moto: false,
    ParentId: null,
    Tags: ['spring'],
    FullName: 'Alex Buyer',
    Created: 'then',
  },
  Created: '2026-02-03T10:15:29.8496795Z',
  EventTypeId: 1796,
};
/** The body's JSON after an assignment, from `EventData` on where that is what changed. */
function after(...assignments: string[]): string {
  const body = JSON.parse(JSON.stringify(BODY)) as Record<string, unknown>;
  for (const assignment of assignments) setMember(body, assignment);
  return toExactJsonText(body);
}

describe('--set', () => {
  it.each([
    ['EventData.Amount=12.34', '"Amount":12.34'],
    ['Amount=-12.34', '"Amount":-12.34'],
    ['EventData.OrderCode=9999999999999999', '"OrderCode":9999999999999999'],
    ['OrderCode=1234567890123456789', '"OrderCode":1234567890123456789'],
    ['OrderCodeInText=9999999999999999', '"OrderCodeInText":"9999999999999999"'],
    ['Moto=true', '"Moto":true'],
    ['FullName=5', '"FullName":"5"'],
    ['FullName=a=b', '"FullName":"a=b"'],
    ['FullName=', '"FullName":""'],
    ['FullName=null', '"FullName":null'],
    ['FullName="null"', '"FullName":"null"'],
    ['ParentId=997a', '"ParentId":"997a"'],
    ['ParentId=9007199254740993', '"ParentId":9007199254740993'],
    ['ParentId="9007199254740993"', '"ParentId":"9007199254740993"'],
    ['ParentId=false', '"ParentId":false'],
    ['Tags.0=autumn', '"Tags":["autumn"]'],
    ['Tags.1=autumn', '"Tags":["spring","autumn"]'],
    ['Tags=["a","b"]', '"Tags":["a","b"]'],
    ['NewMember={"a":1}', '"NewMember":{"a":1}'],
    ['Created=now', '"Created":"now","EventTypeId"'],
    ['EventData.Created=now', '"Created":"now"},"Created":"2026'],
    ['EventTypeId=1798', '"EventTypeId":1798'],
  ])('%s keeps the type of the member', (assignment, written) => {
    expect(after(assignment)).toContain(written);
  });

  it('takes the later of two for one member', () => {
    expect(after('OrderCode=9999999999999999', 'OrderCode=9999999999999998')).toContain(
      '"OrderCode":9999999999999998,',
    );
  });

  it('writes every whole number digit for digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), (code) => {
        expect(after(`EventData.OrderCode=${code}`)).toContain(`"OrderCode":${code},`);
      }),
    );
  });

  it.each([
    ['Amount', '--set Amount: expected path=value, as in EventData.Amount=12.34'],
    ['=5', '--set =5: expected path=value, as in EventData.Amount=12.34'],
    ['Amount=much', '--set Amount: expected a number'],
    ['Amount=0x10', '--set Amount: expected a number'],
    ['Amount=1e999', '--set Amount: the number is too large'],
    ['Moto=1', '--set Moto: expected true or false'],
    ['Tags=spring', '--set Tags: expected JSON'],
    ['Tags=[9007199254740993]', '--set Tags: a number in it would be rounded; set it by a path of its own'],
    ['Tags.2=b', '--set Tags.2: the list has 1 items, counted from 0'],
    ['Tags.length=0', '--set Tags.length: the list has 1 items, counted from 0'],
    ['Ammount=5', '--set Ammount: there is no Ammount: did you mean Amount?'],
    ['amount=5', '--set amount: there is no amount: did you mean Amount?'],
    ['EventDta.Amount=5', '--set EventDta.Amount: there is no EventDta: did you mean EventData?'],
    ['Amount.Value=5', '--set Amount.Value: only objects and lists have members'],
    ['EventData.__proto__=5', "--set EventData.__proto__: that is no member's name"],
    ['__proto__.polluted=5', '--set __proto__.polluted: there is no __proto__'],
    ['EventData.constructor.name=5', '--set EventData.constructor.name: there is no constructor'],
  ])('%s is refused by name', (assignment, sentence) => {
    expect(() => after(assignment)).toThrow(new Error(sentence));
  });
});
