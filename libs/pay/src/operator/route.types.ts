import type { Readable } from 'node:stream';
import type { Person } from './audit.js';
import type { Fields } from './fields.js';
import type { PayOperator } from './pay-operator.js';
import type { Place } from './places.js';
import type { Page, Ui } from './views/ui.js';

/** A request that may go on. */
export interface OperatorRequest {
  readonly operator: PayOperator;
  readonly person: Person;
  readonly params: Fields;
  readonly query: Fields;
  readonly body: Fields;
  readonly ui: Ui;
  readonly isJson: boolean;
  /** The request of the platform, which the application's `authorize` gets. */
  readonly raw: unknown;
}
/** A request about the payments of a merchant. */
export interface PlaceRequest extends OperatorRequest {
  readonly place: Place;
}

/** What a route responds with. `data` is the JSON of a page. */
export type Reply =
  | { readonly page: Page; readonly data: unknown; readonly status?: number }
  | { readonly redirect: string; readonly data?: unknown }
  | { readonly body: string | Readable; readonly type: string; readonly file?: string };

/** A route below the path of the module. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly needs: 'look' | 'refund' | 'replay';
  readonly run: (request: OperatorRequest) => Promise<Reply> | Reply;
}
