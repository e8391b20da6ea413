/** Work that is done once: all who ask meanwhile wait for it, and when it failed the next one tries again. */
export function succeedOnce(work: () => Promise<void>): () => Promise<void> {
  let under: Promise<void> | null = null;
  return () => {
    under ??= work().catch((error: unknown) => {
      under = null;
      throw error;
    });
    return under;
  };
}
