import { Area } from '../../core/http/area.js';
import type { RequestSender } from '../../core/http/request-sender.js';
import { withMembers } from '../../core/values/plain-data.js';

/** Base class of the areas that create payment sources. */
export abstract class SourceArea extends Area {
  readonly #defaultCode: string | null;

  /** @internal @param defaultCode Source code of the client, sent if a call has none. */
  constructor(sender: RequestSender, defaultCode: string | null) {
    super(sender);
    this.#defaultCode = defaultCode;
  }

  /** @internal Adds the client's source code to options that have none. Values other than objects are left for validation. */
  protected static withDefaultCode<Options extends { sourceCode?: string }>(
    area: SourceArea,
    options: Options,
  ): Options {
    return withMembers<{ sourceCode?: string }>(options, ({ sourceCode }) => ({
      sourceCode: sourceCode ?? area.#defaultCode ?? undefined,
    })) as Options;
  }
}
