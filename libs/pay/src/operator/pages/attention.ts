import { LISTS } from '../attention-lists.js';
import { WORDS } from '../files.generated.js';
import { html, t } from '../html.js';
import type { HtmlValue } from '../html.js';
import type { Page, PlaceRequest } from '../request.js';
import { card, log, page } from '../ui.js';

/** Lists what waits for a person. */
export async function attention(request: PlaceRequest): Promise<Page> {
  const { lists, count, isComplete } = await request.operator.attentionFinder.find(request.place, true);
  const cards = Object.entries(LISTS).map(async ([name, { row }]): Promise<HtmlValue> => {
    const words: readonly string[] = WORDS.attention[name as keyof typeof LISTS];
    const [title = '', todo, failed = ''] = words;
    const items = lists[name];
    if (items == null) return card(t(title), html`<p>${t(failed)}</p>`);
    const rows = await Promise.all(items.map((item) => row(item, request)));
    return log(t(title), rows, todo === undefined ? todo : t(todo));
  });
  const nothing = count === 0 && isComplete && card(null, html`<p>${t('Nothing needs you.')}</p>`);
  return page(t('Needs a person'), { ...lists, count, isComplete }, nothing, ...(await Promise.all(cards)));
}
