/** Script of the order page: asks for the order's version, less often as time goes by, and reloads when it is another. */
export const ORDER_PAGE_SCRIPT = `const order = document.getElementById('order');
let pause = 800;
const look = async () => {
  try {
    const answer = await fetch(location.pathname + '/version', { cache: 'no-store' });
    if (answer.ok && (await answer.json()).version !== order.dataset.version) return location.reload();
  } catch {
    // The shop is restarting or the network is away: look again later.
  }
  pause = Math.min(pause * 1.3, 15000);
  setTimeout(look, pause);
};
setTimeout(look, pause);
`;
