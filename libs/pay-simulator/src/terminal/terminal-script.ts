/** Keeps a terminal's page up to date: takes over what has changed, and leaves the rest and the focus alone. */
export const TERMINAL_SCRIPT = `
const takeOver = (next) => {
  for (const part of document.querySelectorAll('[data-live]')) {
    const other = next.getElementById(part.id);
    if (!other || other.innerHTML === part.innerHTML) continue;
    const hadFocus = part.contains(document.activeElement);
    part.innerHTML = other.innerHTML;
    if (hadFocus) document.getElementById('screen').focus();
  }
};
const look = async () => {
  try {
    const answer = await fetch(location.pathname, { cache: 'no-store' });
    if (answer.ok) takeOver(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch {
    // The simulator is restarting: look again later.
  }
  clearTimeout(next);
  next = setTimeout(look, document.hidden ? 5000 : 500);
};
let next = setTimeout(look, 500);
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  clearTimeout(next);
  look();
});
`;
