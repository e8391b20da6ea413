import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');
/** Projects with the longest files start first, so that no long file runs alone at the end. A clean clone has no recorded times. */
const FIRST = ['browser', 'screens', 'long', 'chaos', 'compatibility', 'package', 'hostile', 'inbox'];

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ context }) => (FIRST.includes(context.config.displayName.name) ? 0 : 1);
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
