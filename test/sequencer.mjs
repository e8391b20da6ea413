import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
/** What takes longest, first: a long file that begins last is waited for by itself, and a fresh machine knows no times. */
const FIRST = ['browser', 'chaos', 'package', 'hostile'];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const first = (test) => FIRST.includes(test.context.config.displayName.name);
    return super.sort(tests).sort((a, b) => Number(first(b)) - Number(first(a)));
  }
}
