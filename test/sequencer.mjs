import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
/** Projects with the longest files start first, so that no long file runs alone at the end. A clean clone has no recorded times. */
const FIRST = ['browser', 'chaos', 'package', 'hostile'];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const first = (test) => FIRST.includes(test.context.config.displayName.name);
    return super.sort(tests).sort((a, b) => Number(first(b)) - Number(first(a)));
  }
}
