import { createHash } from 'node:crypto';
import { Refusal } from './refusal.js';
import { Table } from './table.js';

/** Request and result of a used key. */
interface KeyUse {
  /** Digest, because a request can contain more than its key needs. */
  readonly request: string;
  readonly response: unknown;
}

/**
 * Stores the result of each idempotency key. The same key with the same request returns the stored result. With another request,
 * the key is rejected, because the caller would mistake the first result for the second (inferred). Rejected calls are not stored.
 */
export class IdempotencyKeys {
  private readonly uses = new Table<KeyUse>('idempotencyKeys');

  /**
   * Runs an operation, or returns the stored result of its key.
   *
   * @param operation - Name of the operation. Each operation has its own keys.
   * @param key - Idempotency key. Without a key, nothing is stored.
   * @param request - All details of the request.
   * @param isInEffect - Returns whether the stored result is still in effect. The key of a canceled transaction cannot be used again.
   * @throws Refusal 409 for the key of another request, or of a canceled transaction.
   */
  runOnce<Response>(
    operation: string,
    key: string | undefined,
    request: object,
    run: () => Response,
    isInEffect: (response: Response) => boolean = () => true,
  ): Response {
    if (key === undefined) return run();
    const id = `${operation} ${key}`;
    const digest = createHash('sha256').update(JSON.stringify(request)).digest('base64url');
    const use = this.uses.get(id);
    if (use === undefined) {
      const response = run();
      this.uses.set(id, { request: digest, response });
      return response;
    }
    if (use.request !== digest) throw new Refusal(409, 'The idempotency key was used for another request');
    const response = use.response as Response;
    if (!isInEffect(response)) throw new Refusal(409, 'The transaction of the idempotency key was canceled');
    return response;
  }
}
