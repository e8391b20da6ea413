/**
 * Script of all pages: quantity buttons with the running total, and error messages that disappear when their
 * field is valid. The pages work without it, so it also reveals the elements that need it.
 */
for (const element of document.querySelectorAll('[data-scripted]')) element.hidden = false;
const total = document.querySelector('output[data-currency]');
const money = total && new Intl.NumberFormat('en-IE', { style: 'currency', currency: total.dataset.currency });
const showTotal = () => {
  if (!total) return;
  const inputs = [...document.querySelectorAll('input[data-price]')];
  const sum = (of) => inputs.reduce((result, input) => result + of(input) * (Number(input.value) || 0), 0);
  const pieces = sum(() => 1);
  total.textContent = pieces === 0
    ? 'Nothing chosen yet'
    : pieces + (pieces === 1 ? ' item, ' : ' items, ') + money.format(sum((input) => Number(input.dataset.price)) / 100);
};
showTotal();
window.addEventListener('pageshow', showTotal);
document.addEventListener('input', ({ target }) => {
  showTotal();
  target.form?.querySelector('#problem')?.remove();
  if (!target.matches('[aria-invalid]') || !target.checkValidity()) return;
  target.removeAttribute('aria-invalid');
  document.getElementById(target.id + '-problem')?.remove();
});
document.addEventListener('click', ({ target }) => {
  const { step } = target.dataset ?? {};
  if (step) {
    const input = target.parentElement.querySelector('input');
    input.value = Math.min(Math.max(Number(input.value) + Number(step), 0), Number(input.max));
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
});
