import type { Control, OperationId, Texts } from '../control/control.js';
import { problemOf } from '../control/run-operation.js';

/** Calls an operation with the fields of a form. Returns its message if it refuses them. */
export async function submitForm(
  control: Control,
  operation: OperationId,
  texts: Texts,
): Promise<string | undefined> {
  try {
    await control.submit(operation, texts);
    return undefined;
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return problem.json.error;
  }
}
