// Updates the live part of a page every second. Open details stay open, and a part that is being edited does not change.
document.documentElement.classList.add('js');
const live = document.getElementById('live');
const refresh = async () => {
  try {
    const address = new URL(location.href);
    address.searchParams.delete('done');
    const response = await fetch(address, { cache: 'no-store' });
    const other = response.ok && new DOMParser().parseFromString(await response.text(), 'text/html').getElementById('live');
    const isBusy = (live.contains(document.activeElement) && !document.activeElement.matches('.copy')) || String(getSelection()) !== '';
    if (other && !isBusy) {
      const open = [...live.querySelectorAll('details[open]')].map((part) => part.dataset.key);
      for (const part of other.querySelectorAll('details')) part.open = open.includes(part.dataset.key);
      if (other.innerHTML !== live.innerHTML) live.innerHTML = other.innerHTML;
    }
  } catch {
    // The simulator may be restarting, so the next refresh tries again.
  }
  setTimeout(refresh, document.hidden ? 5000 : 1000);
};
setTimeout(refresh, 1000);
document.addEventListener('click', async ({ target }) => {
  for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(target)) menu.open = false;
  const drawer = target.closest('[data-close]')?.closest('details');
  if (drawer) {
    drawer.open = false;
    drawer.querySelector('summary').focus();
  }
  const copy = target.closest('[data-copy]');
  if (!copy) return;
  await navigator.clipboard.writeText(copy.dataset.copy);
  copy.textContent = '✓';
});
document.addEventListener('keydown', ({ key }) => {
  const menu = key === 'Escape' && document.querySelector('.menu[open]');
  if (!menu) return;
  menu.open = false;
  menu.querySelector('summary').focus();
});
