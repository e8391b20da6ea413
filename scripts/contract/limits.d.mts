/** Returns the limits and the unit of a field as text for the pages. */
export function limitsOf(field: { readonly name: string }): string;
