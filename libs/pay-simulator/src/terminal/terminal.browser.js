// Updates the changed parts of a terminal's page and keeps the focus.
const applyChanges = (next) => {
  for (const part of document.querySelectorAll('[data-live]')) {
    const other = next.getElementById(part.id);
    if (!other || other.innerHTML === part.innerHTML) continue;
    const hadFocus = part.contains(document.activeElement);
    part.innerHTML = other.innerHTML;
    if (hadFocus) document.getElementById('screen')?.focus();
  }
};
const refresh = async () => {
  try {
    const response = await fetch(location.pathname + location.search, { cache: 'no-store' });
    if (response.ok) applyChanges(new DOMParser().parseFromString(await response.text(), 'text/html'));
  } catch {
    // The simulator may be restarting, so the next refresh tries again.
  }
  clearTimeout(next);
  next = setTimeout(refresh, document.hidden ? 5000 : 500);
};
let next = setTimeout(refresh, 500);
document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  clearTimeout(next);
  void refresh();
});
