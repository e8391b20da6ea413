import type { CreateConnectedAccountOptions } from '../options.generated.js';

/** Options of `connectedAccounts.create`. The return URL can also have the spelling of the service's own SDK. */
export type CreateConnectedAccountInput =
  | CreateConnectedAccountOptions
  | (Omit<CreateConnectedAccountOptions, 'returnUrl'> & {
      /**
       * Return URL in the spelling of the service's own SDK.
       *
       * @deprecated Use `returnUrl`.
       */
      returnurl: string;
    });
