// Groups the card number, names its scheme, adds the slash of the expiry date, fills in test cards, and removes an error message
// when its field is valid. The pages also work without it.
const cardNumber = document.getElementById('number');
const SCHEMES = [
  ['Visa', /^4/],
  ['Mastercard', /^(5[1-5]|2[2-7])/],
  ['American Express', /^3[47]/],
  ['JCB', /^35/],
  ['Bancontact', /^6060/],
  ['Maestro', /^(50|5[6-9]|6)/],
];
const groupNumber = (digits, scheme) =>
  (scheme === 'American Express' ? [digits.slice(0, 4), digits.slice(4, 10), digits.slice(10)] : digits.match(/\d{1,4}/g) ?? [])
    .filter(Boolean).join(' ');
const showNumber = () => {
  const { value, selectionStart } = cardNumber;
  const digits = value.replace(/[\s-]/g, '');
  const scheme = SCHEMES.find(([, prefix]) => prefix.test(digits))?.[0] ?? '';
  document.getElementById('scheme').textContent = scheme;
  if (/\D/.test(digits)) return;
  const grouped = groupNumber(digits, scheme);
  if (grouped === value) return;
  // The cursor stays behind the same digit.
  let left = value.slice(0, selectionStart ?? value.length).replace(/\D/g, '').length;
  let cursor = 0;
  while (left > 0) if (grouped[cursor++] !== ' ') left--;
  cardNumber.value = grouped;
  if (document.activeElement === cardNumber) cardNumber.setSelectionRange(cursor, cursor);
};
const showExpiry = (expiry, isDeleting) => {
  const [, month, rest] = /^(0\d|1[0-2]|[2-9])[\s/]*(\d*)$/.exec(expiry.value) ?? [];
  if (month && !(isDeleting && rest === '')) expiry.value = month.padStart(2, '0') + '/' + rest;
};
const setValue = (id, value) => {
  const field = document.getElementById(id);
  if (!field) return;
  field.value = value;
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
document.addEventListener('input', ({ target, inputType }) => {
  if (target === cardNumber) showNumber();
  if (target.id === 'expiry') showExpiry(target, inputType?.startsWith('delete'));
  if (!target.matches('[aria-invalid]') || !target.checkValidity()) return;
  target.removeAttribute('aria-invalid');
  document.getElementById(target.id + '-problem')?.remove();
  const link = document.querySelector('[role=alert] a[href="#' + target.id + '"]');
  const list = link?.closest('ul');
  link?.closest('li').remove();
  if (list?.children.length === 0) list.closest('[role=alert]').remove();
});
document.addEventListener('click', ({ target }) => {
  const button = target.closest('[data-card]');
  if (!button) return;
  document.querySelector('.saved [value=""]')?.click();
  setValue('number', button.dataset.card);
  setValue('expiry', '08/40');
  setValue('cvc', button.dataset.code);
  for (const [id, value] of [['holderName', 'Test Holder'], ['email', 'customer@example.com']])
    if (document.getElementById(id)?.value === '') setValue(id, value);
  document.querySelector('button.primary').focus();
});
if (cardNumber) showNumber();
if (cardNumber) for (const part of document.querySelectorAll('.tests [hidden]')) part.hidden = false;
