import type { Control, OperationId, Texts } from '../control/control.js';
import { problemOf } from '../control/run-operation.js';
import { redirectReply } from '../http/page.js';
import type { HttpReply } from '../http/reply.js';

/** Calls an operation with the fields of a form, and leads to the next page. @param refuse - Shows the message of an operation that refuses them. */
export async function submitForm(
  control: Control,
  operation: OperationId,
  texts: Texts,
  nextPage: string,
  refuse: (problem: string) => HttpReply,
): Promise<HttpReply> {
  try {
    await control.submit(operation, texts);
    return redirectReply(nextPage);
  } catch (error) {
    const problem = problemOf(error);
    if (!problem) throw error;
    return refuse(problem.json.error);
  }
}
