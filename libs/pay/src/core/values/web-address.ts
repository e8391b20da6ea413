/** Returns whether a string is an absolute HTTP or HTTPS URL without credentials that all parsers read the same way. */
export function isWebAddress(text: string): boolean {
  // Parsers disagree on white space, control characters and backslashes: some read https://x.com\@evil.com as evil.com.
  if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
