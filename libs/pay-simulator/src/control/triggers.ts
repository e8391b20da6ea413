import type { Schema } from '../domain/json-schema.js';
import type { TriggerKind } from './actions.js';
import { ROUTE_FACTS } from './control-document.js';

const PATH = '/trigger/';

/** What the contract says about an action. */
interface Trigger {
  /** ID of its operation. */
  readonly id: `trigger${string}`;
  /** What it does: a verb in the third person, and more. */
  readonly about: string;
  /** Schema of its input. */
  readonly input: Schema;
}

/** The actions by their name in the command and in the control API. */
export const TRIGGERS = Object.fromEntries(
  ROUTE_FACTS.filter(({ path }) => path.startsWith(PATH)).map(({ id, path, summary, body }) => [
    path.slice(PATH.length),
    {
      id,
      about: summary.charAt(0).toLowerCase() + summary.slice(1).replace(/\.$/, ''),
      input: body,
    },
  ]),
) as Readonly<Record<TriggerKind, Trigger>>;
