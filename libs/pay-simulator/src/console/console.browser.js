// Updates the live parts of a page every second. Open details stay open, and what has the focus stays where it is.
document.documentElement.classList.add('js');
// A browser does not scroll to a filter with the focus if a part of it is visible.
document.addEventListener('focusin', ({ target }) => {
  if (target.closest('#live .tools')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
});
const identity = ({ nodeName, id, dataset = {} }) => [nodeName, id, dataset.key, dataset.copy].join();
/** Changes what differs, so that places in a scrolled text and the focus stay. A list with the focus keeps its rows. */
const change = (node, next) => {
  if (node.isEqualNode(next)) return;
  const children = [...node.childNodes];
  const others = [...next.childNodes];
  if (identity(node) === identity(next) && children.length === others.length && children.length > 0) {
    for (const { name } of [...node.attributes]) if (!next.hasAttribute(name)) node.removeAttribute(name);
    for (const { name, value } of next.attributes) node.setAttribute(name, value);
    for (const [index, child] of children.entries()) change(child, others[index]);
  } else if (!node.contains(document.activeElement)) node.replaceWith(next);
};
const update = (part, next) => {
  if (!next || String(getSelection()) !== '') return;
  const open = [...part.querySelectorAll('details[open]')].map((details) => details.dataset.key);
  for (const details of next.querySelectorAll('details')) details.open = open.includes(details.dataset.key);
  change(part, next);
};
const drawer = document.querySelector('.drawer');
let timer;
const refresh = async () => {
  const startedAt = performance.now();
  try {
    const address = new URL(location.href);
    address.searchParams.delete('done');
    if (drawer.open) address.searchParams.set('drawer', 'open');
    const response = await fetch(address, { cache: 'no-store' });
    const other = response.ok && new DOMParser().parseFromString(await response.text(), 'text/html');
    if (other) for (const part of document.querySelectorAll('[data-live]')) update(part, other.getElementById(part.id));
  } catch {
    // The simulator may be restarting, so the next refresh tries again.
  }
  // A page that takes long to read is read less often.
  clearTimeout(timer);
  timer = setTimeout(refresh, Math.max(document.hidden ? 5000 : 1000, 4 * (performance.now() - startedAt)));
};
timer = setTimeout(refresh, 1000);
drawer.addEventListener('toggle', () => drawer.open && refresh());
document.addEventListener('click', async ({ target }) => {
  for (const menu of document.querySelectorAll('.menu[open]')) if (!menu.contains(target)) menu.open = false;
  if (target.closest('[data-close]')) close(drawer);
  const copy = target.closest('[data-copy]');
  if (!copy) return;
  await navigator.clipboard.writeText(copy.dataset.copy);
  copy.classList.add('copied');
  setTimeout(() => copy.classList.remove('copied'), 1500);
});
document.addEventListener('keydown', (event) => {
  const { key } = event;
  const search = document.querySelector('input[type=search]');
  const isTyping = document.activeElement.matches('input, select, textarea');
  if (key === '/' && search && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    document.querySelector('.find').open = true;
    search.focus();
    search.select();
  }
  const menu = document.activeElement.closest('.menu[open]');
  const isInDrawer = document.activeElement.closest('.drawer[open], .panel');
  if (key === 'Escape' && (menu || isInDrawer)) close(menu ?? drawer);
});
function close(details) {
  details.open = false;
  details.querySelector('summary').focus();
}
