/** Languages of the hosted payment page. */
const LANGUAGES =
  'bg-BG hr-HR cs-CZ da-DK nl-NL nl-BE en-GB en-US fi-FI fr-FR fr-BE de-DE el-GR hu-HU it-IT pl-PL pt-PT ro-RO ru-RU es-ES sv-SE'.split(
    ' ',
  );

/**
 * Selects the payment page's language: the browser's first language that the page supports, in any region. Undefined if there
 * is none, so that the payment source decides.
 *
 * @param wanted - Languages of the browser, the preferred one first.
 */
export function requestLanguage(wanted: readonly string[]): string | undefined {
  return wanted
    .map((tag) => {
      const language = `${tag.split('-')[0]?.toLowerCase()}-`;
      const isTag = (known: string): boolean => known.toLowerCase() === tag.toLowerCase();
      return LANGUAGES.find(isTag) ?? LANGUAGES.find((known) => known.startsWith(language));
    })
    .find((found) => found !== undefined);
}
