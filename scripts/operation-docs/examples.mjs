/** Returns the part of an example that is shown. */
export const shownRegion = (text) =>
  /^\/\/ #region example\n(.*?)^\/\/ #endregion$/ms.exec(text)?.[1]?.trim() ?? '';
