// Plugin of TypeDoc: names each module after its entry of the package, for example `nestjs-pay/client`.
import { Converter } from 'typedoc';

export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) module.name = nameOf(module.name);
  });
}

/** `pay/src/client` → `nestjs-pay/client`, `pay/src` → `nestjs-pay`, `pay-simulator/src` → `pay-simulator`. */
const nameOf = (path) =>
  path.startsWith('pay-simulator') ? 'pay-simulator' : path.replace(/^pay\/src/, 'nestjs-pay');
