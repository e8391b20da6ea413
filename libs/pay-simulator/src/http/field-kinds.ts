/** Allowed type of a field or list item. */

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isText = (value: unknown): value is string => typeof value === 'string';

export const isInteger = (value: unknown): value is number => Number.isInteger(value);
