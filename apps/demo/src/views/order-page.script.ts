/**
 * Script of pages that show a state: asks for its version, less often as time goes by but at once
 * when somebody comes back to the page, and reloads when it is another.
 */
export const ORDER_PAGE_SCRIPT = `const shown = document.querySelector('[data-version]');
const longestPause = Number(shown.dataset.longestPause ?? 15000);
let pause = 400;
let next;
const look = async () => {
  try {
    const answer = await fetch(location.pathname + '/version', { cache: 'no-store' });
    if (answer.ok && (await answer.json()).version !== shown.dataset.version) return location.reload();
  } catch {
    // The shop is restarting or the network is away: look again later.
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
