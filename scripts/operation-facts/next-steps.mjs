// What the library says about an event ID: the meaning, from the coded values of contract/, and the recommended next step.
import { literal } from '../typescript.mjs';

const startUpper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function stepOf({ nextStep, codes }, { meanings = {} }, values) {
  const lines = codes.map(
    (code) => `        ${code}: ${literal(meanings[code] ?? startUpper(values[code]))},\n`,
  );
  return `    {
      nextStep: ${literal(nextStep)},
      meanings: {
${lines.join('')}      },
    },
`;
}

/** Returns the text of `event-descriptions.generated.ts`. */
export function nextStepsFile(contract) {
  const tables = Object.values(contract).flatMap(({ nextSteps = {}, enums }) =>
    Object.entries(nextSteps).map(
      ([table, facts]) =>
        `  ${table}: [\n${facts.steps.map((step) => stepOf(step, facts, enums[facts.enum])).join('')}  ],\n`,
    ),
  );
  return `/** Event IDs with the same next step, and the meaning of each. */
export interface EventDescriptions {
  nextStep: string;
  meanings: Readonly<Record<number, string>>;
}

/** Descriptions of event IDs, by the table that the number belongs to. */
export const EVENT_DESCRIPTIONS = {
${tables.join('')}} as const satisfies Record<string, readonly EventDescriptions[]>;
`;
}
