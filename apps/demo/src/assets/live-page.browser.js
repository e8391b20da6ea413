/**
 * Script of pages that show a status. It asks for the page's version, less often as time passes but at once when the visitor
 * returns to the page, and reloads the page when the version changes. It reloads no page that the visitor is leaving: a reload
 * would cancel the form that was just sent.
 */
const shown = document.querySelector('[data-version]');
const longestPause = Number(shown.dataset.longestPause ?? 15000);
let pause = 400;
let next;
let isLeaving = false;
const look = async () => {
  try {
    const response = await fetch(location.pathname + '/version', { cache: 'no-store' });
    const isNew = response.ok && (await response.json()).version !== shown.dataset.version;
    if (isLeaving) return;
    if (isNew) return location.reload();
  } catch {
    // The shop restarts, or there is no network: try again later.
  }
  pause = Math.min(pause * 1.3, longestPause);
  clearTimeout(next);
  next = setTimeout(look, pause);
};
next = setTimeout(look, pause);
document.addEventListener('submit', () => {
  isLeaving = true;
});
window.addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  clearTimeout(next);
  void look();
});
