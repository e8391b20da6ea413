// The contract's traps and notes that pages show. `pages` of a trap names its pages, or the sentence for each of them.

/** Returns the traps of a page. */
export function trapsOfPage(page, entries) {
  const traps = new Set(entries.flatMap(({ row }) => row?.traps ?? []));
  return [...traps].flatMap(({ text, pages = [] }) =>
    Array.isArray(pages) ? (pages.includes(page) ? [text] : []) : (pages[page] ?? []),
  );
}

/** Finds pages that traps name and that do not exist. */
export const strayPages = (pages, entries) =>
  [...new Set(entries.flatMap(({ row }) => row?.traps ?? []))]
    .flatMap(({ id, pages: named = [] }) =>
      [Array.isArray(named) ? named : Object.keys(named)].flat().map((page) => [id, page]),
    )
    .filter(([, page]) => !pages.has(page))
    .map(([id, page]) => `The trap ${id} in contract/behaviour names ${page}, which is not a page.`);
