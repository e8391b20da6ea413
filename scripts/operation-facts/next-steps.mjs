// What the library says about an event ID: the meaning, from the coded values of contract/, and the recommended next step.
import { mapValues } from '../collections.mjs';

export const startUpper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

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
