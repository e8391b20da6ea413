/** The inbox: the option `webhooks.inbox`, or PayModule's own in memory. */
export const PAY_INBOX = Symbol('PAY_INBOX');
