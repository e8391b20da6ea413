import { describe, expect, it } from '@jest/globals';
import { parse } from 'dotenv';
import fc from 'fast-check';
import { readVariables } from './env-file.js';

describe('the variables of a .env file', () => {
  it('are read as `KEY=value` and `KEY: value`', () => {
    expect(readVariables('PAY_CLIENT_ID: a # ours\nexport PAY_API_KEY = "b\\nc"\n')).toEqual({
      PAY_CLIENT_ID: 'a',
      PAY_API_KEY: 'b\nc',
    });
  });

  it('are those that dotenv reads', () => {
    const part = fc.constantFrom(
      ...[
        'A',
        'B_1',
        '=',
        ': ',
        ':',
        ' ',
        '\n',
        '\r\n',
        '\r',
        '"',
        "'",
        '`',
        '#',
        '\\',
        '\\n',
        'export ',
        'A="',
      ],
    );
    const text = fc.array(part, { maxLength: 25 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (file) => expect(readVariables(file)).toEqual(parse(file))),
      { numRuns: 5_000 },
    );
  });
});
