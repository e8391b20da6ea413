// What classes of options and types of results inherit from the one that they extend.

/**
 * Gives each class or type its own members, `own`, and all of them, `all`: those that it inherits come first. Returns them after the
 * one that they extend, because a class needs it.
 */
export function completeMembers(types) {
  const complete = new Map();
  function add(one) {
    const inherited = one.extends === undefined ? [] : add(types.get(one.extends)).all;
    const { name, members, overrides = [] } = one;
    const isIn = (list) => (member) => list.some((other) => other.name === member.name);
    one.own = members.filter((member) => !isIn(inherited)(member) || overrides.includes(member.name));
    one.all = [...inherited.filter((member) => !isIn(one.own)(member)), ...one.own];
    complete.set(name, one);
    return one;
  }
  types.forEach(add);
  return complete;
}
