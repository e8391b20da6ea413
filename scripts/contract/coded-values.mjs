// Coded values of contract/: "10054": "ExpiredCard: Expired card" has the library's name of the code, and its meaning.

/** Reads a row of a list that has a constant. A name that says everything has no meaning beside it. */
function readRow(name, code, text) {
  const [, constant, meaning = constant] = /^([A-Z]\w*)(?:: (.+))?$/.exec(text) ?? [];
  if (constant === undefined)
    throw new Error(`contract/: enums.${name}.${code} must begin with a name, such as "Paid: …".`);
  return { constant, meaning };
}

/** Returns an area of contract/ with the meanings of its codes, and the library's names of the codes in `names`. */
export function separateNames(area) {
  const enums = { ...area.enums };
  const names = {};
  for (const { enum: name } of Object.values(area.constants ?? {})) {
    const rows = Object.entries(area.enums[name]).map(([code, text]) => [code, readRow(name, code, text)]);
    enums[name] = Object.fromEntries(rows.map(([code, { meaning }]) => [code, meaning]));
    names[name] = Object.fromEntries(rows.map(([code, { constant }]) => [code, constant]));
  }
  return { ...area, enums, names };
}
