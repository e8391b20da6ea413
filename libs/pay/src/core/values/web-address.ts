/** Whether a text is an absolute http or https address that a browser can be sent to: without credentials, and read by all alike. */
export function isWebAddress(text: string): boolean {
  // Parsers disagree on white space, control characters and backslashes: https://x.com\@evil.com is evil.com's to some.
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
