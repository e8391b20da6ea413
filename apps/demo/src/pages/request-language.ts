/** Languages of the hosted payment page. */
const LANGUAGES =
  'bg-BG hr-HR cs-CZ da-DK nl-NL nl-BE en-GB en-US fi-FI fr-FR fr-BE de-DE el-GR hu-HU it-IT pl-PL pt-PT ro-RO ru-RU es-ES sv-SE'.split(
    ' ',
  );

/**
 * Selects the payment page's language: the browser's first language that the page supports, in any region. Undefined if there
 * is none, so that the payment source decides.
 */
export function requestLanguage(acceptLanguage: string | undefined): string | undefined {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((item) => {
      const [tag = '', quality] = item
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of wanted) {
    const language = tag.split('-')[0] ?? '';
    const found =
      LANGUAGES.find((known) => known.toLowerCase() === tag) ??
      LANGUAGES.find((known) => known.startsWith(`${language}-`));
    if (found !== undefined) return found;
  }
  return undefined;
}
