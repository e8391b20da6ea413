// Updates the live parts of a page every second. Open details stay open, and a part that is being edited does not change.
document.documentElement.classList.add('js');
const current = document.querySelector('nav [aria-current]');
if (current) current.closest('nav').scrollLeft = current.offsetLeft - 60;
const update = (part, next) => {
  const isBusy = (part.contains(document.activeElement) && !document.activeElement.matches('.copy')) || String(getSelection()) !== '';
  if (!next || isBusy) return;
  const open = [...part.querySelectorAll('details[open]')].map((details) => details.dataset.key);
  for (const details of next.querySelectorAll('details')) details.open = open.includes(details.dataset.key);
  if (next.innerHTML !== part.innerHTML) part.innerHTML = next.innerHTML;
};
const refresh = async () => {
  try {
    const address = new URL(location.href);
    address.searchParams.delete('done');
    const response = await fetch(address, { cache: 'no-store' });
    const other = response.ok && new DOMParser().parseFromString(await response.text(), 'text/html');
    if (other) for (const part of document.querySelectorAll('[data-live]')) update(part, other.getElementById(part.id));
  } catch {
    // The simulator may be restarting, so the next refresh tries again.
  }
  setTimeout(refresh, document.hidden ? 5000 : 1000);
};
setTimeout(refresh, 1000);
document.addEventListener('click', async ({ target }) => {
  for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(target)) menu.open = false;
  if (target.closest('[data-close]')) close(target.closest('details'));
  const copy = target.closest('[data-copy]');
  if (!copy) return;
  await navigator.clipboard.writeText(copy.dataset.copy);
  copy.classList.add('copied');
  setTimeout(() => copy.classList.remove('copied'), 1500);
});
document.addEventListener('keydown', ({ key }) => {
  const details = document.activeElement.closest('.menu[open], .drawer[open]');
  if (key === 'Escape' && details) close(details);
});
function close(details) {
  details.open = false;
  details.querySelector('summary').focus();
}
