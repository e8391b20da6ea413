/** Unchecked options of PayModule. The token is a string, because Nest shows it in errors. */
export const PAY_MODULE_OPTIONS = 'PAY_MODULE_OPTIONS';

/** Unchecked options that `forRootAsync` gets in addition to its factory. `forRoot` does not provide them. */
export const PAY_ADDED_OPTIONS = Symbol('PAY_ADDED_OPTIONS');

/** Unchecked options of the `config` of `forRootAsync`. Undefined without `config`, and not provided by `forRoot`. */
export const PAY_CONFIG_OPTIONS = Symbol('PAY_CONFIG_OPTIONS');

/** Changes the options of every PayModule before they are checked. Only `PayTestingModule` provides it. */
export const PAY_OPTIONS_OVERRIDE = Symbol('PAY_OPTIONS_OVERRIDE');

/** Checked options of PayModule. */
export const PAY_OPTIONS = Symbol('PAY_OPTIONS');

/** Inbox of a PayModule. */
export const PAY_INBOX = Symbol('PAY_INBOX');

/** Name of the PayModule; null if it has none. */
export const PAY_ACCOUNT_NAME = Symbol('PAY_ACCOUNT_NAME');
/** The clients of a PayModule by name, as they are injected. */
export const PAY_SERVICES = Symbol('PAY_SERVICES');
