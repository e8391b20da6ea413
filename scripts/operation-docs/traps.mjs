// The traps of an area, on the pages that they concern.
import { userTraps } from './words.mjs';

/** What a trap says when it is about the area of a page: the first word of its name. */
const topicOf = (page) => new RegExp(`\\b${page.split('-')[0].replace(/s$/, '')}`, 'i');

/** Pages that share a file of the contract share its traps, except those that name another page's topic. */
export function trapsOfPage(page, entries, pages) {
  const rows = entries.map(({ row }) => row).filter((row) => row !== undefined);
  const areas = new Set(rows.map(({ area }) => area));
  const siblings = [...pages.keys()].filter(
    (other) => other !== page && pages.get(other).some(({ row }) => row !== undefined && areas.has(row.area)),
  );
  const isElsewhere = (trap) =>
    !topicOf(page).test(trap) && siblings.some((other) => topicOf(other).test(trap));
  return userTraps([...new Set(rows.flatMap(({ traps }) => traps))]).filter((trap) => !isElsewhere(trap));
}
