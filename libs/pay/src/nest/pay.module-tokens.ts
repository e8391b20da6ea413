/** PayModule's options as they were given, unchecked. Readable: Nest names it when it cannot be made. */
export const PAY_MODULE_OPTIONS = 'PAY_MODULE_OPTIONS';

/** Options that are given to `forRootAsync` beside its factory, unchecked. Not provided by `forRoot`. */
export const PAY_ADDED_OPTIONS = Symbol('PAY_ADDED_OPTIONS');

/** PayModule's options, checked. */
export const PAY_OPTIONS = Symbol('PAY_OPTIONS');

/** Inbox of a PayModule. */
export const PAY_INBOX = Symbol('PAY_INBOX');

/** The name of a PayModule's account, null where it has none. */
export const PAY_ACCOUNT_NAME = Symbol('PAY_ACCOUNT_NAME');
