/**
 * Script of pages that show a status. It asks for the page's version, less often as time passes but at once when the visitor
 * returns to the page, and reloads the page when the version changes.
 */
export const LIVE_PAGE_SCRIPT = `const shown = document.querySelector('[data-version]');
const longestPause = Number(shown.dataset.longestPause ?? 15000);
let pause = 400;
let next;
const look = async () => {
  try {
    const response = await fetch(location.pathname + '/version', { cache: 'no-store' });
    if (response.ok && (await response.json()).version !== shown.dataset.version) return location.reload();
  } catch {
    // The shop restarts, or there is no network: try again later.
  }
  pause = Math.min(pause * 1.3, longestPause);
  clearTimeout(next);
  next = setTimeout(look, pause);
};
next = setTimeout(look, pause);
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  clearTimeout(next);
  look();
});
`;
