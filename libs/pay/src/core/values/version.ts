/** The package's version, as package.json says it (a test holds them together). */
export const VERSION = '0.1.0';
