export default async function stopPostgres() {
  await globalThis.payTestPostgres?.remove();
}
