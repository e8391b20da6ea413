/** Classes of services by name. Each takes the services that exist before it. */
type ServiceClasses<Core> = Readonly<Record<string, new (core: Core) => object>>;
type Created<Classes extends ServiceClasses<never>> = {
  readonly [Name in keyof Classes & string as Uncapitalize<Name>]: InstanceType<Classes[Name]>;
};

/** Creates services that use those of `core`, and returns all of them. Their names are those of the classes in camel case. */
export function withServices<Core extends object, Classes extends ServiceClasses<Core>>(
  core: Core,
  classes: Classes,
): Core & Created<Classes> {
  const created = Object.entries(classes).map(([name, Service]) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    new Service(core),
  ]);
  return { ...core, ...(Object.fromEntries(created) as Created<Classes>) };
}
