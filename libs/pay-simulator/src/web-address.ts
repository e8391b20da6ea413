/** Whether a text is an absolute http or https address that a browser can be sent to. */
export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
