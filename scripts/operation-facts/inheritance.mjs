// What classes of options and types of results inherit from the one that they extend.

/** Gives each class or type its own members, `own`, and all of them, `all`: those that it inherits come first. */
export function completeMembers(types) {
  const namesOf = (members) => members.map(({ name }) => name);
  function complete(one) {
    const inherited = one.extends === undefined ? [] : complete(types.get(one.extends)).all;
    const { members, overrides = [] } = one;
    const isOwn = ({ name }) => !namesOf(inherited).includes(name) || overrides.includes(name);
    one.own = members.filter(isOwn);
    one.all = [...inherited.filter(({ name }) => !namesOf(one.own).includes(name)), ...one.own];
    return one;
  }
  for (const one of types.values()) complete(one);
  return types;
}
