// The coded values of contract/ with their names, and what the library says about an event ID: its meaning and the next step.
import { mapValues, startUpper } from '../collections.mjs';
import { docstring } from '../typescript.mjs';

/** Writes a constant with its type, which allows other values unless the list is closed. */
function constantOf(name, { enum: list, about, see, isClosed = false, members = {} }, area) {
  const codes = Object.entries(area.names[list]);
  const areNumbers = codes.every(([code]) => /^(0|[1-9]\d*)$/.test(code));
  const lines = codes.map(
    ([code, member]) =>
      (members[member] === undefined ? '' : docstring(members[member], '  ')) +
      `  ${member}: ${areNumbers ? code : `'${code}'`},\n`,
  );
  const others = isClosed ? '' : ` | (${areNumbers ? 'number' : 'string'} & {})`;
  return `${docstring(about, '', see)}export const ${name} = {
${lines.join('')}} as const;
export type ${name} = (typeof ${name})[keyof typeof ${name}]${others};
`;
}

/** Returns the text of `coded-values.generated.ts`. */
export const codedValuesFile = (contract) =>
  Object.values(contract)
    .flatMap((area) =>
      Object.entries(area.constants ?? {}).map(([name, facts]) => constantOf(name, facts, area)),
    )
    .join('\n');

/** Returns the text of `event-descriptions.generated.ts`. */
export function nextStepsFile(contract) {
  const tables = Object.values(contract).map(({ nextSteps = {}, enums }) =>
    mapValues(nextSteps, ({ steps, meanings = {}, enum: list }) =>
      steps.map(({ nextStep, codes }) => {
        const texts = codes.map((code) => [code, meanings[code] ?? startUpper(enums[list][code])]);
        return { nextStep, meanings: Object.fromEntries(texts) };
      }),
    ),
  );
  return `/** Event IDs with the same next step, and the meaning of each. */
export interface EventDescriptions {
  nextStep: string;
  meanings: Readonly<Record<number, string>>;
}

/** Descriptions of event IDs, by the table that the number belongs to. */
export const EVENT_DESCRIPTIONS = ${JSON.stringify(Object.assign({}, ...tables), null, 2)} as const satisfies Record<string, readonly EventDescriptions[]>;
`;
}
