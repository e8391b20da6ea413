import { CONTROL, schemaOf } from '../domain/control-contract.js';

const PATH = '/trigger/';

/** What the contract says about an action. */
interface Trigger {
  /** ID of its operation. */
  readonly id: string;
  /** What it does: a verb in the third person, and more. */
  readonly about: string;
  /** Members of its input. */
  readonly accepts: readonly string[];
}

/** The actions by their name in the command and in the control API. */
export const TRIGGERS: Readonly<Record<string, Trigger>> = Object.fromEntries(
  Object.entries(CONTROL.paths)
    .filter(([path]) => path.startsWith(PATH))
    .flatMap(([path, item]) =>
      Object.values(item).map(({ operationId, summary, requestBody }) => [
        path.slice(PATH.length),
        {
          id: operationId,
          about: summary.charAt(0).toLowerCase() + summary.slice(1),
          accepts: Object.keys(schemaOf(requestBody)?.properties ?? {}),
        },
      ]),
    ),
);
